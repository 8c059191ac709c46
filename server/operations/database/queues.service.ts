import { PgBoss } from 'pg-boss'
import type { Prisma } from '#prisma/generated/client.ts'
import type { SignedInAsk } from '#server/platform/ask.ts'
import { changedFields, writeAudit } from '#server/platform/audit.ts'
import { AppError } from '#server/platform/errors.ts'
import { sqlStateOf } from '#server/platform/sql-state.ts'
import type { RetryJobInput } from './database.schema.ts'
import { lookup } from '#server/platform/lookup.schema.ts'

const MAX_FAILED = 50
const UNIQUE_VIOLATION = '23505'

/** Returns each queue's waiting and failed jobs of the last day; null if no process has started the jobs yet. */
export async function getQueues(tx: Prisma.TransactionClient) {
  const [there] = await tx.$queryRaw<Array<{ is: boolean }>>`SELECT to_regclass('pgboss.job') IS NOT NULL AS is`
  if (!there?.is) return null
  const queues = await tx.$queryRaw<
    Array<{
      name: string
      waiting: number
      active: number
      failed: number
      oldestSeconds: number | null
      lastDone: Date | null
    }>
  >`
    SELECT q.name, count(*) FILTER (WHERE j.state IN ('created', 'retry') AND j.start_after <= now())::int AS waiting,
      count(*) FILTER (WHERE j.state = 'active')::int AS active, count(*) FILTER (WHERE j.state = 'failed')::int AS failed,
      extract(epoch FROM now() - min(greatest(j.created_on, j.start_after)) FILTER (WHERE j.state IN ('created', 'retry') AND j.start_after <= now()))::float8 AS "oldestSeconds",
      max(j.completed_on) FILTER (WHERE j.state = 'completed') AS "lastDone"
    FROM pgboss.queue q LEFT JOIN pgboss.job j ON j.name = q.name GROUP BY q.name ORDER BY failed DESC, waiting DESC, q.name`
  const failed = await tx.$queryRaw<
    Array<{ id: string; queue: string; at: Date | null; attempts: number; error: string | null }>
  >`
    SELECT id::text AS id, name AS queue, completed_on AS at, retry_count + 1 AS attempts,
      left(coalesce(output->>'message', output->>'value', output::text), 400) AS error
    FROM pgboss.job WHERE state = 'failed' ORDER BY completed_on DESC NULLS LAST LIMIT ${MAX_FAILED}`
  return { queues, failed }
}

/**
 * Puts a failed job back into its queue for one more attempt, as pg-boss does. It starts within half a minute.
 * @throws AppError not_found; conflict if it is no longer failed, or the same job is already waiting
 */
export async function retryJob(
  { db, visit, viewer }: Pick<SignedInAsk, 'db' | 'visit' | 'viewer'>,
  { queue, jobId }: RetryJobInput,
): Promise<void> {
  try {
    await db.$transaction(async (tx) => {
      const [there] = await tx.$queryRaw<Array<{ is: boolean }>>`SELECT to_regclass('pgboss.job') IS NOT NULL AS is`
      const jobs = there?.is
        ? await tx.$queryRaw<Array<{ state: string }>>`
            SELECT state::text FROM pgboss.job WHERE name = ${queue} AND id = ${jobId}::uuid FOR UPDATE`
        : []
      const [job] = jobs
      if (!job) throw new AppError('not_found', 'This job no longer exists. Failed jobs are kept for a day.')
      if (job.state !== 'failed')
        throw new AppError('conflict', `This job has not failed. It is now ${STATES[job.state] ?? job.state}.`)
      await withBoss(tx, (boss) => boss.retry(queue, jobId))
      const data = { queue, ...changedFields({ state: 'failed' }, { state: 'waiting' }) }
      await writeAudit(db, visit, { actorId: viewer.userId, action: 'job_retried', subjectId: jobId, data }, tx)
    })
  } catch (error) {
    if (sqlStateOf(error) === UNIQUE_VIOLATION)
      throw new AppError('conflict', 'The same job is already waiting in the queue.', { cause: error })
    throw error
  }
}

const STATES = lookup({
  created: 'waiting',
  retry: 'waiting',
  active: 'running',
  completed: 'completed',
})

/** Runs pg-boss on a transaction's connection, without maintenance or migrations. */
async function withBoss(tx: Prisma.TransactionClient, use: (boss: PgBoss) => Promise<unknown>): Promise<void> {
  const boss = new PgBoss({
    db: {
      executeSql: async (sql, values = []) => ({
        // pg-boss checks whether its tables exist. Prisma cannot parse the result type.
        rows: await tx.$queryRawUnsafe<object[]>(
          sql.replace(/(to_regclass\([^)]*\))/g, '$1::text'),
          ...(values as unknown[]),
        ),
      }),
    },
    migrate: false,
    supervise: false,
    schedule: false,
  })
  let problem: unknown = null
  boss.on('error', (error) => {
    problem = error
  })
  try {
    await boss.start()
    await use(boss)
    if (problem) throw problem as Error
  } finally {
    await boss.stop({ graceful: false })
  }
}
