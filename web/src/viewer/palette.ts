/*
 * palette — the colours of the drawings, in light and dark. The page's own are in page.css; both agree.
 * Blue and vermilion for the players: told apart by nearly every eye.
 */
import type { Pair } from "./rules";

export interface Palette {
  isDark: boolean;
  paper: string;
  card: string;
  ink: string;
  soft: string;
  line: string;
  sides: Pair<string>;
  sidesSoft: Pair<string>;
  gold: string;
  danger: string;
  good: string;
  stone: string;
  stoneDeep: string;
}

const light: Palette = {
  isDark: false,
  paper: "#f6f3ec",
  card: "#ffffff",
  ink: "#22232b",
  soft: "#666977",
  line: "#ddd7ca",
  sides: ["#2563d9", "#d6452b"],
  sidesSoft: ["#dbe6fb", "#fbe0d9"],
  gold: "#e7a614",
  danger: "#d6452b",
  good: "#238a57",
  stone: "#b3aea4",
  stoneDeep: "#8d877b",
};

const dark: Palette = {
  isDark: true,
  paper: "#15171e",
  card: "#1f222c",
  ink: "#f1efe9",
  soft: "#a3a7b6",
  line: "#363b4a",
  sides: ["#6ea3ff", "#ff8265"],
  sidesSoft: ["#22324f", "#4c2a24"],
  gold: "#f5c044",
  danger: "#ff8265",
  good: "#5fd296",
  stone: "#5b606f",
  stoneDeep: "#444958",
};

export const paletteOf = (isDark: boolean): Palette => (isDark ? dark : light);
