// Live: what others record stands here at once. [data-live] is the page's event stream, [data-revision] what it shows,
// [data-fresh] has it anew to be put [data-into] the page (or it is loaded again), [data-news] what is new beside a form.
let source, silence, lost;
const live = () => document.querySelector("[data-live]");
const newer = (revision) => !(Number(revision) <= Number(live().dataset.revision)); // a board has none: all is news to it
const fetched = (url, posted) => fetch(url, { headers: { "HX-Request": "true" }, ...posted });
// A form that somebody is busy with is left as it is.
const busyForm = () => document.querySelector("#outcome[data-filled], #outcome:focus-within");
const fill = ({ target }) => target.closest("#outcome")?.setAttribute("data-filled", "");
for (const sign of ["input", "change"]) document.addEventListener(sign, fill);
// What was unfolded in the ledger stays so, and is asked for again, as it may have been amended.
const swapTable = (html, target) => {
  const unfolded = [...document.querySelectorAll(".why td:not(:empty)")];
  htmx.swap(target, html, { swapStyle: "outerHTML" });
  for (const { id, childNodes } of unfolded) {
    document.getElementById(id)?.replaceChildren(...childNodes);
    document.querySelector(`[hx-target="#${id}"]`)?.click();
  }
};
const refresh = async (seen) => {
  const [form, { fresh, into, news, revision }] = [busyForm(), live().dataset];
  if (document.querySelector("#table form.htmx-request")) return setTimeout(refresh, 300, seen); // it may be our own
  if (!newer(seen)) return;
  const answer = into && (await fetched(`${form ? news : fresh}?since=${revision ?? ""}`));
  const gone = answer?.ok ? answer.headers.has("HX-Redirect") : !form && [403, 404].includes(answer?.status); // a form is told when it is sent
  if (!into || gone) return location.reload();
  const html = await answer.text();
  if (!answer.ok) return;
  if (live().dataset.revision !== revision || form !== busyForm()) return refresh(seen); // something else was quicker
  swapTable(html, form ? "#ledger" : into);
  form?.dispatchEvent(new Event("change", { bubbles: true })); // for a new preview
  if (!news) listen(); // to other tables maybe
};
const connected = (well) => {
  const link = document.getElementById("link");
  if (!well) return (lost ??= setTimeout(() => link?.replaceChildren(link.dataset.words), navigator.onLine ? 3000 : 0));
  clearTimeout(lost);
  lost = undefined;
  if (source?.readyState === EventSource.OPEN) clearTimeout(silence); // there is a sign of life every 15 s
  if (source?.readyState === EventSource.OPEN || !silence) silence = setTimeout(listen, 40000);
  link?.replaceChildren();
  dispatchEvent(new Event("connected")); // for what waits
};
const listen = () => {
  source?.close();
  clearTimeout(silence);
  silence = undefined;
  if (!live() || document.hidden) return; // the stream of a page that nobody sees is closed
  source = Object.assign(new EventSource(live().dataset.live), { onopen: connected });
  // A stream that was refused stays closed, and the page asks instead; after any other error the browser tries again.
  source.onerror = ({ target }) => (target.readyState === EventSource.CLOSED ? ask() : connected(false));
  source.addEventListener("beat", source.onopen);
  source.addEventListener("changed", ({ lastEventId }) => refresh(lastEventId));
  source.addEventListener("table", ({ data, lastEventId }) => newer(lastEventId) && swapTable(data, "#table"));
};
for (const sign of ["pageshow", "visibilitychange", "online", "offline", "htmx:sendError", "htmx:timeout"])
  addEventListener(sign, listen);
addEventListener("pagehide", () => source?.close());
const ask = async () => {
  // where no stream can be had, the page asks now and then
  if (!live() || document.hidden || source?.readyState === EventSource.OPEN) return;
  const answer = await fetched(`${live().dataset.fresh}?revision=${live().dataset.revision}`).catch(() => null);
  connected(answer?.status < 500);
  if (answer?.status < 405) refresh(answer.headers.get("X-Revision") ?? Infinity);
};
setInterval(ask, 4000);
