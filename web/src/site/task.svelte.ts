/*
 * task — something that a form or a button asks of the server: while it is under way it is not begun again, and
 * what went wrong is kept for the page to say.
 */
import { ApiError } from "./api";

export class Task {
  isBusy = $state(false);
  error = $state.raw<ApiError | null>(null);

  /** True when it was done. */
  async run(work: () => Promise<unknown>): Promise<boolean> {
    if (this.isBusy) return false;
    this.isBusy = true;
    this.error = null;
    try {
      await work();
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.error = error;
      return false;
    } finally {
      this.isBusy = false;
    }
  }
}
