/*
 * api — what the server tells and takes (site/api/openapi.yaml), with types. The only file that knows addresses
 * under /api.
 */
import { link } from "./link.svelte";
import { saySentence } from "./sentence";
import type { components } from "./openapi";

const BASE = "/api/v1";

/* What the server tells, as site/api/openapi.yaml has it: `npm run types` makes openapi.ts of it. */
type Schemas = components["schemas"];
type Refusal = Schemas["Error"];
export type Game = Schemas["Games"]["games"][number];
export type Bot = Schemas["Bots"]["bots"][number];
export type Ladder = Schemas["Ladder"];
export type LadderTable = Schemas["LadderTable"];
export type Standing = Schemas["Standings"]["standings"][number];
export type Match = Schemas["Match"];
export type MatchPlayer = Match["players"][number];
export type Player = Schemas["Player"];
/** A practice room. */
export type Room = Schemas["Room"];
export type Rated = Schemas["History"]["history"][number];
/** The seat of a person, with the link for a friend where there is to be one. */
export type Seat = Schemas["Joined"] & Partial<Pick<Schemas["Begun"], "link">>;
export type Downloads = Schemas["Downloads"];
export type Languages = Schemas["Languages"];
export type Kit = Schemas["Kit"];
export type Try = Schemas["Try"];
export type Why = Schemas["Why"];
export type WhySide = Why["sides"][number];
export type Notice = Schemas["Notices"]["notices"][number];
export type Newest = Schemas["Newest"];
export type News = Schemas["News"];
export type ContestShort = Schemas["Contests"]["contests"][number];
export type Contest = Schemas["Contest"];
export type ContestLeague = NonNullable<Schemas["ContestLeague"]>;
/** The show of a contest's finals. */
export type Stage = Schemas["Stage"];
export type ContestPhase = Contest["phases"][number];
export type ContestMatch = ContestPhase["matches"][number];
export type ContestStanding = ContestPhase["standings"][number];

/** Games of people are on ladders, too, but nobody climbs there. */
export const isRated = (ladder: Ladder) => ladder.formula !== "none";

/** The server answered that it cannot do it (`status`), or did not answer at all (status 0). */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly code = "",
  ) {
    super(message);
  }
}

export async function send(path: string, how: RequestInit): Promise<Response> {
  const answer = await fetch(BASE + path, how).catch(() => {
    if (!how.signal?.aborted) link.isAway = true;
    throw new ApiError(0, "");
  });
  link.isAway = false;
  if (answer.ok) return answer;
  const told = (await answer.json().catch(() => null)) as Refusal | null;
  throw new ApiError(answer.status, told ? saySentence(told.error, told) : answer.statusText, told?.code);
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

/** Of the program that serves the site; "" when it does not tell. */
export const versionOf = (): Promise<string> =>
  fetch("/healthz")
    .then((answer) => answer.json())
    .then(({ version }) => (typeof version === "string" ? version : ""))
    .catch(() => "");

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

/** The record of a run, as far as it was played. */
export async function getTryRecord(id: string): Promise<Uint8Array> {
  return new Uint8Array(await (await send(`/tries/${id}/record`, {})).arrayBuffer());
}

/** The record of a game of a contest from a file, by its key with dashes. */
export async function getContestGame(contest: string, key: string): Promise<Uint8Array> {
  const path = `/contests/${encodeURIComponent(contest)}/games/${encodeURIComponent(key)}`;
  return new Uint8Array(await (await send(path, {})).arrayBuffer());
}

const stagePath = (contest: string, part: string, token: string) =>
  `/contests/${encodeURIComponent(contest)}/stage/${part}?stage=${encodeURIComponent(token)}`;

/** The record of the game that is due on a contest's stage, or of one before it. */
export async function getStageRecord(contest: string, token: string, match: number): Promise<Uint8Array> {
  const answer = await send(`${stagePath(contest, "record", token)}&match=${match}`, {});
  return new Uint8Array(await answer.arrayBuffer());
}

/** The stage has shown this game to its end. */
export async function tellShown(contest: string, token: string, match: number): Promise<void> {
  await post(stagePath(contest, "shown", token), { match });
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
 * shown before its end only to who has the secret of a seat. A brief one holds no connection: it comes again and again.
 */
export function listenToMatch(
  match: number,
  heard: { line: (text: string) => void; end: () => void; away?: () => void },
  query: { token?: string; brief?: "1" } = {},
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
    query,
  );
  return stop;
}

/** What happens on the arena from now on; `back` after the server was away. */
export function listenToArena(hear: (news: News) => void, back: () => void): () => void {
  let wasAway = false;
  const onopen = () => {
    link.isAway = false;
    if (wasAway) back();
    wasAway = false;
  };
  // It may also be busy, and end a stream: then it still answers.
  const onaway = async () => {
    wasAway = true;
    link.isAway = !(await isServerThere());
  };
  return listen("/feed", {
    on: { message: (data) => hear(JSON.parse(data) as News) },
    onopen,
    onaway: () => void onaway(),
  });
}
