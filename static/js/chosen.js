// Reacts to what is chosen in the form of a hand: marks it for the styles, removes what contradicts it, and keeps it.
// Also lifts the bar below the form over a row that it would cut.

// The places of a number, with the distance between two keys of a place.
const PLACES = [
  ["hundreds", 100, 100],
  ["tens", 10, 10],
  ["units", 1, 0.5],
];

// The number of the digits that are chosen, and the largest that there can be.
const numberIn = (group) => {
  const chosen = (name) => group.querySelector(`[name$="-${name}"]:checked`)?.value ?? 0;
  return PLACES.reduce((sum, [name, worth]) => sum + chosen(name) * worth, 0);
};
const mostIn = (group) => Math.max(...JSON.parse(group.dataset.possible)[0][1].flat());

// Marks what is chosen, for the styles of browsers without :has(). The form gets an attribute for each choice, such as
// data-chosen-call="solo"; a group in which nothing is missing gets data-chosen, and so does what [data-follows] a
// choice. Without this script the form has no data-chosen: then the styles show every field, and the rules refuse those
// that don't belong.
const MARK = "data-chosen";

const markGroup = (group) => {
  const digits = [...group.querySelectorAll(".digits")];
  const missing = (part) => !part.querySelector(":checked");
  const isKnown = group.dataset.possible && numberIn(group) === mostIn(group); // without a unit
  if (!isKnown && (digits.length ? digits : [group]).some(missing)) group.removeAttribute(MARK);
  else group.setAttribute(MARK, group.querySelector(":checked").value);
};

const markForm = () => {
  const form = document.getElementById("outcome");
  if (!form) return;
  for (const { name } of [...form.attributes]) {
    if (name.startsWith(`${MARK}-`)) form.removeAttribute(name);
  }
  form.setAttribute(MARK, "");
  for (const { name, value } of form.querySelectorAll(":checked")) form.setAttribute(`${MARK}-${name}`, value);
  for (const group of form.querySelectorAll("fieldset")) markGroup(group);
  for (const part of form.querySelectorAll("[data-follows]"))
    part.setAttribute(MARK, form.elements[part.dataset.follows].value);
  const call = form.querySelector("[data-takes]:checked");
  const isShown = ({ item, atFirst }) => (call ? call.dataset.takes.split(" ").includes(item) : atFirst !== undefined);
  for (const part of form.querySelectorAll("[data-item]"))
    part.toggleAttribute("data-left-out", !isShown(part.dataset));
  for (const summary of form.querySelectorAll(".unfolding > details > summary")) {
    const { means, sign } = summary.dataset;
    summary.textContent = summary.parentElement.querySelector(":checked")?.value ?? sign;
    summary.setAttribute("aria-label", `${means} ${summary.textContent}`);
  }
  const isNotPlayed = Boolean(form.querySelector('.minor :checked:not([value=""])'));
  form.toggleAttribute("data-not-played", isNotPlayed);
  for (const part of form.querySelectorAll(".played")) part.toggleAttribute("inert", isNotPlayed);
};

// A number that is tapped among the others closes their fold, on which it then stands. Arrow keys leave it open.
document.addEventListener("click", ({ target, detail }) => {
  const chip = detail && target.closest(".unfolding > details .chip");
  if (chip) chip.closest("details").open = false;
});

// Removes chips that contradict what is chosen elsewhere, and digits that lead only to impossible numbers. What was
// chosen before stays, and the rules refuse it. Without this script everything is offered. A condition is a query such as
// "bouts=0&call=prise": what is posted of each of these fields.

const offer = (key, isPossible) => (key.disabled = !isPossible && !key.checked);

// The numbers that all limits allow, in steps of a half.
const numbersWithin = (limits) => {
  const numbers = Array.from({ length: 2 * Math.max(...limits[0].flat()) + 1 }, (_, number) => number / 2);
  const isWithin = (number) => (ranges) => ranges.some(([low, high]) => low <= number && number <= high);
  return numbers.filter((number) => limits.every(isWithin(number)));
};

// Each place is limited by what is chosen in those before it, so that any digit can be changed.
const offerDigits = (group, holds, isPossible = () => true) => {
  const limits = JSON.parse(group.dataset.possible).filter(([condition]) => holds(condition));
  let numbers = numbersWithin(limits.map(([, ranges]) => ranges));
  const narrow = (left) => (numbers = left.length ? left : numbers); // what is impossible itself limits nothing
  narrow(numbers.filter(isPossible));
  let before = Infinity;
  for (const [name, worth, step] of PLACES) {
    const keys = [...group.querySelectorAll(`[name$="-${name}"]`)];
    if (!keys.length) continue;
    const size = before;
    const leadingTo = (key) =>
      numbers.filter((number) => Math.floor((number % size) / step) === (key.value * worth) / step);
    for (const key of keys) offer(key, leadingTo(key).length > 0);
    const chosen = keys.find(({ checked }) => checked);
    if (chosen) narrow(leadingTo(chosen));
    before = worth;
  }
};

// Numbers that add up to a whole: each is at most what those above it leave, and the last is exactly that. What is left
// for one alone, or nothing for several, isn't missing.
const offerParts = (whole, holds) => {
  let left = Number(whole.dataset.together);
  const groups = [...whole.children].filter((part) => part.matches("fieldset"));
  const isChosen = (group) => group.hasAttribute("data-chosen");
  groups.forEach((group, place) => {
    const isRest = place === groups.length - 1 && groups.slice(0, -1).every(isChosen);
    const isPossible = (number) => left < 0 || (isRest ? number === left : number <= left);
    if (group.dataset.possible) offerDigits(group, holds, isPossible);
    else for (const key of group.querySelectorAll("input")) offer(key, isPossible(Number(key.value)));
    if (!isChosen(group)) return;
    for (const { name, value } of group.querySelectorAll(":checked")) left -= value * (name.endsWith("-tens") ? 10 : 1);
  });
  const open = groups.filter((group) => !isChosen(group));
  if (left === 0 || (left > 0 && open.length === 1)) for (const group of open) group.setAttribute(MARK, "");
};

const offerPossible = () => {
  const form = document.getElementById("outcome");
  if (!form) return;
  const posted = new FormData(form);
  const holds = (condition) =>
    [...new URLSearchParams(condition)].every(([name, value]) => (posted.get(name) ?? "") === value);
  for (const chip of form.querySelectorAll("[data-never-with]")) {
    offer(chip, !chip.dataset.neverWith.split(" ").some(holds));
  }
  for (const group of form.querySelectorAll("[data-shown-with]")) {
    group.hidden = !group.dataset.shownWith.split(" ").some(holds);
  }
  for (const group of form.querySelectorAll("[data-possible]")) offerDigits(group, holds);
  for (const whole of form.querySelectorAll("[data-together]")) offerParts(whole, holds);
};

// After a change of dealer, other players may play, and the server redraws the fields with what was entered. Open folds
// stay open, the focus keeps its place, and a preview of the new fields is requested.
const FOCUSABLE = "input, summary";
let focused;
document.addEventListener("htmx:oobBeforeSwap", ({ target, detail: { fragment } }) => {
  if (target.id !== "hand-fields") return;
  const folds = fragment.querySelectorAll("details");
  target.querySelectorAll("details").forEach(({ open }, place) => (folds[place].open = open));
  fragment.querySelector("#note").value = target.querySelector("#note").value; // typed since the request
  focused = [...target.querySelectorAll(FOCUSABLE)].indexOf(document.activeElement);
});
document.addEventListener("htmx:oobAfterSwap", ({ detail: { target } }) => {
  if (target.id !== "hand-fields" || focused === undefined) return; // once, not for each of the new elements
  target.querySelectorAll(FOCUSABLE)[focused]?.focus({ preventScroll: true });
  focused = undefined;
  target.dispatchEvent(new Event("change", { bubbles: true }));
});

// The bar is lifted over the row that it cuts, except on a phone on its side and on a tablet between the players: nothing
// that can be tapped is half behind it until the page is scrolled. Keys that touch share a border, which stays.
let wasScrolled = false;
const liftBar = () => {
  wasScrolled = scrollY > 0;
  document.body.style.removeProperty("--lift");
  const bar = document.getElementById("bar");
  if (!bar || wasScrolled || getComputedStyle(bar, "::before").content === "none") return;
  const { top: foot, right: end } = bar.getBoundingClientRect();
  const isApart = (target) => !target.closest("#bar, details:not([open]) > :not(summary)");
  const targets = [...document.querySelectorAll("main :is(.chip, summary, a, button)")].filter(isApart);
  const boxes = targets.map((target) => target.getBoundingClientRect());
  const cut = boxes.filter(({ left, top, bottom }) => left < end && top < foot - 1.5 && foot + 1 < bottom);
  const edge = Math.min(foot, ...cut.map(({ top }) => top));
  const shared = cut.length && boxes.some(({ bottom }) => Math.abs(bottom - edge) < 0.5) ? 1 : 0;
  document.body.style.setProperty("--lift", `${foot - edge - shared}px`);
};

// A tablet between the players: the side that the page is turned to, marked as the server marks it.
const markSide = () => {
  const side = document.querySelector("#tablet-side :checked");
  if (side) document.body.dataset.facing = side.value;
};

// Keeps what is chosen over a reload and a look at other pages, in this tab and for each form: for the hand of this
// number, which is the next one as soon as it is recorded or waits, or for the amendment of this revision.
const handOf = ({ dataset: { nextNumber }, elements: { revision } }) => {
  const { waiting = 0 } = document.body.dataset;
  return nextNumber ? Number(nextNumber) + Number(waiting) : revision.value;
};
const keep = ({ target }) => {
  const form = target.closest("#outcome");
  if (!form) return;
  const query = new URLSearchParams(new FormData(form)).toString();
  sessionStorage.setItem(form.action, JSON.stringify([handOf(form), query]));
};
const restore = () => {
  const form = document.getElementById("outcome");
  const [hand, query] = JSON.parse(sessionStorage.getItem(form?.action) ?? "[]");
  if (!form || hand !== handOf(form)) return;
  const chosen = new URLSearchParams(query);
  for (const field of form.querySelectorAll("input:not([type=hidden])")) {
    if (/radio|checkbox/.test(field.type)) field.checked = chosen.getAll(field.name).includes(field.value);
    else field.value = chosen.get(field.name) ?? "";
  }
  form.dispatchEvent(new Event("change", { bubbles: true })); // for a new preview
};
const forget = ({ target }) => target.id === "outcome" && sessionStorage.removeItem(target.action);
for (const event of ["change", "input"]) document.addEventListener(event, keep);
// Once it is sent, waiting.js has it. After a failure in which that doesn't let it wait, it stays in the form.
for (const event of ["submit", "reset"]) addEventListener(event, forget);
document.addEventListener("htmx:afterRequest", ({ detail: { requestConfig, xhr } }) => {
  if (requestConfig.elt.id === "outcome" && [429, 500].includes(xhr.status)) keep({ target: requestConfig.elt });
});
// A refused hand comes back filled in, and after a conflict it has another number.
document.addEventListener("htmx:load", ({ target }) => {
  const form = target.id === "table" && target.querySelector("#outcome");
  if (form) (form.matches("[data-filled]") ? keep : forget)({ target: form });
});
addEventListener("pageshow", restore);

const mark = () => {
  markForm();
  offerPossible();
  markSide();
  liftBar();
};

mark();
for (const event of ["change", "cleared", "htmx:load"]) document.addEventListener(event, mark);
for (const event of ["resize", "toggle"]) addEventListener(event, liftBar, { capture: true });
addEventListener("scroll", () => wasScrolled === scrollY > 0 || liftBar(), { passive: true });
addEventListener("pageshow", mark); // Back: the browser has filled in what was chosen
