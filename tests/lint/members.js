// An ESLint rule that reports members, such as `.replaceChildren()`, that the oldest browsers lack on every object. A
// script doesn't tell the type of an object, so only the member's name is looked up, on web interfaces and built-in
// objects; with a named object, as in `AbortSignal.timeout`, that member itself. Members guarded by `?.` may be
// missing. (eslint-plugin-compat checks globals and built-ins, but few members of web interfaces.)

import bcd from "@mdn/browser-compat-data" with { type: "json" };

import { lacking } from "./oldest.js";

const INTERFACES = { ...bcd.javascript.builtins, ...bcd.api };
const bare = (name) => name.replace(/_static$|_event$/, "");

const BY_NAME = new Map();
for (const members of Object.values(INTERFACES)) {
  for (const [name, member] of Object.entries(members)) {
    if (!member.__compat || name.endsWith("_event")) continue;
    BY_NAME.set(bare(name), [...(BY_NAME.get(bare(name)) ?? []), member]);
  }
}

const candidates = (owner, name) => {
  const named = owner.type === "Identifier" && INTERFACES[owner.name];
  const member = named && (named[`${name}_static`] ?? named[name]);
  return member ? [member] : (BY_NAME.get(name) ?? []);
};

const isAskedFor = ({ parent }, node) =>
  (parent.optional && (parent.object === node || parent.callee === node)) ||
  (parent.type === "ChainExpression" && isAskedFor(parent, parent));

export default {
  meta: {
    type: "problem",
    schema: [{ type: "object", properties: { ours: { type: "array" } } }], // names that we give to data of our own
    messages: { lacking: "{{ name }} is unknown to {{ browsers }}." },
  },
  create: (context) => ({
    MemberExpression(node) {
      if (node.computed || isAskedFor(node, node)) return;
      if (context.options[0].ours.includes(node.property.name)) return;
      const found = candidates(node.object, node.property.name).filter((member) => member.__compat);
      const missing = found.map(lacking);
      if (!found.length || missing.some((browsers) => !browsers.length)) return;
      const data = { name: node.property.name, browsers: missing[0].join(", ") };
      context.report({ node: node.property, messageId: "lacking", data });
    },
  }),
};
