/*
 * theme — light or dark: follows the system until it is chosen here.
 */
import { store, stored } from "./i18n/language.svelte";

const KEY = "taisen-theme";

class Theme {
  isDark = $state(false);

  constructor() {
    const system = matchMedia("(prefers-color-scheme: dark)");
    const chosen = stored(KEY);
    this.isDark = chosen ? chosen === "dark" : system.matches;
    system.addEventListener("change", () => {
      if (!stored(KEY)) this.isDark = system.matches;
    });
  }

  toggle(): void {
    this.isDark = !this.isDark;
    store(KEY, this.isDark ? "dark" : "light");
  }
}

export const theme = new Theme();
