/*
 * run — one run of a program against a bot: started, asked about until it is over, and ended when somebody
 * leaves.
 */
import { ApiError, get, getTryRecord, type Try } from "../api";
import { me } from "../me.svelte";
import { Reel } from "../reel.svelte";

const AGAIN_MS = 300;

export interface Wish {
  ladder: string;
  language: string;
  against: string;
  side: number;
}

export class Run {
  told = $state.raw<Try | null>(null);
  error = $state.raw<ApiError | null>(null);
  reel = $state.raw<Reel | null>(null);
  isBusy = $state(false);
  private id = "";
  private waiting = 0;

  async start(wish: Wish, source: string): Promise<void> {
    await this.stop();
    this.isBusy = true;
    this.error = null;
    this.told = null;
    try {
      const query = new URLSearchParams({ ...wish, side: String(wish.side) });
      const { id } = await me.upload<{ id: string }>(`/tries?${query}`, new Blob([source]));
      this.id = id;
      await this.look(id);
    } catch (error) {
      this.fail(error);
    }
  }

  /** Ends it on the server, too, also while the page is being left. */
  async stop(): Promise<void> {
    const { id } = this;
    this.id = "";
    this.isBusy = false;
    clearTimeout(this.waiting);
    this.reel?.close();
    this.reel = null;
    if (id) await me.forget(`/tries/${id}`);
  }

  private async look(id: string): Promise<void> {
    try {
      const told = await get<Try>(`/tries/${id}`);
      if (this.id !== id) return;
      this.told = told;
      if (told.state !== "done") {
        this.waiting = window.setTimeout(() => void this.look(id), AGAIN_MS);
        return;
      }
      this.isBusy = false;
      if (told.has_record) await this.show(id);
    } catch (error) {
      if (this.id === id) this.fail(error);
    }
  }

  private async show(id: string): Promise<void> {
    const bytes = await getTryRecord(id).catch(() => null);
    if (!bytes || this.id !== id) return;
    const reel = new Reel();
    this.reel = reel;
    await reel.openRecord(() => Promise.resolve(bytes));
  }

  private fail(error: unknown): void {
    this.isBusy = false;
    if (!(error instanceof ApiError)) throw error;
    this.error = error;
  }
}
