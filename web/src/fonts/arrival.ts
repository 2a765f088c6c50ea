/* Fonts come after the first picture: what draws or measures text does it again when one has arrived. */
import { createSubscriber } from "svelte/reactivity";

/** Called within an effect: it runs again whenever a font has been loaded. */
export const againWithFonts = createSubscriber((again) => {
  document.fonts.addEventListener("loadingdone", again);
  return () => document.fonts.removeEventListener("loadingdone", again);
});
