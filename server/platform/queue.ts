import { setTimeout as pause } from 'node:timers/promises'
import { PgBoss } from 'pg-boss'
import { troubleOf } from './database-away.ts'
import { log } from './log.ts'

/** A queue of jobs in the database. Any process with this queue works on them. */
export interface Queue<Piece extends object = object> {
  /** Letters, digits, '-'. */
  name: string
  /** When to add an empty job: five cron fields, in UTC. */
  cron?: string
  /** Whether a starting process also adds an empty job. */
  isDueAtStart?: boolean
  /**
   * Two jobs with the same key are never in the queue at once, neither waiting nor running. Without keys, all jobs
   * count as the same.
   */
  keyOf?(piece: Piece): string
  /** Jobs that one process runs at once. */
  atOnce: number
  /** Maximum delay for a job that another process has added. */
  pollSeconds: number
  /** After this time, the worker of a job counts as dead, and its signal is aborted. */
  mayTakeSeconds: number
  /**
   * A worker also counts as dead this long after its process has ended, 10 s or more. Default: only after
   * `mayTakeSeconds`.
   */
  signOfLifeSeconds?: number
  /** How often and when to retry a job after an error. */
  retries: { most: number; afterSeconds: number }
  /** How long the database keeps finished jobs. */
  keepSeconds: number
  /** How long running jobs may continue after a stop before their signal is aborted. */
  finishWithinMs: number
  /**
   * @returns the job to continue with, if any
   */
  work(piece: Piece, signal: AbortSignal): Promise<{ piece: Piece; inSeconds: number } | null>
  /** Starts to watch for jobs and adds them. `stop` may leave some behind, which the next watcher finds. */
  feed?(add: (pieces: Piece[]) => Promise<void>): { stop: () => void }
}

interface QueuesOptions {
  /** pg-boss keeps its tables in the schema `pgboss` of this database, and creates them at the first start. */
  databaseUrl: string
  /** All queues. Schedules of others are removed. */
  queues: Queue[]
  /** How often to look for dead workers. */
  superviseSeconds?: number
}

const START_AGAIN_MS = 30_000
const STOP_WITHIN_MS = 10_000
const PUT_IN_AT_ONCE = 1000
const DAY_SECONDS = 24 * 3600

/**
 * Creates a queue that is filled by the clock. Only one run happens at a time, and the next run waits for a late one. A
 * failed run is retried twice.
 * @param run its signal is aborted when the process has to stop, and after an hour. Long work should then end at once.
 */
export function scheduled(
  name: string,
  cron: string,
  run: (signal: AbortSignal) => Promise<unknown>,
  { isDueAtStart = false } = {},
): Queue {
  return {
    name,
    cron,
    isDueAtStart,
    atOnce: 1,
    pollSeconds: 30,
    mayTakeSeconds: 3600,
    retries: { most: 2, afterSeconds: 300 },
    keepSeconds: DAY_SECONDS,
    finishWithinMs: 0,
    work: async (_, signal) => {
      await run(signal)
      return null
    },
  }
}

/**
 * Works on the queues until it is stopped. Several processes may do so on one database; each piece of work is done by
 * one of them. Never throws: errors are logged, and a failed start is retried. `ready` resolves once it has started (or
 * was stopped before that).
 */
export function startQueues(options: QueuesOptions): { ready: Promise<void>; stop: () => Promise<void> } {
  const stopping = new AbortController()
  let running: Running | null = null
  const start = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        running = await run(options)
        return
      } catch (error) {
        if (stopping.signal.aborted) return
        log.error({ err: error }, 'jobs could not be started; retrying')
        await pause(START_AGAIN_MS, null, { signal: stopping.signal }).catch(() => undefined)
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

async function run({ databaseUrl, queues, superviseSeconds = 60 }: QueuesOptions): Promise<Running> {
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
    if (!isStopped) log.error({ err: error }, 'the job queue failed')
  })
  boss.on('warning', (warning) => log.warn(warning, 'the job queue has a problem'))
  const opened: { stop: () => void }[] = []
  const stop = async () => {
    for (const queue of opened) queue.stop()
    await boss
      .stop({ graceful: true, timeout: STOP_WITHIN_MS })
      .catch((error: unknown) => log.error({ err: error }, 'jobs could not be stopped cleanly'))
    isStopped = true
  }
  try {
    await boss.start()
    for (const queue of queues) await open(boss, queue, opened)
    for (const { name } of await boss.getSchedules())
      if (!queues.some((queue) => queue.name === name && queue.cron)) await boss.unschedule(name)
  } catch (error) {
    await stop()
    throw error
  }
  return { stop }
}

/** @param opened collects the parts to stop, as soon as each has started */
async function open(boss: PgBoss, queue: Queue, opened: { stop: () => void }[]): Promise<void> {
  const { name, retries } = queue
  const stopping = new AbortController()
  const stopped = () => stopping.abort(new Error('The process was stopped.'))
  opened.push({
    stop: () => {
      if (queue.finishWithinMs === 0) stopped()
      else setTimeout(stopped, queue.finishWithinMs).unref()
    },
  })
  const workers: string[] = []
  const wake = () => workers.forEach((id) => boss.notifyWorker(id))
  const rules = {
    retryLimit: retries.most,
    retryDelay: retries.afterSeconds,
    expireInSeconds: queue.mayTakeSeconds,
    deleteAfterSeconds: queue.keepSeconds,
    ...(queue.signOfLifeSeconds !== undefined && { heartbeatSeconds: queue.signOfLifeSeconds }),
  }
  const put = async (pieces: object[], inSeconds = 0) => {
    for (let at = 0; at < pieces.length; at += PUT_IN_AT_ONCE) {
      const jobs = pieces.slice(at, at + PUT_IN_AT_ONCE).map((piece) => {
        const singletonKey = queue.keyOf?.(piece)
        return { ...rules, ...(singletonKey !== undefined && { singletonKey }), data: piece, startAfter: inSeconds }
      })
      await boss.insert(name, jobs)
    }
  }
  await boss.createQueue(name, { policy: 'exclusive', ...rules })
  if (queue.cron) await boss.schedule(name, queue.cron, null, { tz: 'UTC' })
  for (let worker = 0; worker < queue.atOnce; worker++) {
    const id = await boss.work<object>(name, { pollingIntervalSeconds: queue.pollSeconds }, async ([job]) => {
      if (!job) return
      try {
        const next = await queue.work(job.data, AbortSignal.any([stopping.signal, job.signal]))
        if (next) {
          // This job must not block the next.
          await boss.complete(name, job.id)
          await put([next.piece], next.inSeconds)
        }
      } catch (error) {
        const trouble = troubleOf(error)
        if (trouble) log.warn({ err: error, queue: name, piece: job.data }, `${trouble.logged}, during a job`)
        else if (!stopping.signal.aborted) log.error({ err: error, queue: name, piece: job.data }, 'a job failed')
        throw error
      }
      // There may be more jobs. Otherwise each worker would do one job per poll.
      wake()
    })
    workers.push(id)
  }
  const add = async (pieces: object[]) => {
    await put(pieces)
    wake()
  }
  if (queue.isDueAtStart) await add([{}])
  const fed = queue.feed?.(add)
  if (fed) opened.push(fed)
}
