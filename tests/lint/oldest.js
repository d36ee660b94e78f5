// The oldest supported browsers, from package.json, which all tools read, and the features they lack by browser data.

import { readFileSync } from "node:fs";

import browserslist from "browserslist";

export const BROWSERS = JSON.parse(readFileSync(new URL("package.json", import.meta.url))).browserslist;

// The names in browser-compat-data of browserslist's browsers.
const NAMES = {
  chrome: "chrome",
  edge: "edge",
  firefox: "firefox",
  ios_saf: "safari_ios",
  safari: "safari",
  samsung: "samsunginternet_android",
};

const numbers = (version) => version.split("-")[0].split(".").map(Number);

const isNewer = (one, other) => {
  const [a, b] = [numbers(one), numbers(other)];
  return a[0] === b[0] ? (a[1] ?? 0) > (b[1] ?? 0) : a[0] > b[0];
};

const OLDEST = new Map();
for (const [name, version] of browserslist(BROWSERS).map((browser) => browser.split(" "))) {
  const found = OLDEST.get(NAMES[name]);
  if (!found || isNewer(found, version)) OLDEST.set(NAMES[name], version.split("-")[0]);
}

const isIn = (statement, version) =>
  [statement ?? []]
    .flat()
    .some(({ version_added: added, version_removed: removed, flags, prefix, alternative_name: other }) => {
      if (typeof added !== "string" || added === "preview" || removed || flags || prefix || other) return false;
      return !isNewer(added.replace("≤", ""), version);
    });

// The oldest browsers that lack a feature of browser-compat-data.
export const lacking = ({ __compat: { support } }) =>
  [...OLDEST].filter(([name, version]) => !isIn(support[name], version)).map(([name, version]) => `${name} ${version}`);
