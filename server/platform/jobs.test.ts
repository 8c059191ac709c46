import { PgBoss } from 'pg-boss'
import { afterEach, expect, it, vi } from 'vitest'
import { queueMail } from '#server/mail/mail.service.ts'
import { welcome } from '#server/mail/templates.ts'
import { startSmtp } from '#tests/setup/smtp.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { connect } from './db.ts'
import { startJobs, type CronJob, type JobsOptions } from './jobs.ts'

const test = useTestDatabase()
const PATIENCE = { timeout: 15_000, interval: 25 }
const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

async function jobs(options: Partial<JobsOptions> = {}) {
  const running = startJobs({ databaseUrl: test.url, db: test.db, smtp: null, ...options })
  ends.push(running.stop)
  await running.ready
  return running
}
/** As the clock does, without waiting for it. */
async function trigger(name: string): Promise<void> {
  const boss = new PgBoss({ connectionString: test.url, supervise: false, schedule: false, migrate: false })
  await boss.start()
  await boss.send(name, {})
  await boss.stop({ graceful: false })
}
const schedules = () => test.db.$queryRaw<object[]>`SELECT name, cron, timezone FROM pgboss.schedule ORDER BY name`

it('runs what the clock calls for in one process only, and forgets what is no longer on the list', async () => {
  const runs: string[] = []
  const tidy = (who: string): CronJob => ({ name: 'tidy', cron: '20 3 * * *', run: async () => runs.push(who) })
  const first = await jobs({ cron: [tidy('nobody'), { name: 'sweep', cron: '5 4 * * 1', run: async () => runs.push('sweep') }] })
  expect(await schedules()).toEqual([{ name: 'sweep', cron: '5 4 * * 1', timezone: 'UTC' }, { name: 'tidy', cron: '20 3 * * *', timezone: 'UTC' }])
  await first.stop()
  await trigger('tidy')
  await Promise.all([jobs({ cron: [tidy('a')] }), jobs({ cron: [tidy('b')] })])
  await vi.waitFor(() => expect(runs).toHaveLength(1), PATIENCE)
  expect(await schedules()).toEqual([{ name: 'tidy', cron: '20 3 * * *', timezone: 'UTC' }])
  for (const end of ends.splice(0)) await end()
  expect(runs).toHaveLength(1)
})

it('survives a job that fails, and tries it again', async () => {
  const cron = { name: 'fragile', cron: '0 0 1 1 *', run: async () => Promise.reject(new Error('no')) }
  await (await jobs({ cron: [cron] })).stop()
  await trigger('fragile')
  await jobs({ cron: [cron] })
  await vi.waitFor(async () => expect(await test.db.$queryRaw`SELECT state::text, retry_count FROM pgboss.job WHERE name = 'fragile'`).toEqual([{ state: 'retry', retry_count: 0 }]), PATIENCE)
})

it('goes on after the database has dropped all its connections', async () => {
  const server = await startSmtp()
  ends.push(server.stop)
  await jobs({ smtp: { url: server.url, from: 'hello@wtf.example' } })
  await test.db.$queryRaw`SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE datname = current_database() AND usename = current_user AND pid <> pg_backend_pid()`
  const send = async () => queueMail(test.db, { to: 'ada@example.com', ...welcome({ siteUrl: 'https://wtf.example' }) })
  // The pool's own connections are gone too, and are made anew.
  await vi.waitFor(send, PATIENCE)
  await vi.waitFor(() => expect(server.mails.length).toBeGreaterThan(0), PATIENCE)
})

it('neither throws nor keeps anybody waiting where there is no database', async () => {
  const gone = new URL(test.url)
  gone.pathname = 'nowhere'
  const db = connect(gone.href)
  const running = startJobs({ databaseUrl: gone.href, db, smtp: null })
  await running.stop()
  await running.ready
  await db.$disconnect()
})

it('stops before it has started', async () => {
  const running = startJobs({ databaseUrl: test.url, db: test.db, smtp: null })
  await Promise.all([running.stop(), running.stop()])
})
