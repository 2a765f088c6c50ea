declare module "virtual:games.wasm" {
  const load: () => Promise<BufferSource>;
  export default load;
}
