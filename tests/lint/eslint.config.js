import compat from "eslint-plugin-compat";
import globals from "globals";

import members from "./members.js";
import { BROWSERS } from "./oldest.js";

// Holds the scripts to the oldest browsers: their syntax, globals and members.
export default [
  {
    files: ["**/*.js"],
    plugins: { compat, oldest: { rules: { members } } },
    languageOptions: {
      ecmaVersion: 2021, // the syntax that all of the oldest browsers read
      sourceType: "script",
      globals: { ...globals.browser, ...globals.serviceworker },
    },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    settings: { browsers: BROWSERS, lintAllEsApis: true },
    rules: {
      "compat/compat": "error",
      "oldest/members": ["error", { ours: ["token"] }], // a field of every form
      "no-restricted-syntax": [
        "error",
        { selector: "Literal[value=/:has\\(/]", message: "Where :has() is unknown, querySelector() throws." },
        {
          selector: "TemplateElement[value.raw=/:has\\(/]",
          message: "Where :has() is unknown, querySelector() throws.",
        },
      ],
    },
  },
];
