/* What vite.shared.ts makes at build time. */
declare module "virtual:games.wasm" {
  const load: () => Promise<BufferSource>;
  export default load;
}
declare module "virtual:bots.wasm" {
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
declare module "virtual:docs" {
  interface Written {
    title: string;
    headings: { id: string; text: string; depth: number }[];
    html: string;
  }
  interface Listed {
    slug: string;
    group: "begin" | "rules" | "host" | "inside";
    titles: { en: string; ja?: string };
    load: { en: () => Promise<{ default: Written }>; ja?: () => Promise<{ default: Written }> };
  }
  const docs: Listed[];
  export default docs;
}

declare module "virtual:docs/search.*" {
  const passages: import("../site/docs/search").Passage[];
  export default passages;
}
