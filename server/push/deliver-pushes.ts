import webPush from 'web-push'
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
/** Consecutive failures of a push service after which its other notifications wait. */
const PATIENCE = 3
/** Consecutive refusals after which a device is deleted, because it does not recover automatically. */
const MAX_FAILURES = 3

export interface PushSite {
  /** The shop's origin. */
  siteUrl: string
  /** The shop's email address, if there is one. */
  contact: string | undefined
  /** For tests. */
  network?: Network
}

/** The state of a push service in this run. */
interface Service {
  failuresInARow: number
  until: Date
}

interface Notice {
  deviceId: string
  topic: string
  endpoint: string
  p256dh: string
  auth: string
  failures: number
  tries: number
  message: object
  waitingUntil: Date
}

/**
 * Sends waiting notifications to devices with a signed-in owner. May run at any time in any process, even in several at
 * once. Each notification is sent by only one.
 * @returns the number of accepted notifications
 */
export async function deliverPushes(db: Db, site: PushSite, now: Date, signal?: AbortSignal): Promise<number> {
  await giveUpLate(db, now)
  const sender = { ...site, vapid: await vapidKeys(db) }
  const services = new Map<string, Service>()
  let delivered = 0
  while (!signal?.aborted) {
    const notices = await claim(db, now)
    if (!notices.length) break
    await Promise.all(
      notices.map(async (notice) => {
        const { origin } = new URL(notice.endpoint)
        const answer = await send(notice, sender, now)
        if (answer.kind === 'later')
          services.set(origin, { failuresInARow: (services.get(origin)?.failuresInARow ?? 0) + 1, until: answer.at })
        else services.delete(origin)
        if (answer.kind === 'taken') delivered++
        await takeDown(db, notice, answer, now)
      }),
    )
    for (const [origin, { failuresInARow, until }] of services)
      if (failuresInARow >= PATIENCE) {
        await postponeRest(db, origin, until, now)
        // Postpones these notifications only once, because this reads all due rows. Later rows of the service, which
        // another process has held, are tried.
        services.delete(origin)
      }
  }
  return delivered
}

/** Gives up notifications that are out of date. */
const giveUpLate = (db: Db, now: Date) => db.pushNotice.deleteMany({ where: { waitingUntil: { lte: now } } })

const leaseOf = (now: Date): Date => new Date(now.getTime() + LEASE_MS)

const claim = (db: Db, now: Date): Promise<Notice[]> => db.$queryRaw<Notice[]>`
  UPDATE push_notices n SET due_at = ${leaseOf(now)}
  FROM (
    SELECT waiting.device_id, waiting.topic, d.endpoint, d.p256dh, d.auth, d.failures FROM push_notices waiting
    JOIN push_subscriptions d ON d.id = waiting.device_id
    JOIN sessions here ON here.id = d.session_id AND here.expires_at > ${now}::timestamptz
    JOIN users owner ON owner.id = d.user_id AND owner.deletion_requested_at IS NULL AND owner.suspended_at IS NULL
    WHERE waiting.due_at <= ${now}::timestamptz ORDER BY waiting.due_at, waiting.device_id, waiting.topic
    LIMIT ${AT_ONCE} FOR UPDATE OF waiting SKIP LOCKED
  ) due
  WHERE n.device_id = due.device_id AND n.topic = due.topic
  RETURNING n.device_id AS "deviceId", n.topic, due.endpoint, due.p256dh, due.auth, due.failures, n.tries, n.message,
    n.waiting_until AS "waitingUntil"`

/** Postpones the other notifications of a push service that does not respond, without an attempt. */
const postponeRest = (db: Db, origin: string, until: Date, now: Date) => db.$executeRaw`
  UPDATE push_notices n SET due_at = ${until}
  FROM (
    SELECT waiting.device_id, waiting.topic FROM push_notices waiting JOIN push_subscriptions d ON d.id = waiting.device_id
    WHERE waiting.due_at <= ${now}::timestamptz AND d.endpoint LIKE ${`${escapeLike(origin)}/%`} FOR UPDATE OF waiting SKIP LOCKED
  ) rest
  WHERE n.device_id = rest.device_id AND n.topic = rest.topic`

async function send(
  { deviceId, topic, endpoint, p256dh, auth, tries, message, waitingUntil }: Notice,
  { siteUrl, contact, vapid, network }: PushSite & { vapid: { publicKey: string; privateKey: string } },
  now: Date,
): Promise<PushAnswer> {
  const tried = tries + 1
  const subscription = { endpoint, keys: { p256dh, auth } }
  if (isOwnHost(endpoint, siteUrl)) return { kind: 'refused', why: 'the URL is on our own host' }
  try {
    const { headers, body } = webPush.generateRequestDetails(subscription, JSON.stringify(message), {
      vapidDetails: { subject: vapidSubject(siteUrl, contact), ...vapid },
      TTL: Math.max(0, Math.round((waitingUntil.getTime() - now.getTime()) / 1000)),
      // The notification may wait until the device is not saving power (RFC 8030: topic updates), and replaces a
      // waiting one.
      urgency: 'low',
      topic,
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
        { deviceId, status },
        'a push service rejected our VAPID token: check the key, the subject and the clock',
      )
    return judgeAnswer(status, answered['retry-after'], tried, now)
  } catch (error) {
    // The address leads to our private network, possibly only for a moment by DNS.
    if (error instanceof FetchError && error.failure === 'forbidden') return { kind: 'refused', why: error.message }
    if (error instanceof FetchError || canEncrypt(subscription)) {
      if (!(error instanceof FetchError)) log.error({ err: error, deviceId }, 'a notification could not be encrypted')
      return { kind: 'later', at: pauseOf(tried, now) }
    }
    log.warn({ err: error, deviceId }, 'a device has unusable keys')
    return { kind: 'gone' }
  }
}

/** Whether encryption for a browser is possible; false if the browser's keys, not ours, prevent it. */
function canEncrypt(subscription: webPush.PushSubscription): boolean {
  try {
    webPush.generateRequestDetails(subscription, 'x')
    return true
  } catch {
    return false
  }
}

async function takeDown(db: Db, notice: Notice, answer: PushAnswer, now: Date): Promise<void> {
  const { deviceId, topic, endpoint } = notice
  // If the address differs, the subscription was renewed in the meantime, and the response does not apply to it.
  const device = { id: deviceId, endpoint }
  // Skips a newer notification about the same topic, which is due at another time.
  const sent = { deviceId, topic, dueAt: leaseOf(now), device: { endpoint } }
  switch (answer.kind) {
    case 'taken':
      await db.pushNotice.deleteMany({ where: sent })
      await db.pushSubscription.updateMany({ where: device, data: { failures: 0, lastSuccessAt: now } })
      return
    case 'later':
      // If the next attempt would be too late, the next run gives up.
      await db.pushNotice.updateMany({ where: sent, data: { dueAt: answer.at, tries: { increment: 1 } } })
      return
    case 'refused':
      log.warn({ deviceId, why: answer.why }, 'a notification was refused')
      if (notice.failures + 1 < MAX_FAILURES) {
        await db.pushNotice.deleteMany({ where: sent })
        await db.pushSubscription.updateMany({ where: device, data: { failures: { increment: 1 } } })
        return
      }
      await db.pushSubscription.deleteMany({ where: device })
      return
    case 'gone':
      await db.pushSubscription.deleteMany({ where: device })
  }
}
