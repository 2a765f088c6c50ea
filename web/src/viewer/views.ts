/* The views of all games: every games/X/view.ts there is. A page loads those that it shows. */
import type { GameView } from "./view";

const modules = import.meta.glob<GameView>("../../../games/*/view.ts", { import: "default" });

export async function loadView(game: string): Promise<GameView | null> {
  const load = modules[`../../../games/${game}/view.ts`];
  return load ? load() : null;
}
