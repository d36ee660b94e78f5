// Live updates: whatever others record appears at once. [data-live] is the page's event stream, which says that
// something changed, [data-revision] the revision that the page shows, [data-latest] the URL of what is new since then,
// to put [data-into] the page (without it the page is reloaded), and [data-updates] the URL of what is new for a page
// whose form is being filled in.

let source, silenceTimer, lostTimer, retryTimer;

const live = () => document.querySelector("[data-live]");

// A board has no revision: everything is new to it.
const newer = (revision) => !(Number(revision) <= Number(live().dataset.revision));

const fetched = (url, posted) => fetch(url, { headers: { "HX-Request": "true" }, ...posted });

// The change may be our own, which the answer on its way shows.
const isSending = () => document.querySelector(":is(#table, #payments) form.htmx-request");

// A form that somebody is filling in is left alone.
const busyForm = () => document.querySelector("#outcome[data-filled], #outcome:focus-within");

const fill = ({ target }) => target.closest("#outcome")?.setAttribute("data-filled", "");
for (const event of ["input", "change"]) document.addEventListener(event, fill);

// Unfolded rows of the ledger stay unfolded. They are fetched again, since the hand may have been amended.
const swapTable = (html, target) => {
  const unfolded = [...document.querySelectorAll(".derivation-row td:not(:empty)")];
  htmx.swap(target, html, { swapStyle: "outerHTML" });
  for (const { id, childNodes } of unfolded) {
    document.getElementById(id)?.replaceChildren(...childNodes);
    document.querySelector(`[hx-target="#${id}"]`)?.click();
  }
};

// Fetches what is new and puts it into the page, unless that shows the revision already. The answer is 204 if nothing
// is new.
const refresh = async (seen = Infinity) => {
  clearTimeout(retryTimer);
  const again = (milliseconds) => (retryTimer = setTimeout(refresh, milliseconds, seen));
  if (isSending()) return again(300);
  if (!newer(seen)) return;
  const [form, { live: stream, latest, into, updates, revision }] = [busyForm(), live().dataset];
  const answer = await fetched(`${form ? updates : latest}?since=${revision ?? ""}`).catch(() => null);
  const html = await answer?.text().catch(() => null);
  connected(answer?.status < 500);
  if (answer?.status === 204) return;
  // Anyone filling in a form is told when they send it, not now.
  if ([403, 404, 410].includes(answer?.status)) return form ?? location.reload();
  if (!answer?.ok || html === null) return again(4000); // the stream says it only once
  // A session that was closed shows its result; one that continues with other players does so at another address.
  const address = answer.headers.get("HX-Redirect");
  // Hands that wait here are too late for it: the page that says so lists them.
  const isTooLate = document.querySelector("#waiting li");
  if (address) return location.replace(isTooLate ? `${location.pathname}?unwritten` : address);
  if (!into) return location.reload();
  if (live().dataset.revision !== revision || form !== busyForm()) return refresh(seen); // the page has changed
  swapTable(html, form ? "#ledger" : into);
  form?.dispatchEvent(new Event("change", { bubbles: true })); // for a new preview
  if (!updates && live().dataset.live !== stream) listen(); // the page shows other tables now
};

const connected = (isConnected) => {
  const status = document.getElementById("connection-status");
  if (!isConnected) {
    const showLost = () => status?.replaceChildren(status.dataset.words);
    return (lostTimer ??= setTimeout(showLost, navigator.onLine ? 3000 : 0));
  }
  clearTimeout(lostTimer);
  lostTimer = undefined;
  // The server sends a heartbeat every 15 seconds.
  const isOpen = source?.readyState === EventSource.OPEN;
  if (isOpen) clearTimeout(silenceTimer);
  if (isOpen || !silenceTimer) silenceTimer = setTimeout(listen, 40000);
  status?.replaceChildren();
  dispatchEvent(new Event("connected")); // waiting.js sends what waits
};

const listen = () => {
  source?.close();
  clearTimeout(silenceTimer);
  silenceTimer = undefined;
  if (!live() || document.hidden) return; // nobody sees the page
  source = Object.assign(new EventSource(live().dataset.live), { onopen: connected });
  // A stream that was refused stays closed, and the page polls instead; after any other error the browser tries again.
  source.onerror = ({ target }) => (target.readyState === EventSource.CLOSED ? poll() : connected(false));
  source.addEventListener("beat", source.onopen);
  source.addEventListener("changed", ({ lastEventId }) => refresh(lastEventId));
};
for (const event of ["pageshow", "visibilitychange", "online", "offline", "htmx:sendError", "htmx:timeout"]) {
  addEventListener(event, listen);
}
addEventListener("pagehide", () => source?.close());

// Polls while there is no stream.
const poll = () => {
  if (live() && !document.hidden && source?.readyState !== EventSource.OPEN) refresh();
};
setInterval(poll, 4000);
