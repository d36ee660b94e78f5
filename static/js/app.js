// What every page needs: keep the screen on, copy links, show that a page is loading, tell screen readers what changed,
// unfold rows, and vibrate when a hand is recorded. The last two are for tables only, but too short for files of their
// own: a file costs more in headers than they do.

// Keeps the screen on while a table is open, if the browser can. It releases the lock when the page is hidden.
const keepScreenOn = () => {
  if (!document.body.matches("[data-keep-awake]")) return;
  // eslint-disable-next-line compat/compat -- asked for by `?.`
  navigator.wakeLock?.request("screen").catch(() => {});
};
for (const event of ["pageshow", "visibilitychange"]) addEventListener(event, keepScreenOn);

// The service worker shows tables without a connection: worker.js.
addEventListener("load", () => navigator.serviceWorker?.register("/sw.js").catch(() => {}));

// A button with data-copy copies the field that it names. It is hidden where the browser has no clipboard, which needs
// https or localhost.
const copy = ({ target: button }) =>
  navigator.clipboard
    .writeText(document.getElementById(button.dataset.copy).value)
    .then(() => button.replaceChildren(button.dataset.copied));
for (const button of navigator.clipboard ? document.querySelectorAll("[data-copy]") : []) {
  Object.assign(button, { hidden: false, onclick: copy });
}

// Shows a line at the top while another page is loading, since not every browser does.
const leavesPage = ({ type, target }) =>
  type === "submit" || Boolean(target.closest?.("a[href]:not([href^='#'], [download])"));
const markLeaving = (event) =>
  document.body.toggleAttribute("data-leaving", !event.defaultPrevented && leavesPage(event));
for (const event of ["click", "submit", "pageshow"]) addEventListener(event, markLeaving);

// Escape closes the menu.
addEventListener("keydown", ({ key }) => {
  const menu = key === "Escape" && document.querySelector(".menu[open]");
  if (!menu) return;
  menu.open = false;
  menu.querySelector("summary").focus();
});

// A tap may wait in htmx's queue until the answer to the one before has replaced its button, so the button is named
// here. A choice in the form of a new session taps no button.
document.addEventListener("htmx:configRequest", ({ detail: { elt, formData, triggeringEvent } }) => {
  const { submitter, type } = triggeringEvent ?? {};
  if (submitter?.name) formData.set(submitter.name, submitter.value);
  if (elt.id === "new_form" && type === "change") formData.set("action", "redraw");
});

// A request that failed is reported, and can be repeated unless it was refused. Polls are not reported, nor are new
// hands, which wait by themselves (waiting.js); a preview only shows as outdated.
const reportFailure = ({ type, defaultPrevented, detail: { elt, xhr } }) => {
  if (defaultPrevented || elt.matches("[hx-trigger^='every']")) return;
  const status = document.getElementById("status-message");
  if (elt.id === "bar") {
    elt.querySelector("#standings")?.setAttribute("data-stale", ""); // until the next preview
    for (const said of document.querySelectorAll(".said")) said.replaceChildren();
    Object.assign(elt.querySelector("#result"), { className: "", textContent: status.dataset.record });
    return;
  }
  const isRefused = type === "htmx:responseError" && xhr.status < 502; // from 502 on, it may succeed soon
  const textContent = status?.dataset[isRefused ? "refused" : "lost"];
  status?.replaceChildren(Object.assign(document.createElement("strong"), { className: "problem", textContent }));
  status?.scrollIntoView({ block: "nearest" });
  announce();
};
for (const failure of ["htmx:sendError", "htmx:timeout", "htmx:responseError"]) {
  document.addEventListener(failure, reportFailure);
}

// A preview that the next one overtakes is aborted on purpose, so it is no error in the console. After `afterRequest`
// any other failure is logged by its own name.
htmx.logger = (_element, name, detail) => {
  if (name === "htmx:afterRequest" || name === "htmx:sendAbort") delete detail.error;
};

// A 503 from our own server has a sentence with the reason; one from a proxy has none.
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  const { xhr, requestConfig } = detail;
  const { id } = requestConfig.elt;
  const isExplained = xhr.status === 503 && xhr.getResponseHeader("HX-Retarget");
  const waitsByItself = id === "bar" || (id === "outcome" && xhr.getResponseHeader("Retry-After"));
  if (isExplained && !waitsByItself) Object.assign(detail, { shouldSwap: true, isError: false });
});

// Screen readers hear changes in an element that stays in the page, so it repeats what is swapped: what was written
// (while the next hand is being filled in, only what others wrote), what is wrong, or else what the save button says.
const textOf = (selector) =>
  [...document.querySelectorAll(selector)]
    .map((element) => element.textContent.trim())
    .join(" ")
    .trim();
const announce = ({ detail } = {}) => {
  const isFilling = document.querySelector("#outcome[data-filled]");
  const written = textOf(`#status-message > ${isFilling ? ":not(span:not(.live-update))" : ":first-child"}`);
  const message = `${written} ${textOf("#outcome .error") || textOf("[data-filled] .said, [data-filled] #result")}`;
  const words = textOf(".hand:focus-within + .derivation-row h2") || message.trim() || textOf("#result");
  for (const region of document.querySelectorAll("#screen-reader-status")) {
    if (region.textContent !== words) region.textContent = words;
  }
  if (document.activeElement.matches("body, #save:not([data-filled] *)")) {
    document
      .querySelector(detail?.xhr ? "#next-row, #line, #hand-title" : "#next-row, #line")
      ?.focus({ preventScroll: true });
  }
};
document.addEventListener("htmx:afterSettle", announce);

// Rows that unfold: a link with aria-expanded fetches the details below its row, and a second tap folds them again.
// Without this script the link leads to a page of its own.

const opens = (link) => link.getAttribute("aria-expanded") === "false";

document.addEventListener("htmx:beforeRequest", (event) => {
  const { elt: link, target } = event.detail;
  if (!link.hasAttribute("aria-expanded") || opens(link)) return;
  event.preventDefault();
  target.replaceChildren();
  link.setAttribute("aria-expanded", "false");
});

document.addEventListener("htmx:afterSwap", ({ detail }) => {
  const link = detail.requestConfig?.elt; // undefined after a swap by live.js
  if (link?.hasAttribute("aria-expanded")) link.setAttribute("aria-expanded", "true");
});

// A phone that can vibrate does so briefly when a hand is recorded. The menu has a check box to turn this off, which is
// hidden where nothing can vibrate.
/* eslint-disable oldest/members -- nothing is asked for where the check box stays hidden */
const VIBRATION_OFF = "vibration-off";
const MILLISECONDS = 15;

const showVibration = () => {
  const setting = document.getElementById("vibration");
  if (!setting || !navigator.vibrate) return;
  setting.hidden = false;
  setting.querySelector("input").checked = !localStorage.getItem(VIBRATION_OFF);
};
document.addEventListener("change", ({ target }) => {
  if (!target.closest("#vibration")) return;
  if (target.checked) localStorage.removeItem(VIBRATION_OFF);
  else localStorage.setItem(VIBRATION_OFF, "yes");
});
document.addEventListener("htmx:afterRequest", ({ detail: { requestConfig, xhr } }) => {
  const isRecorded = requestConfig.elt.id === "outcome" && xhr.status === 200;
  if (isRecorded && navigator.vibrate && !localStorage.getItem(VIBRATION_OFF)) navigator.vibrate(MILLISECONDS);
});
showVibration();
/* eslint-enable oldest/members */
