/* The little of js-yaml that web/docs.ts uses; its own types are a package more. */
declare module "js-yaml" {
  export function load(text: string): unknown;
}
