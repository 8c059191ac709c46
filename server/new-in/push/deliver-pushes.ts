import webPush from 'web-push'
import { Prisma } from '#prisma/generated/client.ts'
import type { Db } from '#server/platform/db.ts'
import { FetchError, postPublic, type Network } from '#server/platform/fetch-public.ts'
import { escapeLike } from '#server/platform/like.ts'
import { log } from '#server/platform/log.ts'
import { isOurFault, judgeAnswer, pauseOf, type PushAnswer } from './judge-answer.ts'
import { isOwnHost } from '#server/platform/own-host.ts'
import { vapidKeys, vapidSubject } from './vapid.ts'

const AT_ONCE = 10
const TIMEOUT_MS = 10_000
/** After this time a sender counts as dead. */
const LEASE_MS = 15 * 60_000
/** Push services use this port; others are refused. */
const PORTS = [443]
/** After this many consecutive failures the rest for the same push service waits. */
const PATIENCE = 3
/** After this many consecutive refusals the device is deleted: it does not recover automatically. */
const MOST_FAILURES = 3

export interface PushSite {
  /** The shop's origin. */
  siteUrl: string
  /** Its email address, if there is one. */
  contact: string | undefined
  /** For tests. */
  network?: Network
}

/** The state of a push service in this run. */
interface Service {
  failuresInARow: number
  until: Date
}

interface Device {
  id: string
  endpoint: string
  p256dh: string
  auth: string
  failures: number
  tries: number
  waiting: object
  waitingUntil: Date
}

/**
 * Sends waiting notifications to devices with a signed-in owner. May run at any time in any process, even in several at
 * once: each notification is sent by only one.
 * @returns the number of accepted notifications
 */
export async function deliverPushes(db: Db, site: PushSite, now: Date, signal?: AbortSignal): Promise<number> {
  await giveUpLate(db, now)
  const sender = { ...site, vapid: await vapidKeys(db) }
  const services = new Map<string, Service>()
  let told = 0
  while (!signal?.aborted) {
    const devices = await claim(db, now)
    if (!devices.length) break
    await Promise.all(
      devices.map(async (device) => {
        const { origin } = new URL(device.endpoint)
        const answer = await send(device, sender, now)
        if (answer.kind === 'later')
          services.set(origin, { failuresInARow: (services.get(origin)?.failuresInARow ?? 0) + 1, until: answer.at })
        else services.delete(origin)
        if (answer.kind === 'taken') told++
        await takeDown(db, device, answer, now)
      }),
    )
    for (const [origin, { failuresInARow, until }] of services)
      if (failuresInARow >= PATIENCE) {
        await postponeRest(db, origin, until, now)
        // Only once, because it reads all due rows. Rows that another process held are tried.
        services.delete(origin)
      }
  }
  return told
}

/** Gives up notifications that are out of date. */
const giveUpLate = (db: Db, now: Date) =>
  db.pushSubscription.updateMany({
    where: { waitingUntil: { lte: now } },
    data: DONE,
  })

/** No notification is waiting. */
const DONE = { waiting: Prisma.DbNull, waitingUntil: null, dueAt: null, tries: 0 }

const claim = (db: Db, now: Date): Promise<Device[]> => db.$queryRaw<Device[]>`
  UPDATE push_subscriptions SET due_at = ${new Date(now.getTime() + LEASE_MS)}
  WHERE id IN (
    SELECT d.id FROM push_subscriptions d
    JOIN sessions here ON here.id = d.session_id AND here.expires_at > ${now}::timestamptz
    JOIN users owner ON owner.id = d.user_id AND owner.deletion_requested_at IS NULL AND owner.suspended_at IS NULL
    WHERE d.due_at <= ${now}::timestamptz AND d.waiting IS NOT NULL ORDER BY d.due_at, d.id LIMIT ${AT_ONCE} FOR UPDATE OF d SKIP LOCKED
  )
  RETURNING id, endpoint, p256dh, auth, failures, tries, waiting, waiting_until AS "waitingUntil"`

/** If a push service does not respond, its other notifications wait without an attempt. */
const postponeRest = (db: Db, origin: string, until: Date, now: Date) => db.$executeRaw`
  UPDATE push_subscriptions SET due_at = ${until}
  WHERE id IN (
    SELECT id FROM push_subscriptions
    WHERE due_at <= ${now}::timestamptz AND endpoint LIKE ${`${escapeLike(origin)}/%`} FOR UPDATE SKIP LOCKED
  )`

async function send(
  { id, endpoint, p256dh, auth, tries, waiting, waitingUntil }: Device,
  { siteUrl, contact, vapid, network }: PushSite & { vapid: { publicKey: string; privateKey: string } },
  now: Date,
): Promise<PushAnswer> {
  const tried = tries + 1
  const subscription = { endpoint, keys: { p256dh, auth } }
  if (isOwnHost(endpoint, siteUrl)) return { kind: 'refused', why: 'it is the shop itself' }
  try {
    const { headers, body } = webPush.generateRequestDetails(subscription, JSON.stringify(waiting), {
      vapidDetails: { subject: vapidSubject(siteUrl, contact), ...vapid },
      TTL: Math.max(0, Math.round((waitingUntil.getTime() - now.getTime()) / 1000)),
      // It may wait until the device is not saving power (RFC 8030: topic updates), and replaces a waiting one.
      urgency: 'low',
      topic: 'new-in',
    })
    const { status, headers: answered } = await postPublic(endpoint, {
      headers: headers as Record<string, string | number>,
      body,
      timeoutMs: TIMEOUT_MS,
      ports: PORTS,
      ...(network && { network }),
    })
    if (isOurFault(status))
      log.error(
        { deviceId: id, status },
        'a push service does not believe who we are: our key, subject or clock is wrong',
      )
    return judgeAnswer(status, answered['retry-after'], tried, now)
  } catch (error) {
    // It leads to our private network, possibly only for a moment by DNS.
    if (error instanceof FetchError && error.failure === 'forbidden') return { kind: 'refused', why: error.message }
    if (error instanceof FetchError || canEncrypt(subscription)) {
      if (!(error instanceof FetchError)) log.error({ err: error, deviceId: id }, 'a notification cannot be made')
      return { kind: 'later', at: pauseOf(tried, now) }
    }
    log.warn({ err: error, deviceId: id }, 'a device has no keys that we can use')
    return { kind: 'gone' }
  }
}

/** False if the browser's keys, not ours, make encryption impossible. */
function canEncrypt(subscription: webPush.PushSubscription): boolean {
  try {
    webPush.generateRequestDetails(subscription, 'x')
    return true
  } catch {
    return false
  }
}

async function takeDown(db: Db, device: Device, answer: PushAnswer, now: Date): Promise<void> {
  // With another address it was renewed in the meantime: the response does not apply to it.
  const where = { id: device.id, endpoint: device.endpoint }
  switch (answer.kind) {
    case 'taken':
      await db.pushSubscription.updateMany({ where, data: { ...DONE, failures: 0, lastSuccessAt: now } })
      return
    case 'later':
      // If it would be too late, the next run gives it up.
      await db.pushSubscription.updateMany({ where, data: { dueAt: answer.at, tries: { increment: 1 } } })
      return
    case 'refused':
      log.warn({ deviceId: device.id, why: answer.why }, 'a notification was refused')
      if (device.failures + 1 < MOST_FAILURES) {
        await db.pushSubscription.updateMany({ where, data: { ...DONE, failures: { increment: 1 } } })
        return
      }
      await db.pushSubscription.deleteMany({ where })
      return
    case 'gone':
      await db.pushSubscription.deleteMany({ where })
  }
}
