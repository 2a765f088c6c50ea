/* The views of all games: every games/X/view.ts there is. */
import type { GameView } from "./view";

const modules = import.meta.glob<{ default: GameView }>("../../../games/*/view.ts", { eager: true });

const views = new Map(
  Object.entries(modules).map(([path, module]) => [path.split("/").at(-2) ?? "", module.default]),
);

export const viewOf = (game: string): GameView | undefined => views.get(game);
