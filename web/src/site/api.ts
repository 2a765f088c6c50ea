/*
 * api — what the server tells and takes (site/api/openapi.yaml), with types. The only file that knows addresses
 * under /api.
 */
import type { Pair } from "../viewer/rules";

const BASE = "/api/v1";

export interface Game {
  name: string;
  title: string;
  rules: number;
  link: "pipe" | "tcp";
  match_ms: number;
  turn_ms: number;
}

export interface Bot {
  name: string;
  game: string;
  about: string;
}

export interface Ladder {
  name: string;
  game: string;
  formula: string;
  is_open: boolean;
  opens: number;
  closes: number;
}

/** Games of people are on ladders, too, but nobody climbs there. */
export const isRated = (ladder: Ladder) => ladder.formula !== "none";

export interface Standing {
  rank: number;
  player: number;
  name: string;
  kind: string;
  version: number;
  /** 0 on a ladder without ratings. */
  rating: number;
  deviation: number;
  games: number;
  wins: number;
  draws: number;
  losses: number;
  pending: number;
}

export interface MatchPlayer {
  id: number;
  name: string;
  kind: string;
  version: number;
}

export interface Match {
  id: number;
  game: string;
  ladder: string;
  state: "queued" | "running" | "done" | "void";
  setup: string;
  players: Pair<MatchPlayer>;
  winner: 0 | 1 | -1 | null;
  reason: string;
  turns: number;
  score: Pair<number>;
  faults: Pair<string>;
  ratings: Pair<number> | null;
  created: number;
  finished: number;
  has_record: boolean;
  is_live: boolean;
  is_held_back: boolean;
  void_why: string;
}

export interface Player {
  id: number;
  name: string;
  kind: string;
  versions: { number: number; game: string; language: string; state: string; created: number }[];
  ladders: (Omit<Standing, "player" | "kind" | "version" | "pending"> & { game: string })[];
}

/** A practice room. */
export interface Room {
  code: string;
  game: string;
  ladder: string;
  owner: string;
  is_open: boolean;
  players: { id: number; name: string; is_home: boolean; places: number }[];
}

export interface Rated {
  match: number;
  finished: number;
  rating: number;
  deviation: number;
  version: number;
}

export interface Seat {
  match: number;
  token: string;
  side: 0 | 1;
  link?: string | null;
}

/** The server answered that it cannot do it (`status`), or did not answer at all (status 0). */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

export interface WhySide {
  player: number;
  name: string;
  has_lost: boolean;
  fault: string;
  exit: number | null;
  signal: number | null;
  /** For each answer. */
  ms: number[];
  limit_ms: number;
  command: string | null;
  is_mine: boolean;
  /** This and the exchanges are for the author and organisers. */
  stderr: string | null;
  exchanges:
    { turn: number; sent: string; is_cut: boolean; kind: string; answer: string | null; ms: number }[] | null;
}

export interface Why {
  match: number;
  is_over: boolean;
  reason: string;
  turns: number;
  void_why: string;
  sides: [WhySide, WhySide];
}

export interface Notice {
  id: number;
  kind: string;
  match: number | null;
  text: string;
  created: number;
  is_seen: boolean;
}

export async function send(path: string, how: RequestInit): Promise<Response> {
  const answer = await fetch(BASE + path, how).catch(() => {
    throw new ApiError(0, "");
  });
  if (answer.ok) return answer;
  const told = (await answer.json().catch(() => null)) as { error?: string } | null;
  throw new ApiError(answer.status, told?.error ?? answer.statusText);
}

/** Everything about one thing, or a list of things. */
export async function get<T>(path: string, signal?: AbortSignal): Promise<T> {
  return (await send(path, { signal })).json() as Promise<T>;
}

export async function post<T>(path: string, body: object): Promise<T> {
  const how = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
  const answer = await send(path, how);
  return (answer.status === 204 ? null : await answer.json()) as T;
}

export const isServerThere = () =>
  fetch("/healthz").then(
    ({ ok }) => ok,
    () => false,
  );

/** The record of a match, or one of the folder that the server watches. */
export async function getRecord(which: number | string): Promise<Uint8Array> {
  const path =
    typeof which === "number" ? `/matches/${which}/record` : `/folder/${encodeURIComponent(which)}`;
  return new Uint8Array(await (await send(path, {})).arrayBuffer());
}

export interface Newest {
  watches: boolean;
  record: string | null;
  changed: number;
}

const AGAIN_MS = 2000;

interface Listener {
  on: Record<string, (data: string) => void>;
  onopen?: () => void;
  onaway?: () => void;
}

/**
 * Listens to events of the server; goes on after the last one that came when the connection breaks, also when
 * the browser itself gives up. Returns what ends it.
 */
function listen(
  path: string,
  { on, onopen, onaway }: Listener,
  query: Record<string, string> = {},
): () => void {
  let source: EventSource;
  let after = "";
  let waiting = 0;
  const open = () => {
    const asked = new URLSearchParams(after ? { ...query, after } : query);
    source = new EventSource(`${BASE}${path}?${asked}`);
    source.onopen = () => onopen?.();
    for (const [kind, hear] of Object.entries(on))
      source.addEventListener(kind, (event) => {
        const { data, lastEventId } = event as MessageEvent<string>;
        if (lastEventId) after = lastEventId;
        hear(data);
      });
    source.onerror = () => {
      onaway?.();
      if (source.readyState === EventSource.CLOSED) waiting = window.setTimeout(open, AGAIN_MS);
    };
  };
  open();
  return () => {
    clearTimeout(waiting);
    source.close();
  };
}

/**
 * The lines of a match that is being played, from the first one on; `end` after the last. A match with a person in it is
 * shown before its end only to who has the secret of a seat.
 */
export function listenToMatch(
  match: number,
  heard: { line: (text: string) => void; end: () => void; away?: () => void },
  token?: string,
): () => void {
  const stop = listen(
    `/matches/${match}/live`,
    {
      on: {
        message: heard.line,
        end: () => {
          stop();
          heard.end();
        },
      },
      onaway: heard.away,
    },
    token ? { token } : {},
  );
  return stop;
}

export interface News {
  kind: string;
  match: number;
  ladder: number;
  text: string;
}

/** What happens on the arena from now on. */
export function listenToArena(hear: (news: News) => void): () => void {
  return listen("/feed", { on: { message: (data) => hear(JSON.parse(data) as News) } });
}

export interface ContestShort {
  name: string;
  title: string;
  state: string;
  game?: string;
  players?: number;
  /** This and the rest: of a contest of the league. */
  ladder?: string;
  opens?: number;
  closes?: number;
  is_private?: boolean;
  /** Why its file cannot be read. */
  error?: string;
}

export interface ContestMatch {
  round: number;
  label: string | null;
  bye: boolean;
  players: Pair<string | null>;
  over: boolean;
  wins: Pair<number>;
  winner: string | null;
}

/** What a contest of the league has besides. */
export interface ContestLeague {
  ladder: string;
  finals: string;
  opens: number;
  closes: number;
  frozen: number;
  finalists: number;
  is_open: boolean;
  is_private: boolean;
  call: string;
  running: number;
  latest: number;
  has_joined: boolean;
  has_withdrawn: boolean;
  coming: { seed: number; player: number; name: string }[];
}

export interface ContestStanding {
  rank: number;
  player: string;
  group?: string;
  won: number;
  drawn: number;
  lost: number;
  points: number;
}

export interface Contest {
  name: string;
  title: string;
  state: string;
  contest: string;
  game: string;
  games: number;
  over: boolean;
  phases: {
    name: string;
    format: string;
    over: boolean;
    standings: ContestStanding[];
    matches: ContestMatch[];
  }[];
  places: string[];
  league: ContestLeague | null;
}
