/* global self, caches */
// Served as /sw.js while the offline app is switched off: replaces the old worker, then deletes all caches and itself.

const worker = /** @type {import('./worker-scope.ts').WorkerScope} */ (/** @type {unknown} */ (self))

worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()))
worker.addEventListener('activate', (event) => event.waitUntil(leave()))

async function leave() {
  for (const name of await caches.keys()) if (name.startsWith('wtf-')) await caches.delete(name)
  await worker.registration.unregister()
}
