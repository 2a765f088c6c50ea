/* What vite.shared.ts makes at build time. */
declare module "virtual:games.wasm" {
  const load: () => Promise<BufferSource>;
  export default load;
}
declare module "virtual:games/view" {
  const views: Map<string, () => Promise<import("./view").GameView>>;
  export default views;
}
declare module "virtual:games/play" {
  const plays: Map<string, () => Promise<import("../play/play").GamePlay>>;
  export default plays;
}
declare module "virtual:games/about" {
  const abouts: Map<string, import("./about").About>;
  export default abouts;
}
