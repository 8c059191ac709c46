import { workerReady } from '#app/lib/worker-ready.ts'

/** Whether this browser can tell what is new, and does. */
export type Here =
  /** It has no notifications; on iPhones only the installed app has. */
  | 'unable'
  | 'not-installed'
  /** Its owner has forbidden them. */
  | 'denied'
  | 'off'
  | 'on'

const client = async () => (await import('#app/lib/trpc-client.ts')).client.newIn

/**
 * Looks how it is, and mends what has come apart: the browser's leave was taken back, or its address is another one.
 * @param told the address by which the server tells this browser; null where it does not
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
 * Asks for leave, and tells the server where to send.
 * @returns 'off' if somebody closed the question without an answer
 * @throws if the browser or the server does not do it
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

/** @throws if the server does not do it: then it goes on */
export async function switchOffHere(): Promise<void> {
  await (await client()).forgetDevice.mutate({})
  const worker = await workerReady()
  await (await worker?.pushManager.getSubscription())?.unsubscribe()
}

/** Ends the former subscription first: its pending messages are for the former user. */
async function subscribe(worker: ServiceWorkerRegistration, publicKey: string): Promise<PushSubscription> {
  await (await worker.pushManager.getSubscription())?.unsubscribe()
  return worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
}

function inputOf(subscription: PushSubscription) {
  const { endpoint = '', keys: { p256dh = '', auth = '' } = {} } = subscription.toJSON()
  return { endpoint, keys: { p256dh, auth } }
}

/** The server's key may have been changed since. */
function isFor({ options: { applicationServerKey } }: PushSubscription, publicKey: string): boolean {
  const bytes = String.fromCharCode(...new Uint8Array(applicationServerKey ?? new ArrayBuffer(0)))
  return btoa(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '') === publicKey
}

/** An iPad says that it is a Mac. */
function isIos(): boolean {
  const { userAgent, maxTouchPoints } = navigator
  return /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1)
}
