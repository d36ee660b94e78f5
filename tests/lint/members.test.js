// What the rule reports and what it accepts.

import { RuleTester } from "eslint";

import members from "./members.js";

const options = [{ ours: ["token"] }];
const lacks = (code) => ({ code, options, errors: [{ messageId: "lacking" }] });
const fine = (code) => ({ code, options });

new RuleTester().run("members", members, {
  valid: [
    fine("place.replaceChildren()"), // Chrome 86, Firefox 78, Safari 14
    fine("request.timeout = 15"), // of XMLHttpRequest
    fine("navigator.wakeLock?.request('screen')"),
    fine("event.addRoutes?.({})"),
    fine("form.elements.token.value"),
    fine("hand.ofOurOwn"),
  ],
  invalid: [
    lacks("AbortSignal.timeout(15)"), // Chrome 103, Firefox 100, Safari 16
    lacks("form.inert = true"), // Chrome 102, Firefox 112, Safari 15.5
    lacks("field.ariaInvalid = null"), // Firefox 119
    lacks("crypto.randomUUID()"), // Chrome 92, Firefox 95, Safari 15.4
    lacks("hands.at(-1)"), // Chrome 92, Firefox 90, Safari 15.4
    lacks("hands.toSorted()"), // Chrome 110, Firefox 115, Safari 16
  ],
});
