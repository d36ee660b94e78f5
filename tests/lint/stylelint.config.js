import { BROWSERS } from "./oldest.js";

// Features that the oldest browsers may lack: without them a page looks plainer, but its content and functions are the
// same.
const ENHANCEMENTS = {
  selectors: [
    "has", // attributes carry the same information: tests/e2e/browsers/test_oldest_browsers.py compares the two
    "focus-visible", // :focus precedes it
    "file-selector-button", // else the system's own
  ],
  properties: {
    "accent-color": ["/./"], // else the system's own
    "break-after": ["avoid"], // on paper, where it can be avoided
    "break-before": ["avoid"],
    "color-scheme": ["/./"], // else scroll bars are light
    "container-type": ["/./"], // its units are in @supports
    "font-family": ["ui-monospace"], // fallbacks follow it
    "forced-color-adjust": ["/./"], // for forced colours, where supported
    hyphens: ["/./"], // else words break without a hyphen
    outline: ["/./"], // else with corners that are not rounded
    "overflow-wrap": ["anywhere"], // else break-word, which is inherited
    "scroll-behavior": ["/./"], // only turned off
    "text-size-adjust": ["/./"], // iOS only
    "text-wrap": ["/./"], // else lines of a heading are of different length
    width: ["fit-content"], // else as wide as there is room
  },
  atRules: [
    "container", // else a column is somewhat wider
    "page", // the margins of a sheet, else the browser's own
  ],
  units: [
    "dvh", // vh precedes it
    "/^cq/", // in @supports
  ],
};

// Newer than Baseline 2020, which the second rule checks against, but supported by the oldest browsers.
const KNOWN = {
  selectors: ["is", "where"],
  properties: Object.fromEntries(
    [
      "/^(border|inset|margin|padding|scroll-padding)-(block|inline)/",
      "inset",
      "/^scroll-(margin|padding)/",
      "text-decoration-thickness",
    ].map((property) => [property, ["/./"]]),
  ),
};

export default {
  reportDescriptionlessDisables: true,
  reportNeedlessDisables: true,
  plugins: ["stylelint-no-unsupported-browser-features", "stylelint-plugin-use-baseline"],
  rules: {
    // In flex containers, Chrome supports these only from version 93; browser data lists them for grids, which had them
    // earlier.
    "declaration-property-value-disallowed-list": [
      { "/^(align|justify)-(items|content|self)$/": ["/(^| )(start|end)$/"] },
      { message: "Write flex-start and flex-end, which mean the same in a grid." },
    ],
    "plugin/no-unsupported-browser-features": [
      true,
      {
        browsers: BROWSERS,
        ignorePartialSupport: true,
        ignore: [
          "css-container-queries",
          "css-container-query-units",
          "css-focus-visible",
          "css-has",
          "css-paged-media",
          "css-scroll-behavior",
          "css-subgrid", // in @supports
          "css-touch-action", // Safari waits for a second tap
          "css3-cursors", // phones have none
          "extended-system-fonts",
          "text-size-adjust",
          "viewport-unit-variants",
        ],
      },
    ],
    "plugin/use-baseline": [
      true,
      {
        available: 2020,
        ignoreSelectors: [...ENHANCEMENTS.selectors, ...KNOWN.selectors],
        ignoreProperties: { ...ENHANCEMENTS.properties, ...KNOWN.properties },
        ignoreAtRules: ENHANCEMENTS.atRules,
        ignoreUnits: ENHANCEMENTS.units,
      },
    ],
  },
};
