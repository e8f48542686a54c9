// Keeps the pages in the browser for when there is no network; tables are kept by those who read them. What is before
// this, `version` and `files`, was written with the site.

const scope = `dameo pages ${registration.scope} `;
const name = scope + version;

/** Pages are the same for every position in the address. */
const keyOf = (url) => url.origin + url.pathname;

async function keepAll() {
  const cache = await caches.open(name);
  await cache.addAll(["./", ...files].map((file) => new Request(file, { cache: "no-cache" })));
  await skipWaiting();
}

async function forgetFormer() {
  const former = (await caches.keys()).filter((key) => key.startsWith(scope) && key !== name);
  await Promise.all(former.map((key) => caches.delete(key)));
  await clients.claim();
}

/** The page for one that is not kept, where there is no network. */
function nothingHere() {
  const words = "No network, and this page was not seen before. – Geen netwerk, en deze pagina is niet eerder bekeken. – " +
                "Pas de réseau, et cette page n'a pas été vue.";
  return new Response(words, { status: 503, headers: { "Content-Type": "text/plain; charset=utf-8" } });
}

/** Returns what the network has, or else what was kept. */
async function answer(request) {
  const cache = await caches.open(name);
  const key = keyOf(new URL(request.url));
  try {
    const reply = await fetch(request);
    if (reply.ok) {
      cache.put(key, reply.clone()).catch(() => {}); // there is no room
    }
    return reply;
  } catch (error) {
    const kept = await cache.match(key);
    if (!kept && request.mode !== "navigate") {
      throw error;
    }
    return kept ?? nothingHere();
  }
}

addEventListener("install", (event) => event.waitUntil(keepAll()));
addEventListener("activate", (event) => event.waitUntil(forgetFormer()));
addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  const isPart = request.headers.has("Range") || /\.(wdl|dtm|dtz)(\.\d+)?$/.test(url.pathname);
  if (request.method === "GET" && url.origin === location.origin && !isPart) {
    event.respondWith(answer(request));
  }
});
