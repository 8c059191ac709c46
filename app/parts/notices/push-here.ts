import { workerReady } from '#app/lib/worker-ready.ts'

/** The state of push notifications in this browser. */
export type Here =
  /** Not supported; on iPhones only the installed app has notifications. */
  | 'unable'
  | 'not-installed'
  /** Blocked by the user. */
  | 'denied'
  | 'off'
  | 'on'

const client = async () => (await import('#app/lib/trpc-client.ts')).client.newIn

/**
 * Returns the state, and repairs it if the permission was revoked or the endpoint has changed.
 * @param told the endpoint that the server uses for this browser; null if there is none
 */
export async function lookHere(endpoint: string | null, publicKey: string): Promise<Here> {
  if (!('PushManager' in window && 'Notification' in window)) return isIos() ? 'not-installed' : 'unable'
  const worker = await workerReady()
  if (!worker) return 'unable'
  const { permission } = Notification
  if (permission !== 'granted') {
    if (endpoint !== null) await switchOffHere()
    return permission === 'denied' ? 'denied' : 'off'
  }
  if (endpoint === null) return 'off'
  const before = await worker.pushManager.getSubscription()
  const subscription = before && isFor(before, publicKey) ? before : await subscribe(worker, publicKey)
  if (subscription.endpoint === endpoint) return 'on'
  const { isOn } = await (await client()).renewDevice.mutate(inputOf(subscription))
  return isOn ? 'on' : 'off'
}

/**
 * Asks for permission, and sends the subscription to the server.
 * @returns 'off' if the prompt was closed without an answer
 * @throws if the browser or the server fails
 */
export async function switchOn(publicKey: string): Promise<Here> {
  const permission = await Notification.requestPermission()
  if (permission !== 'granted') return permission === 'denied' ? 'denied' : 'off'
  const worker = await workerReady()
  if (!worker) return 'unable'
  const subscription = await subscribe(worker, publicKey)
  try {
    await (await client()).tellDevice.mutate(inputOf(subscription))
  } catch (error) {
    await subscription.unsubscribe()
    throw error
  }
  return 'on'
}

/** @throws if the server fails: notifications then continue */
export async function switchOffHere(): Promise<void> {
  await (await client()).forgetDevice.mutate({})
  const worker = await workerReady()
  await (await worker?.pushManager.getSubscription())?.unsubscribe()
}

/** Ends the previous subscription first: its pending messages are for the previous user. */
async function subscribe(worker: ServiceWorkerRegistration, publicKey: string): Promise<PushSubscription> {
  await (await worker.pushManager.getSubscription())?.unsubscribe()
  return worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
}

function inputOf(subscription: PushSubscription) {
  const { endpoint = '', keys: { p256dh = '', auth = '' } = {} } = subscription.toJSON()
  return { endpoint, keys: { p256dh, auth } }
}

/** Returns whether a subscription uses the server's current key, which may have changed. */
function isFor({ options: { applicationServerKey } }: PushSubscription, publicKey: string): boolean {
  const bytes = String.fromCharCode(...new Uint8Array(applicationServerKey ?? new ArrayBuffer(0)))
  return btoa(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '') === publicKey
}

/** Returns whether this is iOS or iPadOS. An iPad identifies as a Mac. */
function isIos(): boolean {
  const { userAgent, maxTouchPoints } = navigator
  return /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1)
}
