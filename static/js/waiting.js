// Hands that could not be sent. They wait on the phone, even across reloads, and are sent in order once the connection
// is back. The server accepts each token once, so no hand is recorded twice. A line typed from paper always waits: its
// field is free for the next line at once, and earlier lines are recorded first.

void [fetched, swapTable, busyForm, connected]; // Fails without live.js: a hand must not wait if nothing would send it.

// What waits: hands by their token, in the order in which they were entered. A hand has the URL and the fields to send,
// the words that describe it, and whether the server refused it.

const storedHands = () => JSON.parse(localStorage.getItem("waiting-hands") ?? "{}");

// The form of a hand or of a typed line, if the page has one.
const handForm = () => document.querySelector("#outcome, #typed");

// The hands that wait for a table, or for all of them on a page without a form.
const waitingHands = (url = handForm()?.action) =>
  Object.values(storedHands()).filter((hand) => !url || hand.url === url);

const isStored = ({ fields }) => fields.token in storedHands();

const showWaiting = () => {
  const waiting = waitingHands();
  list(waiting);
  document.getElementById("waiting-count")?.replaceChildren(waiting.length);
  document.body.dataset.waiting = waiting.length;
  showNext(waiting[0]?.refused ? [] : waiting);
};
addEventListener("storage", showWaiting); // another tab stored or removed something

const store = (hands) => {
  localStorage.setItem("waiting-hands", JSON.stringify(hands));
  showWaiting();
};

// A hand that is stored already keeps its place.
const storeOne = (hand) => store({ ...storedHands(), [hand.fields.token]: hand });

// Lists what waits. A list that would not change is left alone: a button keeps the focus, and gets the tap it was meant
// to get.
const list = (hands) => {
  const place = document.getElementById("waiting");
  const listed = JSON.stringify(hands);
  if (!place || place.listed === listed) return;
  place.listed = listed;
  place.replaceChildren(...hands.map(listItem));
};

const listItem = (hand) => {
  const template = document.getElementById(hand.refused ? "refused-hand" : "waiting-hand");
  const item = template.content.cloneNode(true);
  item.querySelector("span").textContent = hand.words;
  item.firstElementChild.addEventListener("click", ({ target }) => {
    if (target.matches(".view-refused")) flush(hand);
    else if (target.matches(".correct")) correct(hand);
    else if (target.matches(".discard")) remove(hand);
  });
  return item;
};

// Removes a hand. The next one of its table was entered on top of it, so it gets the revision that this one made, in
// the store or in the form being filled in, which is then that of the hand after it. If another tab has removed the
// hand, the next one has its revision from there.
const remove = ({ url, fields }, revision = fields.revision) => {
  if (!isStored({ fields })) return;
  const { [fields.token]: _removed, ...hands } = storedHands();
  Object.assign(Object.values(hands).find((hand) => hand.url === url)?.fields ?? {}, { revision });
  const form = handForm();
  if (url === form?.action && form.elements.revision.value === fields.revision) {
    form.elements.revision.value = revision;
    if (revision !== fields.revision && form.dataset.nextNumber) {
      if (form.dataset.place) form.dataset.place = placeAfter(form.dataset.place, { fields });
      form.dataset.nextNumber = numberAfter(form.dataset.nextNumber, { fields });
    }
  }
  store(hands);
  flush();
};

// The hand after those that wait

const deals = () => [...document.querySelectorAll(".deal-after")];

// Whether the cards are dealt again by the same dealer.
const isDealtAgain = ({ fields }) => {
  const isPosted = ([name, value]) => (fields[name] ?? "") === value;
  const conditions = handForm().dataset.dealsAgain.split(" ");
  return conditions.some((condition) => [...new URLSearchParams(condition)].every(isPosted));
};

// The number of the hand after this one; where so many hands are planned, misdeals and corrections are not counted.
const numberAfter = (number, { fields }) => {
  const { uncounted = "" } = handForm().dataset;
  return Number(number) + !uncounted.split(" ").includes(fields.call);
};

// The place in the order of dealers of the hand after one that was due at this place.
const placeAfter = (place, hand) => {
  const dealers = deals().map(({ dataset }) => dataset.dealer);
  const order = [...dealers.slice(place), ...dealers.slice(0, place)];
  return (Number(place) + Math.max(order.indexOf(hand.fields.dealer), 0) + !isDealtAgain(hand)) % dealers.length;
};

// Shows the number and the dealer of the hand after those that wait and, if the dealer sits out, the players. A form
// that is being filled in stays as it is.
const showNext = (waiting) => {
  const form = document.querySelector("#outcome[data-place]:not([data-filled])");
  if (!form) return;
  const number = waiting.reduce(numberAfter, Number(form.dataset.nextNumber));
  const place = waiting.reduce(placeAfter, Number(form.dataset.place));
  if (form.dataset.shown === `${number} ${place}`) return;
  form.dataset.shown = `${number} ${place}`;
  const { content, dataset } = deals()[place];
  const shown = content.cloneNode(true);
  const title = shown.querySelector("h1");
  const fields = shown.querySelector("div");
  title.firstChild.data = title.firstChild.data.replace("#", number);
  document.getElementById("hand-title").replaceChildren(...title.childNodes);
  if (fields) document.getElementById("hand-fields").replaceChildren(...fields.childNodes);
  for (const chip of form.querySelectorAll("[name=dealer]")) {
    chip.checked = chip.value === dataset.dealer;
    chip.toggleAttribute("data-usual", chip.checked);
  }
  for (const mark of document.querySelectorAll("#standings .dealer")) mark.hidden = waiting.length > 0;
  // If others would play, the hand is one of this dealer, whoever deals by then.
  form.elements.expected_dealer.value = fields ? "" : dataset.dealer;
  form.dispatchEvent(new Event("cleared", { bubbles: true }));
};

// From the form into the store

// The content of the form in words, group by group, with digits as one number. The calls of a hand that wasn't played
// speak for themselves.
const wordsOf = (form) => {
  const numberOf = (digits) => digits.split(" ").reduce((sum, digit) => sum + Number(digit), 0);
  const groups = [...form.querySelectorAll("fieldset.pick:not(.digits-group *), .digits-group")];
  const words = groups.flatMap((group) => {
    const chips = [...group.querySelectorAll("input:checked:not([data-usual]) + span")];
    const chosen = chips.map((chip) => (chip.querySelector("b") ?? chip.firstChild).textContent.trim()).join(" ");
    const legend = group.matches(".minor") ? "" : group.querySelector("legend").textContent.trim();
    return chosen ? `${legend} ${chosen.replace(/\d+( \d+)+/, numberOf)}`.trim() : [];
  });
  return words.join(" · ");
};

const handIn = (form) => {
  const fields = Object.fromEntries(new FormData(form));
  return { url: form.action, fields, words: fields.line ?? wordsOf(form), refused: false };
};

const newToken = () => crypto.getRandomValues(new Uint32Array(4)).join("-");

const clear = (form) => {
  for (const field of form.querySelectorAll("input:not([type=hidden]), textarea")) {
    if (/radio|checkbox/.test(field.type)) field.checked = "usual" in field.dataset;
    else field.value = "";
    field.removeAttribute("aria-invalid");
  }
  form.removeAttribute("data-filled");
  form.dispatchEvent(new Event("cleared", { bubbles: true }));
  form.elements.token.value = newToken();
  for (const said of form.querySelectorAll(".said")) said.replaceChildren();
  document.getElementById("result").replaceChildren(document.getElementById("status-message").dataset.record);
  document.querySelector("#save > #result")?.setAttribute("class", "waiting");
};

// The button at the foot of the form. The event for a new preview doesn't bubble, since nothing is filled in.
document.addEventListener("reset", (event) => {
  const form = event.target;
  if (form.id !== "outcome") return;
  event.preventDefault();
  clear(form);
  showWaiting();
  form.dispatchEvent(new Event("change"));
});

// Stores the hand and clears the form for the next one.
const waitFor = (form) => {
  storeOne(handIn(form));
  clear(form);
  showWaiting(); // the next hand, in the form, which is empty now
  if (form.elements.line) return; // the keyboard stays in the line
  document.querySelector("#status-message .problem")?.remove();
  document.activeElement.blur();
  document.getElementById("table").scrollIntoView(); // as after a hand that is recorded
};

// Fills in a line, with a new preview.
const fillLine = (words) => {
  const { line } = handForm().elements;
  line.value = words;
  line.dispatchEvent(new Event("input", { bubbles: true }));
};

// Returns a refused line to its field, from where it is sent again under its own token. A line being typed there waits.
const correct = ({ fields, words }) => {
  const { line, token } = handForm().elements;
  if (line.value.trim() && token.value !== fields.token) waitFor(handForm());
  token.value = fields.token;
  fillLine(words);
  line.setAttribute("aria-invalid", "true");
  line.focus();
};

// From the store to the server

// A proxy without a server behind it, or a database that is busy or unavailable: the same request may succeed in a
// moment.
const canBeRepeated = (xhr) =>
  [502, 504].includes(xhr.status) || (xhr.status === 503 && xhr.getResponseHeader("Retry-After"));

const isUnanswered = (status) => !status || status === 429 || status > 499;

// AbortSignal.timeout() does this by itself, but the oldest browsers lack it.
const timeLimit = (milliseconds) => {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), milliseconds);
  return controller.signal;
};

// Sends a hand, and returns false if it was not answered. A refused hand stays in the store; if its form is free or
// somebody asked to look at it, it returns to the form as filled in.
const send = async (hand, isLookedAt) => {
  if (isLookedAt && handForm()?.matches("[data-filled]")) waitFor(handForm()); // makes room in the form
  const request = { method: "POST", body: new URLSearchParams(hand.fields), signal: timeLimit(15000) };
  const answer = await fetched(hand.url, request).catch(() => null);
  const html = await answer?.text().catch(() => null);
  if (isUnanswered(answer?.status) || html === null) return false;
  if (!isStored(hand)) return; // another tab sent it, too, and was answered first
  const [revision, redirect] = ["X-Revision", "HX-Redirect"].map((name) => answer.headers.get(name));
  const isHere = hand.url === handForm()?.action && (isLookedAt || !busyForm());
  const isOfThisPage = !handForm() && hand.url === new URL("record/", location).href; // its form went as it was closed
  const place = answer.headers.get("HX-Retarget"); // of a sentence that says why, in place of the table
  if (revision) remove(hand, revision);
  else storeOne({ ...hand, refused: true });
  if (redirect && (isHere || isOfThisPage)) location.assign(redirect);
  else if (isHere ? place : isOfThisPage && document.querySelector(place)) swapTable(html, place);
  else if (isHere && ![403, 404].includes(answer.status)) swapTable(html, handForm().getAttribute("hx-target"));
  if (revision || place) return; // the form is not that of the hand
  const { line, token } = isHere ? handForm().elements : {};
  // Nothing changes while somebody is typing.
  if (!isHere || line?.value || (line && waitingHands().length > 1)) return;
  token.value = hand.fields.token;
  if (!line) return;
  line.value = hand.words;
  line.setAttribute("aria-invalid", "true");
};

// Sends the waiting hands one after the other. Hands after a refused one of the same table keep waiting.
const flush = async (lookedAt) => {
  const isNext = ({ url, fields, refused }) => !refused && fields.token === waitingHands(url)[0].fields.token;
  const next = !flush.isSending && (lookedAt ?? Object.values(storedHands()).find(isNext));
  if (!next || document.querySelector("#undo.htmx-request, #outcome[inert]")) return;
  flush.isSending = true;
  // An error is a bug of ours and goes to the console; only a lost connection makes a hand wait longer.
  const answered = await send(next, lookedAt).finally(() => (flush.isSending = false));
  connected(answered !== false); // which sends the next one
};

// The form itself

// A form that is being sent can't be changed until there is an answer, nor can the language of the page.
const setInert = (form, isInert) => {
  for (const place of [form, document.getElementById("languages")]) place?.toggleAttribute("inert", isInert);
};

// Blocks input to inert elements in browsers without `inert`.
const stopInert = (event) => {
  if (!event.target.closest?.("[inert]")) return;
  event.preventDefault();
  event.stopImmediatePropagation();
};
if (!("inert" in HTMLElement.prototype)) {
  for (const event of ["click", "keydown", "submit"]) addEventListener(event, stopInert, true);
}

// If hands are waiting already, the next one joins them instead of overtaking them.
document.addEventListener("htmx:beforeRequest", (event) => {
  const form = handForm();
  if (event.target !== form) return;
  if (form.id === "outcome" && !waitingHands().length) return setInert(form, true);
  event.preventDefault();
  if (form.elements.line?.value.trim() !== "") waitFor(form);
  flush();
});

document.addEventListener("htmx:afterRequest", ({ detail: { requestConfig, xhr } }) => {
  const form = requestConfig.elt;
  if (form.id !== "outcome") return;
  setInert(form, false);
  // The hand of a deleted session is kept until somebody restores it.
  if (xhr.status === 410) storeOne({ ...handIn(form), refused: true });
  else if (!isUnanswered(xhr.status)) remove(handIn(form), xhr.getResponseHeader("X-Revision") ?? undefined);
});

// A new hand that got no answer waits.
const onFailure = (event) => {
  const { elt, xhr } = event.detail;
  if (elt.id !== "outcome" || (event.type === "htmx:responseError" && !canBeRepeated(xhr))) return;
  event.preventDefault();
  waitFor(elt);
};
for (const failure of ["htmx:sendError", "htmx:timeout", "htmx:responseError"]) {
  document.addEventListener(failure, onFailure, true);
}

// If the page is left while a hand is being sent, nobody may see the answer, so the hand also waits until there is one.
addEventListener("visibilitychange", () => {
  if (document.hidden && handForm()?.hasAttribute("inert")) storeOne(handIn(handForm()));
});

document.addEventListener("htmx:load", ({ target }) => {
  if (target.id === "table") navigator.serviceWorker?.controller?.postMessage(target.outerHTML);
  showWaiting();
  const line = handForm()?.elements.line;
  const { givenBack } = target.dataset;
  if (givenBack && !line.value && !waitingHands().length) fillLine(givenBack); // it was undone
  if (line) flush(); // a table does so once it is connected
});
setInterval(flush, 5000);
addEventListener("connected", () => flush());

// Back: the browser shows a form whose hand is already waiting. What is entered there now is another hand.
while (storedHands()[handForm()?.elements.token.value]?.refused === false) handForm().elements.token.value += "-";
