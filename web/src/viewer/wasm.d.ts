declare module "virtual:games.wasm" {
  const base64: string;
  export default base64;
}
