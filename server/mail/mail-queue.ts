import type { Db } from '#server/platform/db.ts'
import type { Queue } from '#server/platform/queue.ts'
import { takeUp } from '#server/platform/take-up.ts'
import { deliverTo, type Smtp } from './deliver.ts'
import { MAIL_CHANNEL } from './mail.service.ts'
import { sendMail, type Attempt } from './send-mail.ts'

export interface MailPace {
  /** The delays after the first, second, ... failed attempt. */
  retryAfterSeconds: readonly number[]
  /** How long a mail server may take to respond. */
  timeoutMs: number
  /** How long a send may take before its process counts as dead: more than a few timeouts. */
  expireSeconds: number
  /** How often to look for emails with a lost job. */
  lookEverySeconds: number
  /** The maximum delay of a retry. */
  pollSeconds: number
}

export const MAIL_PACE: MailPace = {
  retryAfterSeconds: [60, 300, 1800, 7200, 21_600],
  timeoutMs: 15_000,
  expireSeconds: 90,
  lookEverySeconds: 60,
  pollSeconds: 5,
}

const SENDERS = 3
const KEEP_JOBS_SECONDS = 3600
/** After this time, the links in an email have expired. */
const STALE_MS = 48 * 3600_000
/** How long a running send may continue after the stop. */
const FINISH_WITHIN_MS = 5_000

/**
 * Sends queued emails, including older ones. An email has at most one job at a time, so that the search for lost jobs
 * never sends an email twice or too early.
 */
export function mailQueue({
  db,
  databaseUrl,
  smtp,
  pace = MAIL_PACE,
}: {
  db: Db
  databaseUrl: string
  smtp: Smtp
  pace?: MailPace
}): Queue<Attempt> {
  const deliver = deliverTo(smtp, pace.timeoutMs)
  return {
    name: 'mail',
    keyOf: ({ mailId }) => mailId,
    atOnce: SENDERS,
    pollSeconds: pace.pollSeconds,
    mayTakeSeconds: pace.expireSeconds,
    // No retries, because `feed` finds interrupted sends again and counts their attempts.
    retries: { most: 0, afterSeconds: 0 },
    keepSeconds: KEEP_JOBS_SECONDS,
    finishWithinMs: FINISH_WITHIN_MS,
    work: (attempt, signal) => sendMail(db, deliver, attempt, pace.retryAfterSeconds, signal),
    feed: takeUp({
      databaseUrl,
      channel: MAIL_CHANNEL,
      lookEveryMs: pace.lookEverySeconds * 1000,
      find: () => findWaiting(db),
      jobOf: (mailId) => ({ mailId, before: 0 }),
    }),
  }
}

/** Returns waiting emails; gives up those that have waited too long. */
async function findWaiting(db: Db): Promise<Attempt[]> {
  await db.mail.updateMany({
    where: { state: 'queued', attempts: 0, lastError: null, createdAt: { lt: new Date(Date.now() - STALE_MS) } },
    data: {
      state: 'failed',
      lastError: 'No mail server was available for two days, so the links in this email no longer work.',
    },
  })
  const waiting = await db.mail.findMany({
    where: { state: 'queued' },
    orderBy: { createdAt: 'asc' },
    select: { id: true, attempts: true },
  })
  return waiting.map(({ id, attempts }) => ({ mailId: id, before: attempts }))
}
