import type { PgBoss } from 'pg-boss'
import type { Db } from '#server/platform/db.ts'
import { listen } from '#server/platform/listen.ts'
import { log } from '#server/platform/log.ts'
import { deliverTo, type Smtp } from './deliver.ts'
import { MAIL_CHANNEL } from './mail.service.ts'
import { sendMail, type Attempt } from './send-mail.ts'

export interface MailPace {
  /** After the first, second, ... failed attempt. */
  retryAfterSeconds: readonly number[]
  /** How long a mail server may be silent. */
  timeoutMs: number
  /** How long a send may take before its process counts as dead. More than a few timeouts. */
  expireSeconds: number
  /** How often mails are looked for whose job was lost. */
  lookEverySeconds: number
  /** How late a retry may be. */
  pollSeconds: number
}

export const MAIL_PACE: MailPace = { retryAfterSeconds: [60, 300, 1800, 7200, 21_600], timeoutMs: 15_000, expireSeconds: 90, lookEverySeconds: 60, pollSeconds: 5 }

const QUEUE = 'mail'
const SENDERS = 3
const KEEP_JOBS_SECONDS = 3600
const JOBS_AT_ONCE = 1000
/** By then the links in it are long dead. */
const STALE_MS = 48 * 3600_000
/** What is being sent may be finished before it is cut short. */
const FINISH_WITHIN_MS = 5_000

/**
 * Sends queued mails, those of the past too, until it is stopped. Any number of processes may do so at once: a mail has at most one job at a time, and each attempt is made once.
 * `stop` stops listening at once and cuts sends short that take longer than 5 s; end `boss` gracefully after it.
 */
export async function startMailQueue(boss: PgBoss, { db, databaseUrl, smtp, pace }: { db: Db; databaseUrl: string; smtp: Smtp; pace: MailPace }): Promise<{ stop: () => void }> {
  const stopping = new AbortController()
  const deliver = deliverTo(smtp, pace.timeoutMs)
  const workers: string[] = []
  const wake = () => workers.forEach((id) => boss.notifyWorker(id))
  const jobOf = (attempt: Attempt, inSeconds = 0) => ({
    data: attempt, singletonKey: attempt.mailId, startAfter: inSeconds, retryLimit: 0, expireInSeconds: pace.expireSeconds, deleteAfterSeconds: KEEP_JOBS_SECONDS,
  })

  // 'exclusive': one job per mail, waiting or active, so that looking for lost ones cannot send one twice or too soon.
  await boss.createQueue(QUEUE, { policy: 'exclusive' })
  for (let sender = 0; sender < SENDERS; sender++) {
    workers.push(await boss.work<Attempt>(QUEUE, { pollingIntervalSeconds: pace.pollSeconds }, async ([job]) => {
      if (!job) return
      try {
        const next = await sendMail(db, deliver, job.data, pace.retryAfterSeconds, stopping.signal)
        if (next) {
          // This job has to be out of the way of the next.
          await boss.complete(QUEUE, job.id)
          await boss.insert(QUEUE, [jobOf(next.attempt, next.inSeconds)])
        }
      } catch (error) {
        log.warn({ err: error, mailId: job.data.mailId }, 'the database was away while a mail was sent; it is looked for again')
        throw error
      }
      // There may be more; without this each sender would do one job per poll.
      wake()
    }))
  }

  const takeUp = async (mailId: string) => {
    await boss.insert(QUEUE, [jobOf({ mailId, before: 0 })])
    wake()
  }
  const lookForLost = async () => {
    await db.mail.updateMany({
      where: { state: 'queued', attempts: 0, lastError: null, createdAt: { lt: new Date(Date.now() - STALE_MS) } },
      data: { state: 'failed', lastError: 'Waited for two days without a mail server; its links no longer work.' },
    })
    const waiting = await db.mail.findMany({ where: { state: 'queued' }, orderBy: { createdAt: 'asc' }, select: { id: true, attempts: true } })
    for (let at = 0; at < waiting.length; at += JOBS_AT_ONCE) {
      await boss.insert(QUEUE, waiting.slice(at, at + JOBS_AT_ONCE).map(({ id, attempts }) => jobOf({ mailId: id, before: attempts })))
    }
    wake()
  }
  let isStopped = false
  const unlessStopping = (work: Promise<void>) => void work.catch((error: unknown) => {
    if (!isStopped) log.warn({ err: error }, 'mails not taken up; trying again')
  })

  const listening = listen(databaseUrl, MAIL_CHANNEL, { onConnect: () => unlessStopping(lookForLost()), onNotice: (mailId) => unlessStopping(takeUp(mailId)) })
  const looking = setInterval(() => unlessStopping(lookForLost()), pace.lookEverySeconds * 1000)
  return {
    stop: () => {
      isStopped = true
      clearInterval(looking)
      listening.stop()
      setTimeout(() => stopping.abort(new Error('The sending process was stopped.')), FINISH_WITHIN_MS).unref()
    },
  }
}
