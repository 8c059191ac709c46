/** Pages ask for the worker once they stand; where it is switched off it never comes. */
const WORKER_MS = 15_000

/** Our service worker; null where there is none. At the first visit it is on its way. */
export async function workerReady(): Promise<ServiceWorkerRegistration | null> {
  if (!('serviceWorker' in navigator)) return null
  const inVain = new Promise<null>((resolve) => setTimeout(() => resolve(null), WORKER_MS))
  return Promise.race([navigator.serviceWorker.ready, inVain])
}
