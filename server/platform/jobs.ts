import { setTimeout } from 'node:timers/promises'
import { PgBoss } from 'pg-boss'
import type { Smtp } from '#server/mail/deliver.ts'
import { MAIL_PACE, startMailQueue, type MailPace } from '#server/mail/mail-queue.ts'
import type { Db } from './db.ts'
import { log } from './log.ts'

export interface CronJob {
  /** Letters, digits, '-'. */
  name: string
  /** Five fields, in UTC. */
  cron: string
  /** @param signal aborted when the process is told to stop, and after an hour: what takes long then ends at once. */
  run: (signal: AbortSignal) => Promise<unknown>
}

export interface JobsOptions {
  /** pg-boss keeps its tables in the schema `pgboss` of this database, and makes them at first start. */
  databaseUrl: string
  db: Db
  /** Null: mails stay queued, to be read at /admin/outbox. */
  smtp: Smtp | null
  /** All that there are: schedules that are not among them are removed. */
  cron?: CronJob[]
  /** For tests, which cannot wait so long. */
  pace?: Partial<MailPace> & { superviseSeconds?: number }
}

const START_AGAIN_MS = 30_000
const STOP_WITHIN_MS = 10_000
const CRON_MAY_TAKE_SECONDS = 3600
const KEEP_RUNS_SECONDS = 24 * 3600

/**
 * Does the shop's work behind the scenes until it is stopped: sends mails, runs `cron`. Several processes may do so on one database; each piece of work is done by one of them.
 * Never throws: what goes wrong is logged, and a start that fails is tried again. `ready` resolves once it has started (or was stopped before that).
 */
export function startJobs(options: JobsOptions): { ready: Promise<void>; stop: () => Promise<void> } {
  const stopping = new AbortController()
  let running: Running | null = null
  const start = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        running = await run(options, stopping.signal)
        return
      } catch (error) {
        if (stopping.signal.aborted) return
        log.error({ err: error }, 'jobs not started; trying again')
        await setTimeout(START_AGAIN_MS, null, { signal: stopping.signal }).catch(() => undefined)
      }
    }
  }
  const ready = start()
  return {
    ready,
    stop: async () => {
      stopping.abort()
      await ready
      await running?.stop()
    },
  }
}

interface Running {
  stop: () => Promise<void>
}

async function run({ databaseUrl, db, smtp, cron = [], pace: { superviseSeconds = 60, ...pace } = {} }: JobsOptions, stopping: AbortSignal): Promise<Running> {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    application_name: 'jobs',
    max: 4,
    connectionTimeoutMillis: 5_000,
    superviseIntervalSeconds: superviseSeconds,
    monitorIntervalSeconds: superviseSeconds,
  })
  let isStopped = false
  // Without a listener an error would end the process.
  boss.on('error', (error) => {
    if (!isStopped) log.error({ err: error }, 'jobs')
  })
  boss.on('warning', (warning) => log.warn(warning, 'jobs'))
  let mails: { stop: () => void } | null = null
  const stop = async () => {
    mails?.stop()
    await boss.stop({ graceful: true, timeout: STOP_WITHIN_MS }).catch((error: unknown) => log.error({ err: error }, 'jobs not stopped in order'))
    isStopped = true
  }
  try {
    await boss.start()
    for (const job of cron) await schedule(boss, job, stopping)
    for (const { name } of await boss.getSchedules()) if (!cron.some((job) => job.name === name)) await boss.unschedule(name)
    if (smtp) mails = await startMailQueue(boss, { db, databaseUrl, smtp, pace: { ...MAIL_PACE, ...pace } })
  } catch (error) {
    await stop()
    throw error
  }
  return { stop }
}

async function schedule(boss: PgBoss, { name, cron, run }: CronJob, stopping: AbortSignal): Promise<void> {
  // 'exclusive': a run that is late is not joined by the next.
  await boss.createQueue(name, { policy: 'exclusive', retryLimit: 2, retryDelay: 300, expireInSeconds: CRON_MAY_TAKE_SECONDS, deleteAfterSeconds: KEEP_RUNS_SECONDS })
  await boss.schedule(name, cron, null, { tz: 'UTC' })
  await boss.work(name, { pollingIntervalSeconds: 30 }, async ([job]) => {
    try {
      await run(job ? AbortSignal.any([stopping, job.signal]) : stopping)
    } catch (error) {
      log.error({ err: error, job: name }, 'a job failed')
      throw error
    }
  })
}
