import { PgBoss } from 'pg-boss'
import pg from 'pg'
import { afterAll, expect, inject, test } from 'vitest'
import { NotConnected } from '#server/platform/database-away.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { createPartner, createProduct, createViewer } from '#tests/factories.ts'
import { withFailingTransactions } from '#tests/setup/failing-transactions.ts'
import { createApprovedReview } from '#tests/setup/reviews.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { createVisit } from '#tests/setup/visit.ts'
import { getDatabaseFigures } from './database.service.ts'
import { checkNow, getIntegrity, runCheck } from './integrity.service.ts'
import { retryJob } from './queues.service.ts'
import { resetStatements } from './statements.service.ts'

const here = useTestDatabase()
const asked = async (viewer?: Viewer) => ({
  db: here.db,
  visit: createVisit(),
  viewer: viewer ?? (await createViewer(here.db, { role: 'admin' })),
})
const audits = (action: string) => here.db.auditEntry.count({ where: { action } })
const ends: Array<() => Promise<unknown>> = []
afterAll(async () => {
  for (const end of ends) await end()
})

test('reads every section, and shows the page even if one section fails', async () => {
  const whole = await getDatabaseFigures(here)
  expect(whole).toMatchObject({
    tables: { value: { tables: expect.arrayContaining([expect.objectContaining({ name: 'products' })]) } },
    migrations: { value: { pending: [], unknown: [] } },
    queues: { value: null },
    indexes: { value: { unused: expect.any(Array), foreignKeys: expect.any(Array) } },
    activity: { value: { connections: expect.any(Array), waiting: [], replicas: [] } },
    statements: expect.objectContaining({}),
    integrity: { value: { last: null, running: null } },
  })
  await here.db.$executeRaw`ALTER TABLE integrity_checks RENAME TO away`
  const broken = await getDatabaseFigures(here)
  await here.db.$executeRaw`ALTER TABLE away RENAME TO integrity_checks`
  expect([broken.integrity, 'value' in broken.tables]).toEqual([
    { problem: 'This could not be loaded. Refresh to try again.' },
    true,
  ])
})

test('finds an index that another one covers, and a foreign key without an index', async () => {
  await here.db.$executeRaw`CREATE TABLE probes (id int PRIMARY KEY, a int REFERENCES probes, b int, c int)`
  await here.db.$executeRaw`CREATE INDEX probes_b ON probes (b)`
  await here.db.$executeRaw`CREATE INDEX probes_b_c ON probes (b, c)`
  const { indexes } = await getDatabaseFigures(here)
  expect(indexes).toMatchObject({
    value: {
      duplicate: [expect.objectContaining({ name: 'probes_b', other: 'probes_b_c' })],
      foreignKeys: expect.arrayContaining([expect.objectContaining({ table: 'probes', columns: 'a' })]),
    },
  })
  await here.db.$executeRaw`DROP TABLE probes`
})

test('shows a failed job, and puts it back into its queue once', async () => {
  const boss = new PgBoss({ connectionString: here.url, supervise: false, schedule: false })
  boss.on('error', () => undefined)
  await boss.start()
  ends.push(() => boss.stop({ graceful: false }))
  await boss.createQueue('tries', { policy: 'exclusive', retryLimit: 0 })
  const id = (await boss.send('tries', { n: 1 }))!
  await boss.fetch('tries')
  await boss.fail('tries', id, new Error('the other side was away'))
  const { queues } = await getDatabaseFigures(here)
  expect(queues).toMatchObject({
    value: {
      queues: expect.arrayContaining([expect.objectContaining({ name: 'tries', failed: 1, waiting: 0 })]),
      failed: [expect.objectContaining({ id, queue: 'tries', error: expect.stringContaining('was away') })],
    },
  })
  const [one, other] = [await asked(), await asked()]
  const tries = await Promise.allSettled([one, other].map((ask) => retryJob(ask, { queue: 'tries', jobId: id })))
  expect(tries.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(tries.find((each) => each.status === 'rejected')?.reason).toMatchObject({ code: 'conflict' })
  expect(await audits('job_retried')).toBe(1)
  expect(await boss.fetch('tries')).toMatchObject([{ id }])
  await expect(retryJob(one, { queue: 'tries', jobId: crypto.randomUUID() })).rejects.toMatchObject({
    code: 'not_found',
  })
})

test('runs one requested check at a time, and reports inconsistencies', async () => {
  const product = await createProduct(here.db, { partnerId: (await createPartner(here.db)).id })
  const review = await createApprovedReview(here.db, product, { helpfulVotes: 3 })
  const ask = await asked()
  const asks = await Promise.allSettled([checkNow(ask), checkNow(ask)])
  expect(asks.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect([await audits('integrity_check_asked'), (await getIntegrity(here.db)).running?.askedById]).toEqual([
    1,
    ask.viewer.userId,
  ])
  const lost = { ...here, db: withFailingTransactions(here.db, new NotConnected('x')) }
  await expect(runCheck(lost)).rejects.toThrow(NotConnected)
  await runCheck(here)
  const { running, last } = await getIntegrity(here.db)
  expect([running, last?.error]).toEqual([null, null])
  expect(last?.findings.filter(({ wrong, error }) => wrong > 0 || error)).toEqual([
    {
      name: 'Helpful votes on reviews',
      looked: 1,
      wrong: 1,
      examples: [`review ${review.id}: 3 stored, 0 counted`],
    },
  ])
  expect(last?.findings).toHaveLength(5)
})

test.each([
  ['15 and 16', `VERSION '1.10'`, 'oid, oid, bigint'],
  ['17 and newer', '', 'oid, oid, bigint, boolean'],
])('resets statement statistics on PostgreSQL %s once the shop has the permission', async (_, version, its) => {
  const superuser = new pg.Client({
    connectionString: Object.assign(new URL(inject('superuserUrl')), { pathname: new URL(here.url).pathname }).href,
  })
  await superuser.connect()
  try {
    await superuser.query('DROP EXTENSION IF EXISTS pg_stat_statements')
    await superuser.query(`CREATE EXTENSION pg_stat_statements ${version}`)
    const before = await audits('statements_reset')
    await expect(resetStatements(await asked())).rejects.toMatchObject({ name: 'AppError', code: 'conflict' })
    await superuser.query(`GRANT EXECUTE ON FUNCTION pg_stat_statements_reset(${its}) TO ${new URL(here.url).username}`)
    await resetStatements(await asked())
    expect(await audits('statements_reset')).toBe(before + 1)
  } finally {
    await superuser.end()
  }
})
