/* The views of all games: games/X/view.ts for each game in games.list. A page loads those that it shows. */
import views from "virtual:games/view";
import type { GameView } from "./view";

export async function loadView(game: string): Promise<GameView | null> {
  return (await views.get(game)?.()) ?? null;
}
