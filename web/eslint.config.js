// What ESLint looks for in the pages, the games' views and the browser tests. Types are svelte-check's work.
import js from "@eslint/js";
import svelte from "eslint-plugin-svelte";
import globals from "globals";
import ts from "typescript-eslint";

export default ts.config(
    { ignores: ["**/node_modules/", "web/.npm/", "web/src/site/openapi.ts", "build*/"] },
    js.configs.recommended,
    ...ts.configs.recommended,
    ...svelte.configs.recommended,
    {
        languageOptions: { globals: { ...globals.browser, ...globals.node } },
        rules: {
            eqeqeq: "error",
            "no-var": "error",
            "prefer-const": "error",
            "no-undef": "off", // TypeScript knows
            "@typescript-eslint/no-unused-vars": [
                "error",
                { argsIgnorePattern: "^_", varsIgnorePattern: "^_" },
            ],
            // Rune declarations are `let` by nature.
            "svelte/prefer-const": "off",
            // It takes the words of our reasons for names of warnings; svelte-check knows which are unused.
            "svelte/no-unused-svelte-ignore": "off",
        },
    },
    {
        files: ["**/*.svelte", "**/*.svelte.ts"],
        languageOptions: { parserOptions: { parser: ts.parser } },
        rules: { "prefer-const": "off" },
    },
    {
        // Tests try all games in one list.
        files: ["**/*.test.ts"],
        rules: { "@typescript-eslint/no-explicit-any": "off" },
    },
);
