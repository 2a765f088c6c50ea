/* notices — how many notices somebody has not seen yet; asked for again when the arena has news, but not at every
   one. */
import { get } from "./api";
import { me } from "./me.svelte";

const REST_MS = 10000;

class Notices {
  unseen = $state(0);
  private whose = 0;
  private asked = 0;

  async look(): Promise<void> {
    const who = me.account?.id ?? 0;
    if (who === this.whose && Date.now() - this.asked < REST_MS) return;
    this.whose = who;
    this.asked = Date.now();
    if (who === 0) this.unseen = 0;
    else this.unseen = (await get<{ unseen: number }>("/notices").catch(() => ({ unseen: 0 }))).unseen;
  }

  async see(last: number): Promise<void> {
    await me.change("POST", "/notices/seen", { last }).catch(() => undefined);
    this.asked = 0;
    await this.look();
  }
}

export const notices = new Notices();
