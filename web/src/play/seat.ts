/*
 * seat — a person's place in a match: the secret that opens it, kept by the browser, so that a page can be loaded
 * again in the middle of a game.
 */
import { ApiError, post, type Seat } from "../site/api";

const KEY = "taisen-seat-";
const AGAIN_MS = 150;
const TRIES = 40;

export interface Wish {
  game: string;
  against: string;
  side: 0 | 1;
  setup: string;
  name: string;
}

function keep(seat: Seat): Seat {
  try {
    sessionStorage.setItem(KEY + seat.match, JSON.stringify(seat));
  } catch {
    // then the game cannot be taken up again after a reload
  }
  return seat;
}

export function keptSeat(match: number): Seat | null {
  try {
    return JSON.parse(sessionStorage.getItem(KEY + match) ?? "null") as Seat | null;
  } catch {
    return null;
  }
}

export async function takeSeat(wish: Wish): Promise<Seat> {
  return keep(await post<Seat>("/play", wish));
}

export async function joinSeat(match: number, token: string, name: string): Promise<Seat> {
  return keep(await post<Seat>(`/play/${match}/join`, { token, name }));
}

/** Sends an answer. The page may know of a new turn before the seat is asked: then it is tried again. */
export async function sendAnswer(seat: Seat, turn: number, answer: string): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      return await post(`/play/${seat.match}/answer`, { token: seat.token, turn, answer });
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 409 || tries >= TRIES) throw error;
      await new Promise((done) => setTimeout(done, AGAIN_MS));
    }
  }
}

export const leaveSeat = (seat: Seat) => post(`/play/${seat.match}/leave`, { token: seat.token });
