/* global self, caches */
// What /sw.js is while the offline app is switched off: it takes the old worker's place, then itself and everything kept away.

const worker = /** @type {import('./worker-scope.ts').WorkerScope} */ (/** @type {unknown} */ (self))

worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()))
worker.addEventListener('activate', (event) => event.waitUntil(leave()))

async function leave() {
  for (const name of await caches.keys()) if (name.startsWith('wtf-')) await caches.delete(name)
  await worker.registration.unregister()
}
