/**
 * The maximum wait for the service worker, in ms. Pages register it after they have loaded. In a browser without it,
 * the wait would never end.
 */
const WORKER_MS = 15_000

/** Returns our service worker, or null without one. Waits for it on the first visit. */
export async function workerReady(): Promise<ServiceWorkerRegistration | null> {
  if (!('serviceWorker' in navigator)) return null
  const inVain = new Promise<null>((resolve) => setTimeout(() => resolve(null), WORKER_MS))
  return Promise.race([navigator.serviceWorker.ready, inVain])
}
