// Bad wifi: a hand that could not be sent waits on the phone, also while the page is loaded again, and is sent when the
// connection is back. Its token is spent once: nothing is doubled where only the answer was lost.
const waiting = () => JSON.parse(localStorage.getItem("waiting") ?? "[]");
const outcome = () => document.getElementById("outcome");
const tokenOf = ({ body }) => new URLSearchParams(body).get("token");
const saying = (body, name, value) => `${new URLSearchParams({ ...Object.fromEntries(new URLSearchParams(body)), [name]: value })}`;
const keep = (hands) => {
  localStorage.setItem("waiting", JSON.stringify(hands));
  document.getElementById("waiting")?.replaceChildren(...hands.filter(({ url }) => url === outcome()?.action).map(shown));
};
const shown = (hand) => {
  const item = document.getElementById(hand.refused ? "refused-hand" : "waiting-hand").content.cloneNode(true);
  item.querySelector("span").textContent = hand.words;
  item.querySelector(".look")?.addEventListener("click", () => send(hand, true));
  item.querySelector(".discard")?.addEventListener("click", () => recorded(tokenOf(hand)));
  return item;
};

// What the form says waits, and the form is cleared for the next hand.
const waitFor = (form) => {
  const chosen = [...form.querySelectorAll(".chip input:checked")].filter((chip) => !chip.defaultChecked);
  const words = chosen.map(({ nextElementSibling: said }) => (said.querySelector("b") ?? said.firstChild).textContent.trim()).join(" · ");
  const hand = { url: form.action, body: `${new URLSearchParams(new FormData(form))}`, words };
  form.reset();
  for (const chip of form.querySelectorAll("[data-again] input:checked")) chip.checked = false;
  form.removeAttribute("data-filled");
  form.elements.token.value = crypto.getRandomValues(new Uint32Array(4)).join("-");
  document.getElementById("result").replaceChildren(document.getElementById("said").dataset.record);
  keep([...waiting().filter((one) => tokenOf(one) !== tokenOf(hand)), hand]);
  document.activeElement.blur();
  form.scrollIntoView();
};

// A hand has left the phone; the next one was made on top of it, and says so by its revision.
const recorded = (token, revision) => {
  const [hands, gone] = [waiting().filter((hand) => tokenOf(hand) !== token), waiting().find((hand) => tokenOf(hand) === token)];
  const next = hands.find(({ url }) => url === gone?.url);
  if (next && revision) next.body = saying(next.body, "revision", revision);
  if (gone) keep(hands);
  flush();
};

// Sends a hand; true if it was answered. One that is refused stays, and comes back into the form as it was.
const send = async (hand, look) => {
  if (look && outcome().matches("[data-filled]")) waitFor(outcome()); // what is being filled in gives way, and waits
  const posted = { method: "POST", headers: { "HX-Request": "true" }, body: new URLSearchParams(hand.body) };
  const answer = await fetch(hand.url, posted).catch(() => undefined);
  if (!answer || answer.status === 429 || answer.status > 499) return false;
  const revision = answer.headers.get("X-Revision");
  const here = hand.url === outcome()?.action && (look || !busyForm());
  if (here && answer.headers.has("HX-Redirect")) location.assign(answer.headers.get("HX-Redirect"));
  else if (here && ![403, 404].includes(answer.status)) swapTable(await answer.text(), "#table");
  if (revision) return recorded(tokenOf(hand), revision) ?? true;
  const body = here ? saying(hand.body, "token", outcome().elements.token.value) : hand.body; // the form has a new one
  keep(waiting().map((one) => (tokenOf(one) === tokenOf(hand) ? { ...one, body, refused: true } : one)));
  return true;
};

// What waits is sent in its order; behind one that was refused, those of the same table go on waiting.
let sending = false;
const flush = async () => {
  const first = (hands) => hands.find((hand) => !hand.refused && hand === hands.find(({ url }) => url === hand.url));
  if (sending) return;
  sending = true;
  for (let next; (next = first(waiting())); ) if (!(await send(next))) break;
  sending = false;
};
// The form is not sent past those that wait, unless it is one of them that came back.
document.addEventListener("htmx:beforeRequest", (event) => {
  const form = event.target;
  const before = form.id === "outcome" ? waiting().filter(({ url }) => url === form.action) : [];
  if (!before.length || before.some((hand) => tokenOf(hand) === form.elements.token.value)) return;
  event.preventDefault();
  waitFor(form);
  flush();
});
document.addEventListener("htmx:afterRequest", ({ detail: { requestConfig, xhr } }) => {
  const revision = xhr.getResponseHeader("X-Revision");
  if (revision) recorded(requestConfig.parameters.token, revision);
});
document.addEventListener("htmx:load", () => keep(waiting()));
setInterval(flush, 5000);
