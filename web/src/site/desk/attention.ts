/*
 * attention — what an organiser should look at now, most urgent first: a function of what the server tells, so that it can be
 * tested without one.
 */
import type { Words } from "../../viewer/view";
import { ATTENTION } from "../../i18n/desk";
import type { Said } from "../../i18n/said";

export interface Worker {
  name: string;
  machine: string;
  seen: number;
  silent_ms: number;
}
export interface Waiting {
  match: number;
  ladder: string;
  players: [string, string];
  is_running: boolean;
  worker: string;
  created: number;
}
export interface Broken {
  id: number;
  account: string;
  ladder: string;
  language: string;
  why: string;
  why_said: Said | null;
  finished: number;
}
export interface Listed {
  name: string;
  title: string;
  state: string;
  code: string | null;
  is_open: boolean;
  programs: string;
}
/** How the finals of a contest stand, as far as it matters here. */
export interface Finalists {
  contest: string;
  title: string;
  wanted: number;
  coming: { name: string; is_absent: boolean }[];
}

export interface Item {
  words: Words;
  values: Record<string, string | number>;
  detail?: string;
  said?: Said | null; // the detail, by its code
  address: string;
}

/** A worker says that it is there every few seconds. */
export const GONE_MS = 30_000;
/** So many waiting matches are more than a site plays in some minutes. */
const LONG = 50;

export const stateOf = (one: Listed) => (one.state === "open" && !one.is_open ? "waiting" : one.state);

export interface Known {
  workers: Worker[];
  queue: Waiting[];
  broken: Broken[];
  contests: Listed[];
  finalists: Finalists[];
}

function ofMachines({ workers, queue }: Known): Item[] {
  const address = "/desk/machines";
  const gone = workers.filter(({ silent_ms }) => silent_ms > GONE_MS);
  const waiting = queue.filter(({ is_running }) => !is_running).length;
  const items: Item[] = gone.map(({ name, silent_ms }) => ({
    words: ATTENTION.goneWorker,
    values: { name, s: Math.floor(silent_ms / 1000) },
    address,
  }));
  if (gone.length === workers.length) items.unshift({ words: ATTENTION.noWorker, values: {}, address });
  if (waiting >= LONG)
    items.push({ words: ATTENTION.longQueue, values: { n: waiting }, address: "/desk/matches" });
  return items;
}

function ofContests({ contests, finalists }: Known): Item[] {
  const ready = contests.filter(({ state }) => state === "frozen");
  const items: Item[] = ready.map(({ title }) => ({
    words: ATTENTION.readyForFinals,
    values: { contest: title },
    address: "/desk/contests",
  }));
  for (const { contest, title, wanted, coming } of finalists) {
    const address = `/contests/${contest}/stage`;
    for (const { name, is_absent } of coming)
      if (is_absent) items.push({ words: ATTENTION.absent, values: { contest: title, name }, address });
    if (coming.length < wanted)
      items.push({
        words: ATTENTION.few,
        values: { contest: title, n: coming.length, of: wanted },
        address: `/contests/${contest}`,
      });
  }
  return items;
}

export function itemsOf(known: Known): Item[] {
  const broken = known.broken.map(({ id, account, ladder, why, why_said }) => ({
    words: ATTENTION.broken,
    values: { name: account, ladder },
    detail: why,
    said: why_said,
    address: `/programs/${id}`,
  }));
  return [...ofMachines(known), ...ofContests(known), ...broken];
}
