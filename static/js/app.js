// The screen stays on while a table is open, where the browser allows it; a page that was hidden asks again.
// eslint-disable-next-line compat/compat -- asked for by `?.`
const stayOn = () => document.body.matches("[data-awake]") && navigator.wakeLock?.request("screen").catch(() => {});
for (const sign of ["pageshow", "visibilitychange"]) addEventListener(sign, stayOn);
addEventListener("load", () => navigator.serviceWorker?.register("/sw.js").catch(() => {})); // for without connection: worker.js
// A button with data-copy copies what is in the field it names. It is shown only where that can work (https or localhost).
const copy = ({ target: it }) =>
  navigator.clipboard
    .writeText(document.getElementById(it.dataset.copy).value)
    .then(() => it.replaceChildren(it.dataset.copied));
for (const button of navigator.clipboard ? document.querySelectorAll("[data-copy]") : [])
  Object.assign(button, { hidden: false, onclick: copy });
// The page that was asked for is on its way; not every browser says so by itself.
const asks = ({ type, target }) => type === "submit" || target.closest?.("a[href]:not([href^='#'], [download])");
const asking = (event) => document.body.toggleAttribute("data-asking", !event.defaultPrevented && Boolean(asks(event)));
for (const sign of ["click", "submit", "pageshow"]) addEventListener(sign, asking);
// The second tap of a double tap, which may find another button where the first one was: Undo must not put back what it took.
let tapped = {};
document.addEventListener(
  "click",
  (tap) => {
    const button = tap.detail && tap.target.closest("#table button"); // detail 0: by keyboard
    const near = Math.hypot(tap.clientX - tapped.clientX, tap.clientY - tapped.clientY) < 20;
    if (button && near && tap.timeStamp - tapped.timeStamp < 400) tap.preventDefault();
    tapped = button ? tap : {};
  },
  true,
);
// A tap that waited for the answer to the one before still says on which button it was, also where the answer took that away.
document.addEventListener(
  "htmx:configRequest",
  ({ detail: { formData, triggeringEvent: { submitter } = {} } }) =>
    submitter?.name && formData.set(submitter.name, submitter.value),
);
// Whoever got no answer is told, and may tap again unless it was a refusal. A new hand waits by itself (waiting.js), and a
// preview is not missed.
const failed = ({ type, defaultPrevented, detail: { elt, xhr } }) => {
  if (defaultPrevented) return;
  const said = document.getElementById("said");
  if (elt.id === "bar") elt.querySelector("#standings")?.setAttribute("data-stale", ""); // until there is a preview again
  if (elt.id === "bar")
    return Object.assign(elt.querySelector("#result"), { className: "", textContent: said.dataset.record });
  const refused = type === "htmx:responseError" && xhr.status < 502; // from 502 on, the same may be taken soon
  const textContent = said?.dataset[refused ? "refused" : "lost"];
  said?.replaceChildren(Object.assign(document.createElement("strong"), { className: "problem", textContent }));
  hear();
};
for (const failure of ["htmx:sendError", "htmx:timeout", "htmx:responseError"])
  document.addEventListener(failure, failed);
// The server says in a sentence of its own why its database takes nothing; a 503 of a proxy has none.
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  const {
    xhr,
    requestConfig: {
      elt: { id },
    },
  } = detail;
  const explained = xhr.status === 503 && xhr.getResponseHeader("HX-Retarget");
  if (explained && id !== "bar" && !(id === "outcome" && xhr.getResponseHeader("Retry-After")))
    Object.assign(detail, { shouldSwap: true, isError: false });
});
// Screen readers hear what changed. What they listen to has to stay in the page, so it repeats what is swapped: what was
// written (while the next hand is filled in that is no news), what is wrong, or else what the save button says now.
const textOf = (places) =>
  [...document.querySelectorAll(places)]
    .map((place) => place.textContent.trim())
    .join(" ")
    .trim();
const hear = ({ detail } = {}) => {
  const said = `${textOf("#said > :first-child:not([data-filled] span:not(.news))")} ${textOf("#outcome .error") || textOf("[data-filled] #result")}`;
  const words = textOf(".hand:focus-within + .why h2") || said.trim() || textOf("#result");
  for (const heard of document.querySelectorAll("#heard")) if (heard.textContent !== words) heard.textContent = words;
  if (document.activeElement.matches("body, #save:not([data-filled] *)"))
    document.querySelector(detail?.xhr ? "#line, #hand-title" : "#line")?.focus({ preventScroll: true });
};
document.addEventListener("htmx:afterSettle", hear);
