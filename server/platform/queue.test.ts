import { PgBoss } from 'pg-boss'
import { afterEach, expect, test, vi } from 'vitest'
import { mailQueue } from '#server/mail/mail-queue.ts'
import { queueMail } from '#server/mail/mail.service.ts'
import { welcome } from '#server/mail/templates.ts'
import { startSmtp } from '#tests/setup/smtp.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { scheduled, startQueues, type Queue } from './queue.ts'

const database = useTestDatabase()
const PATIENCE = { timeout: 15_000, interval: 25 }
const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

async function start(...queues: Queue[]) {
  const running = startQueues({ databaseUrl: database.url, queues, superviseSeconds: 1 })
  ends.push(running.stop)
  await running.ready
  return running
}
/** Triggers a scheduled job without waiting for its time. */
async function trigger(name: string): Promise<void> {
  const boss = new PgBoss({ connectionString: database.url, supervise: false, schedule: false, migrate: false })
  await boss.start()
  await boss.send(name, {})
  await boss.stop({ graceful: false })
}
const schedules = () => database.db.$queryRaw<object[]>`SELECT name, cron, timezone FROM pgboss.schedule ORDER BY name`

test('runs scheduled jobs in one process only, and drops those removed from the list', async () => {
  const runs: string[] = []
  const tidy = (who: string) => scheduled('tidy', '20 3 * * *', async () => runs.push(who))
  const first = await start(
    tidy('nobody'),
    scheduled('sweep', '5 4 * * 1', async () => runs.push('sweep')),
  )
  expect(await schedules()).toEqual([
    { name: 'sweep', cron: '5 4 * * 1', timezone: 'UTC' },
    { name: 'tidy', cron: '20 3 * * *', timezone: 'UTC' },
  ])
  await first.stop()
  await trigger('tidy')
  await Promise.all([start(tidy('a')), start(tidy('b'))])
  await vi.waitFor(() => expect(runs).toHaveLength(1), PATIENCE)
  expect(await schedules()).toEqual([{ name: 'tidy', cron: '20 3 * * *', timezone: 'UTC' }])
  for (const end of ends.splice(0)) await end()
  expect(runs).toHaveLength(1)
})

test('runs a job marked as due at start in each new process', async () => {
  const runs: string[] = []
  const sweep = (who: string) => scheduled('sweep', '5 4 * * 1', async () => runs.push(who), { isDueAtStart: true })
  const first = await start(sweep('a'))
  await vi.waitFor(() => expect(runs).toEqual(['a']), PATIENCE)
  await first.stop()
  await start(sweep('b'))
  await vi.waitFor(() => expect(runs).toEqual(['a', 'b']), PATIENCE)
})

test('runs one job per key at a time, then its follow-up', async () => {
  const done: number[] = []
  const counted: Queue<{ key: string; step: number }> = {
    name: 'counted',
    keyOf: ({ key }) => key,
    atOnce: 2,
    pollSeconds: 60,
    mayTakeSeconds: 60,
    retries: { most: 0, afterSeconds: 0 },
    keepSeconds: 60,
    finishWithinMs: 0,
    work: async ({ key, step }) => {
      done.push(step)
      return step < 3 ? { piece: { key, step: step + 1 }, inSeconds: 0 } : null
    },
    feed: (add) => {
      void add([1, 1, 1].map((step) => ({ key: 'a', step })))
      return { stop: () => undefined }
    },
  }
  await start(counted)
  await vi.waitFor(() => expect(done).toEqual([1, 2, 3]), PATIENCE)
})

test('restarts a job whose process has died, but no job that is still running', async () => {
  const done: string[] = []
  const partners: Queue<{ key: string }> = {
    name: 'partners',
    keyOf: ({ key }) => key,
    atOnce: 2,
    pollSeconds: 0.5,
    mayTakeSeconds: 3600,
    signOfLifeSeconds: 30,
    retries: { most: 0, afterSeconds: 0 },
    keepSeconds: 60,
    finishWithinMs: 0,
    work: async ({ key }) => {
      done.push(key)
      return null
    },
    feed: (add) => {
      const timer = setInterval(() => void add([{ key: 'dead' }, { key: 'alive' }]).catch(() => undefined), 200)
      return { stop: () => clearInterval(timer) }
    },
  }
  await (await start({ ...partners, feed: () => ({ stop: () => undefined }) })).stop()
  await database.db.$executeRaw`
    INSERT INTO pgboss.job (name, policy, data, state, singleton_key, expire_seconds, heartbeat_seconds, started_on, heartbeat_on)
    SELECT 'partners', 'exclusive', jsonb_build_object('key', key), 'active', key, 3600, 30, now() - age, now() - age
    FROM (VALUES ('dead', interval '31 s'), ('alive', interval '1 s')) AS worked_on (key, age)`
  await start(partners)
  await vi.waitFor(() => expect(done.length).toBeGreaterThan(1), PATIENCE)
  expect(new Set(done)).toEqual(new Set(['dead']))
})

test('signals running jobs to stop', async () => {
  let reason: unknown
  const slow = scheduled(
    'slow',
    '0 0 1 1 *',
    (signal) =>
      new Promise((resolve) =>
        signal.addEventListener('abort', () => {
          reason = signal.reason
          resolve(null)
        }),
      ),
    { isDueAtStart: true },
  )
  const running = await start(slow)
  await vi.waitFor(
    async () =>
      expect(await database.db.$queryRaw`SELECT state::text FROM pgboss.job WHERE name = 'slow'`).toEqual([
        { state: 'active' },
      ]),
    PATIENCE,
  )
  await running.stop()
  expect(reason).toMatchObject({ message: 'The process was stopped.' })
})

test('survives a failing job, and retries it', async () => {
  const fragile = scheduled('fragile', '0 0 1 1 *', async () => Promise.reject(new Error('no')))
  await (await start(fragile)).stop()
  await trigger('fragile')
  await start(fragile)
  await vi.waitFor(
    async () =>
      expect(
        await database.db.$queryRaw`SELECT state::text, retry_count FROM pgboss.job WHERE name = 'fragile'`,
      ).toEqual([{ state: 'retry', retry_count: 0 }]),
    PATIENCE,
  )
})

test('continues after the database has dropped all connections', async () => {
  const server = await startSmtp()
  ends.push(server.stop)
  await start(
    mailQueue({
      db: database.db,
      databaseUrl: database.url,
      smtp: { url: server.url, from: 'hello@wtf.example' },
    }),
  )
  await database.db
    .$queryRaw`SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE datname = current_database() AND usename = current_user AND pid <> pg_backend_pid()`
  const send = async () =>
    queueMail(database.db, { to: 'ada@example.com', ...welcome({ siteUrl: 'https://wtf.example' }) })
  // The pool's own connections are gone too, and are reopened.
  await vi.waitFor(send, PATIENCE)
  await vi.waitFor(() => expect(server.mails.length).toBeGreaterThan(0), PATIENCE)
})

test('neither throws nor blocks without a database', async () => {
  const gone = new URL(database.url)
  gone.pathname = 'nowhere'
  const running = startQueues({ databaseUrl: gone.href, queues: [] })
  await running.stop()
  await running.ready
})

test('can be stopped before it has started', async () => {
  const running = startQueues({ databaseUrl: database.url, queues: [] })
  await Promise.all([running.stop(), running.stop()])
})
