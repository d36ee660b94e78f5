// The service worker, for https and localhost. While there is a connection, every page comes from the server. Without
// one, the worker shows the last known state of the tables that this browser opened, and for every other page a list of
// waiting hands. It keeps no pages of clubs or of the panel. The server puts a line above this that sets VERSION, the
// version of its files.
const TABLE = /^\/s\/[^/]+\/$/;
const TABLES = 20; // how many are kept
// The next person to use the phone must not see who played.
const LEAVING = /^\/(club\/(phone|sign-out)|admin\/logout)\/$/;
const NAMED_BY_CONTENT = /\.[0-9a-f]{12}\.\w+$/;
const pathOf = ({ url }) => new URL(url).pathname;
const store = () => caches.open(VERSION);
const tablesIn = async (cache) =>
  (await cache.keys())
    .map(pathOf)
    .filter((path) => TABLE.test(path))
    .reverse(); // latest first

// Keeps a page together with its files.
const keepPage = async (path, page) => {
  if (!page.ok || page.redirected || page.headers.get("Cache-Control")?.includes("no-store")) return;
  const cache = await store();
  const html = await page.clone().text();
  const files = new Set([...html.matchAll(/(?:href|src)="(\/static\/[^"#]+)/g)].map(([, file]) => file));
  await Promise.allSettled([...files].map(async (file) => (await cache.match(file)) ?? cache.add(file)));
  await cache.put(path, page);
  for (const old of (await tablesIn(cache)).slice(TABLES)) await cache.delete(old);
};
const fetchAndKeep = async (path) => keepPage(path, await fetch(path));
// Updates a kept table to what its page shows after the latest write.
const updateKeptTable = async (path, table) => {
  const page = await (await store()).match(path);
  const html = await page?.clone().text();
  if (page)
    await keepPage(
      path,
      new Response(
        html.replace(/<div id="table"[^]*(?=<p [^>]*id="screen-reader-status")/, () => table),
        page,
      ),
    );
};
const answer = async (event) => {
  const path = pathOf(event.request);
  const page = await fetch(event.request).catch(() => null);
  if (!page) return offlinePage(path);
  if (TABLE.test(path)) event.waitUntil(keepPage(path, page.clone()));
  if ([403, 404].includes(page.status)) event.waitUntil(store().then((cache) => cache.delete(path)));
  return page;
};
// The page that is shown without a connection. Its form gets a new token: with the old one, the next hand would be
// taken for the one already waiting.
const offlinePage = async (path) => {
  const cache = await store();
  const tables = await tablesIn(cache);
  if (path === "/table/" && tables.length) return Response.redirect(tables[0]);
  const page = (await cache.match(path)) ?? (await cache.match("/offline/"));
  const textOf = async (path) => (await cache.match(path)).text();
  const linkTo = async (table) =>
    `<li><a href="${table}">${(await textOf(table)).match(/<title>([^<]*)·/)[1]}</a></li>`;
  const links = (await Promise.all(tables.map(linkTo))).join("");
  const list = (none, id, heading) => (links ? id + heading + links : none);
  const html = (await page.text()).replace(/(id="tables") hidden([^]*?<ul[^>]*>)/, list);
  const token = () => crypto.getRandomValues(new Uint32Array(4)).join("-");
  return new Response(
    html.replace(/(name="token" value=")[^"]*/g, (_, name) => name + token()),
    page,
  );
};
// A form that can't be sent stays on the screen, because a browser keeps its page after a 204. The page's script is
// told.
const staying = async (path) => {
  for (const page of await clients.matchAll()) if (pathOf(page) === path) page.postMessage("not sent");
  return new Response(null, { status: 204 });
};
const file = async (request) => {
  const kept = await caches.match(request.url);
  return kept && NAMED_BY_CONTENT.test(request.url) ? kept : fetch(request).catch(() => kept ?? Response.error());
};

addEventListener("fetch", (event) => {
  const { method, mode } = event.request;
  const path = pathOf(event.request);
  if (path.startsWith("/static/")) return event.respondWith(file(event.request));
  if (mode !== "navigate" || !path.endsWith("/")) return;
  const isLeaving = method === "POST" && LEAVING.test(path);
  if (isLeaving) event.waitUntil(caches.delete(VERSION).then(() => fetchAndKeep("/offline/")));
  if (path.startsWith("/admin/")) return;
  if (method === "GET") return event.respondWith(answer(event));
  event.respondWith(fetch(event.request).catch(() => staying(path)));
});
addEventListener("message", (event) => event.waitUntil(updateKeptTable(pathOf(event.source), event.data)));

// A new version takes over at once. What the old one kept is deleted, and the tables that are open are kept again.
const takeOver = async () => {
  for (const other of await caches.keys()) if (other !== VERSION) await caches.delete(other);
  await clients.claim();
  for (const path of (await clients.matchAll()).map(pathOf)) if (TABLE.test(path)) await fetchAndKeep(path);
};
addEventListener("install", (event) => {
  // Requests by scripts of a page need not pass through here.
  event.addRoutes?.({ condition: { requestMode: "cors" }, source: "network" });
  event.waitUntil(fetchAndKeep("/offline/").then(() => skipWaiting()));
});
addEventListener("activate", (event) => event.waitUntil(takeOver()));
