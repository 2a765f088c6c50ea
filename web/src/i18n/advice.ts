/* What the page says when the master is asked. */
import type { Words } from "../viewer/view";

export const SAY = {
  advice: ["What would the master play?", "masterならどう打つ？"],
  ask: ["For {name}", "{name}の番で聞く"],
  busy: ["Thinking…", "考え中…"],
  failed: ["The master has no answer here.", "ここでは答えが出ませんでした。"],
  after: ["Afterwards: {what}", "その後の盤面: {what}"],
  same: ["{name} played the same.", "{name}も同じ手でした。"],
  played: ["{name} played:", "{name}の実際の手:"],
} satisfies Record<string, Words>;
