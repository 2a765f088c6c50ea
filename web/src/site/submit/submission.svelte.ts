/*
 * submission — programs that somebody has sent in, as the server tells about them, and asking again while one is
 * being built.
 */
import type { Said } from "../../i18n/said";
import type { Words } from "../../viewer/view";
import { ApiError, get } from "../api";
import { SUBMIT } from "../../i18n/submit";
import type { components } from "../openapi";

export type Listed = components["schemas"]["Listed"];

export interface Finding {
  weight: "fine" | "strange" | "loses";
  about: string;
  text: string;
  text_said?: Said | null; // a report may be older than codes
}

export interface Submission extends Listed {
  account: string;
  log: string | null;
  report: Finding[] | null;
}

export const stateOf = (one: Listed): Words =>
  one.state === "active" && !one.playing ? SUBMIT.passed : SUBMIT[one.state];

const AGAIN_MS = 1500;

/** What lies at an address, asked for again as long as it is not `isDone`, or the server is away. */
export class Followed<T> {
  value = $state.raw<T | null>(null);
  error = $state.raw<ApiError | null>(null);

  constructor(
    private readonly path: () => string,
    private readonly isDone: (value: T) => boolean,
  ) {
    $effect(() => {
      const address = this.path();
      let waiting = 0;
      const ask = async () => {
        await this.look(address);
        const isOver = this.error ? this.error.status >= 400 && this.error.status < 500 : false;
        if (!isOver && !(this.value && this.isDone(this.value))) waiting = window.setTimeout(ask, AGAIN_MS);
      };
      void ask();
      return () => clearTimeout(waiting);
    });
  }

  private async look(address: string): Promise<void> {
    try {
      const value = await get<T>(address);
      if (address !== this.path()) return;
      this.value = value;
      this.error = null;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.error = error;
    }
  }
}
