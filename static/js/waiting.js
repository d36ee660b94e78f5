// Bad wifi: a hand that could not be sent waits on the phone, also over a reload, and is sent when the connection is back. Its
// token is spent once: nothing is doubled. A line typed from paper waits in any case, for those before it, out of its field.
void [fetched, swapTable, busyForm, connected]; // without live.js nothing would be sent, so that nothing must wait either
const byToken = () => JSON.parse(localStorage.getItem("waiting-hands") ?? "{}");
const entry = () => document.querySelector("#outcome, #typed");
const waiting = (url = entry()?.action) => Object.values(byToken()).filter((hand) => !url || hand.url === url);
const keep = (hands) => {
  localStorage.setItem("waiting-hands", JSON.stringify(hands));
  document.getElementById("waiting")?.replaceChildren(...waiting().map(shown));
  document.getElementById("how-many")?.replaceChildren(waiting().length);
  document.body.dataset.waiting = waiting().length;
};
const keepOne = (hand) => keep({ ...byToken(), [hand.fields.token]: hand }); // where it was, if it was there
const shown = (hand) => {
  const item = document.getElementById(hand.refused ? "refused-hand" : "waiting-hand").content.cloneNode(true);
  item.querySelector("span").textContent = hand.words;
  for (const field of item.querySelectorAll("[name]")) field.value = hand.fields[field.name];
  item.firstElementChild.addEventListener("click", ({ target }) =>
    target.matches(".look") ? flush(hand) : target.matches(".discard") && settle(hand),
  );
  return item;
};
// What the form says, group by group and digits as a number.
const handIn = (form) => {
  const fields = Object.fromEntries(new FormData(form));
  const number = (digits) => digits.split(" ").reduce((sum, digit) => sum + Number(digit), 0);
  const words = [...form.querySelectorAll(".pick:not(.digits-group *), .digits-group")].flatMap((group) => {
    const chips = [...group.querySelectorAll("input:checked:not([data-usual]) + span")];
    const said = chips.map((chip) => (chip.querySelector("b") ?? chip.firstChild).textContent.trim()).join(" ");
    return said ? `${group.querySelector("legend").textContent.trim()} ${said.replace(/\d+( \d+)+/, number)}` : [];
  });
  return { url: form.action, fields, words: fields.line ?? words.join(" · "), refused: false };
};
// It waits, and the form is cleared for the next hand.
const waitFor = (form) => {
  keepOne(handIn(form));
  for (const field of form.querySelectorAll("input:not([type=hidden]), textarea")) {
    if (/radio|checkbox/.test(field.type)) field.checked = "usual" in field.dataset;
    else field.value = "";
    field.removeAttribute("aria-invalid");
  }
  form.removeAttribute("data-filled");
  form.dispatchEvent(new Event("cleared", { bubbles: true }));
  form.elements.token.value = crypto.getRandomValues(new Uint32Array(4)).join("-");
  document.getElementById("result").replaceChildren(document.getElementById("said").dataset.record);
  document.querySelector("#save > #result")?.classList.add("waiting");
  if (form.elements.line) return;
  document.querySelector("#said .problem")?.remove();
  document.activeElement.blur();
  form.scrollIntoView();
};
// A hand waits no more; the next one was made on top of it, and says so by its revision.
const settle = ({ url, fields }, revision = fields.revision) => {
  const { [fields.token]: _settled, ...hands } = byToken();
  Object.assign(Object.values(hands).find((hand) => hand.url === url)?.fields ?? {}, { revision });
  const seen = url === entry()?.action && entry().elements.revision; // the next one may be just filled in
  if (seen?.value === fields.revision) seen.value = revision;
  keep(hands);
  flush();
};
// Sent again in a moment, the same is likely to be answered: the database is away or busy, or the server is being started.
const later = (xhr) => [502, 504].includes(xhr.status) || (xhr.status === 503 && xhr.getResponseHeader("Retry-After"));
const unanswered = (status) => !status || status === 429 || status > 499;
// Stops a request that takes too long. AbortSignal.timeout() does this in one word, but is younger than the oldest browsers.
const timeLimit = (milliseconds) => {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), milliseconds);
  return controller.signal;
};
// Sends a hand; false if it was not answered. One that is refused stays, and comes back into the form as it was.
const send = async (hand, looked) => {
  if (looked && entry().matches("[data-filled]")) waitFor(entry()); // what is being filled in gives way, and waits
  const request = { method: "POST", body: new URLSearchParams(hand.fields), signal: timeLimit(15000) };
  const answer = await fetched(hand.url, request).catch(() => null);
  const html = await answer?.text().catch(() => null);
  if (unanswered(answer?.status) || html === null) return false;
  const [revision, elsewhere] = ["X-Revision", "HX-Redirect"].map((name) => answer.headers.get(name));
  const here = hand.url === entry()?.action && (looked || !busyForm());
  if (elsewhere && (here || (!entry() && hand.url === new URL("record/", location).href)))
    location.assign(elsewhere); // or it was closed
  else if (here && ![403, 404].includes(answer.status)) swapTable(html, entry().getAttribute("hx-target"));
  if (revision) return settle(hand, revision);
  keepOne({ ...hand, refused: true });
  const { line, token } = here ? entry().elements : {};
  if (!here || line?.value || (line && waiting().length > 1)) return; // nothing comes under fingers that went on
  token.value = hand.fields.token;
  if (!line) return;
  line.value = hand.words;
  line.setAttribute("aria-invalid", "true");
};
// What waits is sent in its order; behind one that was refused, those of the same table go on waiting.
const flush = async (looked) => {
  const free = ({ url, fields, refused }) => !refused && fields.token === waiting(url)[0].fields.token;
  const next = !flush.sending && (looked ?? Object.values(byToken()).find(free));
  if (!next || document.querySelector("#undo.htmx-request, #outcome[inert]")) return;
  flush.sending = true;
  // Only a lost connection makes a hand wait on. What else fails is a fault of ours, which the console shall tell.
  const answered = await send(next, looked).finally(() => (flush.sending = false));
  connected(answered !== false); // and so to the next one
};
// The form is not sent past those that wait, but joins them.
document.addEventListener("htmx:beforeRequest", (event) => {
  const form = entry();
  if (event.target !== form) return;
  if (form.id === "outcome" && !waiting().length) return onItsWay(form, true);
  event.preventDefault();
  if (form.elements.line?.value.trim() !== "") waitFor(form);
  flush();
});
// What is on its way stays as it is until there is an answer, also in another language. If the page is left or hidden
// meanwhile it waits as well, as nobody may be there for the answer; it need not any more once that has come.
const onItsWay = (form, inert) => {
  for (const place of [form, document.getElementById("languages")]) place?.toggleAttribute("inert", inert);
};
// Browsers that do not know `inert` are kept from what has it.
const refuse = (event) => {
  if (!event.target.closest?.("[inert]")) return;
  event.preventDefault();
  event.stopImmediatePropagation();
};
if (!("inert" in HTMLElement.prototype))
  for (const sign of ["click", "keydown", "submit"]) addEventListener(sign, refuse, true);
addEventListener(
  "visibilitychange",
  () => document.hidden && entry()?.hasAttribute("inert") && keepOne(handIn(entry())),
);
document.addEventListener(
  "htmx:afterRequest",
  ({
    detail: {
      requestConfig: { elt },
      xhr,
    },
  }) => {
    if (elt.id !== "outcome") return;
    onItsWay(elt, false);
    if (!unanswered(xhr.status)) settle(handIn(elt), xhr.getResponseHeader("X-Revision") ?? undefined);
  },
);
document.addEventListener("htmx:load", () => [keep(byToken()), entry()?.elements.line && flush()]); // a table: when it is connected
document.addEventListener(
  "htmx:load",
  ({ target }) => target.id === "table" && navigator.serviceWorker?.controller?.postMessage(target.outerHTML),
);
setInterval(flush, 5000);
addEventListener("connected", () => flush());
// A new hand that got no answer waits.
const unheard = (event) => {
  const { elt, xhr } = event.detail;
  if (elt.id !== "outcome" || (event.type === "htmx:responseError" && !later(xhr))) return;
  event.preventDefault();
  waitFor(elt);
};
for (const failure of ["htmx:sendError", "htmx:timeout", "htmx:responseError"])
  document.addEventListener(failure, unheard, true);
while (byToken()[entry()?.elements.token.value]?.refused === false) entry().elements.token.value += "-"; // Back: its hand waits
