/*
 * me — who sits in front of the page, as the server sees it. Every change carries the word that only a page of
 * this site can have read (`csrf`).
 */
import { ApiError, get, send } from "./api";

export interface Account {
  id: number;
  name: string;
  role: "player" | "organiser";
}

interface Session {
  account: Account | null;
  csrf: string | null;
  signup: "closed" | "invitation" | "open";
  /** Nobody organises this league yet, and the link that the server printed makes the organiser. */
  first: boolean;
}

class Me {
  session = $state.raw<Session | null>(null);

  get account(): Account | null {
    return this.session?.account ?? null;
  }

  get isOrganiser(): boolean {
    return this.account?.role === "organiser";
  }

  /** Nobody is known where the server does not answer; the pages say that themselves. */
  async look(): Promise<void> {
    this.session = await get<Session>("/session").catch(() => this.session);
  }

  /** A change in this person's name; null where the answer has nothing in it. */
  async change<T>(method: "POST" | "PUT" | "DELETE", path: string, body?: object): Promise<T> {
    const headers: Record<string, string> = { "X-CSRF-Token": this.session?.csrf ?? "" };
    if (body) headers["Content-Type"] = "application/json";
    try {
      const answer = await send(path, { method, headers, body: body && JSON.stringify(body) });
      return (answer.status === 204 ? null : await answer.json()) as T;
    } catch (error) {
      // The session may have ended meanwhile.
      if (error instanceof ApiError && (error.status === 401 || error.status === 403)) void this.look();
      throw error;
    }
  }

  /** A file, as it is. */
  async upload<T>(path: string, file: Blob): Promise<T> {
    const headers = { "X-CSRF-Token": this.session?.csrf ?? "", "Content-Type": "application/octet-stream" };
    return (await send(path, { method: "POST", headers, body: file })).json() as Promise<T>;
  }

  /** Something of this person's is not needed any more; also while the page is being left, and whatever comes of it. */
  async forget(path: string): Promise<void> {
    const headers = { "X-CSRF-Token": this.session?.csrf ?? "" };
    await send(path, { method: "DELETE", headers, keepalive: true }).catch(() => null);
  }

  async logIn(name: string, password: string): Promise<void> {
    this.session = await this.change<Session>("POST", "/session", { name: name.normalize("NFC"), password });
  }

  async signUp(entered: string, password: string, invitation: string): Promise<void> {
    // Some keyboards and file names give an accent as a character of its own; names are kept in one form.
    const name = entered.normalize("NFC");
    this.session = await this.change<Session>("POST", "/accounts", { name, password, invitation });
  }

  async changePassword(old: string, fresh: string): Promise<void> {
    this.session = await this.change<Session>("PUT", "/password", { old, new: fresh });
  }

  async logOut(): Promise<void> {
    await this.change("DELETE", "/session");
    await this.look();
  }
}

export const me = new Me();
