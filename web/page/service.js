// Keeps the page for visits without a network. The list of files and their digests is written here when the folder is made;
// a new list is a new version, which takes over when no page of the old one is open.

const VERSION = '{version}';
const FILES = {};

const NAME = `faro ${registration.scope} `;

addEventListener('install', (event) => event.waitUntil(keep()));
addEventListener('activate', (event) => event.waitUntil(forget()));
addEventListener('fetch', (event) => {
  const { method, url } = event.request;
  if (method === 'GET' && url.startsWith(registration.scope)) event.respondWith(answer(event.request));
});

/** Fetches every file, past what the browser kept, and keeps none if one is not as it was made. */
async function keep() {
  const kept = await Promise.all(Object.entries(FILES).map(async ([name, digest]) => {
    const response = await fetch(name, { cache: 'no-cache' });
    if (!response.ok) throw new Error(`${name}: status ${response.status}`);
    if (await digestOf(response.clone()) !== digest) throw new Error(`${name} arrived damaged`);
    return [name, response];
  }));
  const cache = await caches.open(NAME + VERSION);
  await Promise.all(kept.map(([name, response]) => cache.put(name, response)));
}

async function digestOf(response) {
  const digest = await crypto.subtle.digest('SHA-256', await response.arrayBuffer());
  return btoa(String.fromCharCode(...new Uint8Array(digest)));
}

/** Forgets older versions of this folder; others of the same host keep theirs. */
async function forget() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(NAME) && name !== NAME + VERSION).map((name) => caches.delete(name)));
}

async function answer(request) {
  const cache = await caches.open(NAME + VERSION);
  const isPage = request.mode === 'navigate' && request.url.split(/[?#]/)[0] === registration.scope;
  const kept = await cache.match(isPage ? 'index.html' : request, { ignoreSearch: true });
  return kept ?? fetch(request);
}
