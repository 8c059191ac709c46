import type { OutgoingDelivery, OutgoingWebhook } from '#prisma/generated/client.ts'
import { cleanText } from '#server/platform/clean-text.ts'
import type { Db } from '#server/platform/db.ts'
import { FetchError, postPublic } from '#server/platform/fetch-public.ts'
import { log } from '#server/platform/log.ts'
import { MAX_WAITING, PORTS } from './outgoing-webhooks.schema.ts'
import { countWaitingDeliveries } from './record-event.ts'
import { signDelivery } from './sign-delivery.ts'
import { switchWebhookOff } from './switch-webhook-off.ts'
import { openWebhookSecrets } from './webhook-secret.ts'
import { whyNotDelivered } from './why-not-delivered.ts'

const SECOND = 1
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
/**
 * Seconds after the first, second, ... failed attempt: three days in total. After one more failure the delivery counts
 * as failed.
 */
export const RETRY_AFTER = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  16 * HOUR,
  24 * HOUR,
]

const TIMEOUT_MS = 10_000
/** Attempts for one webhook at the same time. */
const AT_ONCE = 5
/** Maximum turn of a webhook. Then other webhooks have their turn. */
const LONGEST_TURN_MS = 30_000
/**
 * After a round of attempts that took longer, other webhooks have their turn. A quicker receiver gets everything that
 * waits.
 */
const QUICK_ROUND_MS = 1_000
/** The pause after a receiver has failed. */
const REST_SECONDS = 5
/**
 * The same pause until the URL has accepted its first event. Until then there is only one attempt at a time, because
 * the URL may belong to a stranger.
 */
const REST_OF_UNPROVEN_SECONDS = 15
const RESPONSE_BYTES = 500
const INTERNAL_ERROR = 'internal error'

export interface Sending {
  db: Db
  /** Our origin, for links in emails. */
  siteUrl: string
}

/**
 * Delivers a webhook's due events until its turn is over. If a process dies in between, the delivery keeps waiting, so
 * the receiver may get it twice, with the same id.
 * @returns seconds until its next turn; null if nothing is due
 */
export async function sendDeliveries(sending: Sending, webhookId: string, signal: AbortSignal): Promise<number | null> {
  const { db } = sending
  const until = Date.now() + LONGEST_TURN_MS
  // Counted once, because nobody else sends for this webhook during the turn.
  const waiting = await countWaitingDeliveries(db, webhookId)
  while (Date.now() < until) {
    signal.throwIfAborted()
    const webhook = await db.outgoingWebhook.findFirst({
      where: { id: webhookId, state: 'active', partner: { verificationStatus: 'approved' } },
    })
    if (!webhook) return null
    if (waiting >= MAX_WAITING) {
      const many = MAX_WAITING.toLocaleString('en')
      await switchWebhookOff(db, sending.siteUrl, webhookId, `More than ${many} events were waiting to be delivered.`)
      return null
    }
    const due = await db.outgoingDelivery.findMany({
      where: { webhookId, state: 'waiting', nextAt: { lte: new Date() } },
      orderBy: [{ nextAt: 'asc' }, { id: 'asc' }],
      take: webhook.isProven ? AT_ONCE : 1,
    })
    if (!due.length) return null
    const began = performance.now()
    const attempts = await Promise.allSettled(
      due.map(async (delivery) => {
        const answer = await attempt(webhook, delivery)
        await note(sending, delivery, answer)
        return answer.isTaken
      }),
    )
    // All attempts have ended by now, so none continues after a failed turn.
    for (const each of attempts) if (each.status === 'rejected') throw each.reason
    const isTaken = attempts.every((each) => each.status === 'fulfilled' && each.value)
    if (!isTaken) return webhook.isProven ? REST_SECONDS : REST_OF_UNPROVEN_SECONDS
    if (!webhook.isProven) await db.outgoingWebhook.updateMany({ where: { id: webhookId }, data: { isProven: true } })
    if (performance.now() - began > QUICK_ROUND_MS) return 0
  }
  return 0
}

interface Answer {
  isTaken: boolean
  /** The receiver does not want any more events. */
  isGone: boolean
  responseStatus: number | null
  response: string
  error: string
}

async function attempt(webhook: OutgoingWebhook, delivery: OutgoingDelivery): Promise<Answer> {
  try {
    const { status, start } = await postPublic(webhook.url, {
      headers: { 'content-type': 'application/json', ...signDelivery(delivery, secretsInUse(webhook), new Date()) },
      body: Buffer.from(delivery.body),
      timeoutMs: TIMEOUT_MS,
      // Only our own receivers use http.
      ...(webhook.url.startsWith('https:') && { ports: PORTS }),
      startBytes: RESPONSE_BYTES,
    })
    return {
      isTaken: status >= 200 && status < 300,
      isGone: status === 410,
      responseStatus: status,
      response: cleanText(start.toString()).trim(),
      error: '',
    }
  } catch (error) {
    // For example a secret that cannot be opened. It counts as an attempt, so that the delivery ends after three days.
    if (!(error instanceof FetchError))
      log.error({ err: error, webhookId: webhook.id, deliveryId: delivery.id }, 'a webhook delivery failed')
    const why = error instanceof FetchError ? whyNotDelivered(error) : INTERNAL_ERROR
    return { isTaken: false, isGone: false, responseStatus: null, response: '', error: why }
  }
}

function secretsInUse(webhook: OutgoingWebhook): string[] {
  const secrets = openWebhookSecrets(webhook)
  return webhook.previousUntil && webhook.previousUntil > new Date() ? secrets : secrets.slice(0, 1)
}

/** Keeps the result of an attempt, unless the delivery was deleted or replayed in the meantime. */
async function note({ db, siteUrl }: Sending, { id, webhookId, attempts }: OutgoingDelivery, answer: Answer) {
  const { isTaken, isGone, ...shown } = answer
  const now = new Date()
  const pause = isGone ? undefined : RETRY_AFTER[attempts]
  const isOver = !isTaken && pause === undefined
  const { count } = await db.outgoingDelivery.updateMany({
    where: { id, state: 'waiting', attempts },
    data: {
      ...shown,
      attempts: attempts + 1,
      attemptedAt: now,
      state: isTaken ? 'delivered' : isOver ? 'failed' : 'waiting',
      ...(pause !== undefined && { nextAt: new Date(now.getTime() + pause * 1000) }),
    },
  })
  if (!count || !isOver) return
  const why = isGone
    ? 'Your system answered with status 410, which means that it does not want any more events.'
    : 'We could not deliver an event for three days.'
  await switchWebhookOff(db, siteUrl, webhookId, why)
}
