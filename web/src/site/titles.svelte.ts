/*
 * titles — what people call a game, and a ladder that has a game's name: "CODE VS Reborn", not "reborn". Asked for once;
 * until the answer is there, and of ladders with a name of their own, the name itself.
 */
import { get, type Game } from "./api";

class Titles {
  private known = $state.raw<Map<string, string> | null>(null);
  private isAsked = false;

  /** For what is shown; asks the server the first time. */
  of(name: string): string {
    if (!this.isAsked) void this.ask();
    return this.known?.get(name) ?? name;
  }

  private async ask(): Promise<void> {
    this.isAsked = true;
    try {
      const { games } = await get<{ games: Game[] }>("/games");
      this.known = new Map(games.map(({ name, title }) => [name, title]));
    } catch {
      this.isAsked = false;
    }
  }
}

export const titles = new Titles();
