/*
 * fetched — something of the server's as a page needs it: not there yet, there, or a sentence why not.
 *
 * It is asked for again when its address changes, when the arena has news (`isNewsworthy`), every so often where that
 * is wanted (`everyMs`), and every few seconds while the server is away. What is shown stays until something newer is there.
 */
import { untrack } from "svelte";
import { ApiError, get } from "./api";
import { news } from "./news.svelte";

const AGAIN_MS = 3000;

export class Fetched<T> {
  value = $state.raw<T | null>(null);
  error = $state.raw<ApiError | null>(null);
}

/** Several of them as one, for what needs them all: there when they all are. */
export const allOf = (...parts: Fetched<unknown>[]) => ({
  get value(): true | null {
    return parts.every(({ value }) => value !== null) ? true : null;
  },
  get error(): ApiError | null {
    return parts.find(({ error }) => error)?.error ?? null;
  },
});

/** For use while a component is made. `path` gives the address, or null while there is nothing to ask for. */
export function fetched<T>(path: () => string | null, isNewsworthy = false, everyMs = 0): Fetched<T> {
  const result = new Fetched<T>();
  let shown: string | null = null;
  $effect(() => {
    const address = path();
    if (isNewsworthy) void news.count;
    if (address === null) return;
    if (address !== shown) untrack(() => (result.value = null));
    shown = address;
    return keepAsking(address, result, everyMs);
  });
  return result;
}

function keepAsking<T>(address: string, result: Fetched<T>, everyMs: number): () => void {
  const quiet = new AbortController();
  let waiting = 0;
  const ask = async () => {
    try {
      const value = await get<T>(address, quiet.signal);
      if (quiet.signal.aborted) return;
      result.value = value;
      result.error = null;
      if (everyMs) waiting = window.setTimeout(ask, everyMs);
    } catch (error) {
      if (quiet.signal.aborted || !(error instanceof ApiError)) return;
      result.error = error;
      if (error.status === 0 || error.status >= 500) waiting = window.setTimeout(ask, AGAIN_MS);
    }
  };
  void ask();
  return () => {
    quiet.abort();
    clearTimeout(waiting);
  };
}
