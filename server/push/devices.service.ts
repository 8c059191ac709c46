import { ECDH } from 'node:crypto'
import { deviceName } from '#server/auth/device.ts'
import type { SignedInAsk } from '#server/platform/ask.ts'
import { AppError } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import type { DeviceInput } from './push.schema.ts'
import { isOwnHost } from '#server/platform/own-host.ts'
import { vapidKeys } from './vapid.ts'

/** Browsers per person; the oldest is removed for a new one. */
const MAX_DEVICES = 10

/** A browser that gets its owner's notifications. */
interface Device {
  id: string
  /** 'Chrome on Windows'; '' if unknown. */
  device: string
  createdAt: Date
  /** When this browser last accepted a notification. */
  lastSuccessAt: Date | null
  isThis: boolean
  /** Only for this browser, which checks whether it still has this subscription. */
  endpoint: string | null
}

type DeviceOwner = Pick<SignedInAsk, 'db' | 'viewer'>
type OwnHere = DeviceOwner & Pick<SignedInAsk, 'visit'>

/** Lists the viewer's browsers with notifications, this one first, and the public key that identifies our messages (base64url). */
export async function listDevices({ db, viewer }: DeviceOwner): Promise<{ publicKey: string; devices: Device[] }> {
  const [{ publicKey }, rows] = await Promise.all([
    vapidKeys(db),
    db.pushSubscription.findMany({
      where: { userId: viewer.userId, session: { expiresAt: { gt: new Date() } } },
      select: { id: true, device: true, createdAt: true, lastSuccessAt: true, sessionId: true, endpoint: true },
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    }),
  ])
  const devices = rows.map(({ sessionId, endpoint, ...row }) => {
    const isThis = sessionId === viewer.sessionId
    return { ...row, isThis, endpoint: isThis ? endpoint : null }
  })
  return { publicKey, devices: devices.sort((a, b) => Number(b.isThis) - Number(a.isThis)) }
}

/**
 * Turns on notifications for the viewer in this browser, for as long as this session lasts. Replaces another person's
 * notifications there.
 * @throws AppError bad_input for an invalid subscription, unauthorized if the session has ended in the meantime
 */
export async function tellDevice({ db, viewer, visit }: OwnHere, { endpoint, keys }: DeviceInput): Promise<void> {
  assertElsewhere(endpoint, visit.siteUrl)
  assertKey(keys.p256dh)
  const { userId, sessionId } = viewer
  await db.$transaction(async (tx) => {
    // Guards against two tabs at once, and against a sign-out in between.
    const [session] = await tx.$queryRaw<unknown[]>`SELECT 1 AS locked FROM sessions WHERE id = ${sessionId} FOR UPDATE`
    if (!session) throw new AppError('unauthorized', 'Session expired, please sign in again')
    await tx.pushSubscription.deleteMany({ where: { OR: [{ endpoint }, { sessionId }] } })
    const device = deviceName(visit.userAgent)
    await tx.pushSubscription.create({ data: { id: newId(), userId, sessionId, endpoint, ...keys, device } })
    await tx.$executeRaw`
      DELETE FROM push_subscriptions WHERE id IN (
        SELECT id FROM push_subscriptions WHERE user_id = ${userId}::uuid ORDER BY created_at DESC, id DESC OFFSET ${MAX_DEVICES}::int)`
  })
}

/**
 * Updates this browser's address after the browser has changed it, if the viewer has notifications in this session.
 * @returns whether the viewer has notifications in this session
 * @throws AppError bad_input for an invalid subscription
 */
export async function renewDevice(
  { db, viewer, visit }: OwnHere,
  { endpoint, keys }: DeviceInput,
): Promise<{ isOn: boolean }> {
  assertElsewhere(endpoint, visit.siteUrl)
  assertKey(keys.p256dh)
  const { sessionId } = viewer
  return db.$transaction(async (tx) => {
    await tx.pushSubscription.deleteMany({ where: { endpoint, NOT: { sessionId } } })
    const { count } = await tx.pushSubscription.updateMany({
      where: { sessionId, userId: viewer.userId },
      data: { endpoint, ...keys, failures: 0 },
    })
    return { isOn: count > 0 }
  })
}

/**
 * Turns off notifications in one of the viewer's browsers.
 * @param deviceId by default this one, even if it has none
 * @throws AppError not_found, also for other people's browsers
 */
export async function forgetDevice(
  { db, viewer }: DeviceOwner,
  { deviceId }: { deviceId?: string | undefined },
): Promise<void> {
  const { userId, sessionId } = viewer
  const { count } = await db.pushSubscription.deleteMany({
    where: deviceId === undefined ? { userId, sessionId } : { userId, id: deviceId },
  })
  if (!count && deviceId !== undefined) throw new AppError('not_found', 'Notifications are already off on this device.')
}

/** @throws AppError bad_input if the address is the shop's own */
function assertElsewhere(endpoint: string, siteUrl: string): void {
  if (isOwnHost(endpoint, siteUrl))
    throw new AppError('bad_input', 'We cannot send notifications to this browser. Please try another one.')
}

/** @throws AppError bad_input if it is not a point of the curve: nothing could be encrypted for it */
function assertKey(p256dh: string): void {
  try {
    ECDH.convertKey(p256dh, 'prime256v1', 'base64url')
  } catch (error) {
    throw new AppError('bad_input', 'We cannot send notifications to this browser. Please try another browser.', {
      cause: error,
    })
  }
}
