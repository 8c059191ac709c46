import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { MAIL_PACE, mailQueue } from '#server/mail/mail-queue.ts'
import { queueMail } from '#server/mail/mail.service.ts'
import { passwordChanged } from '#server/mail/templates.ts'
import { connect, type Db } from '#server/platform/db.ts'
import { listen } from '#server/platform/listen.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '#server/platform/postgres/embedded.ts'
import { keepRunning } from '#server/platform/postgres/keep-running.ts'
import { applyMigrations } from '#server/platform/postgres/schema-engine.ts'
import { scheduled, startQueues } from '#server/platform/queue.ts'
import { IndexEngine } from '#server/search/index/index-engine.ts'
import { searchProductsInput } from '#server/search/search.schema.ts'
import { searchProducts } from '#server/search/search.service.ts'
import { SqlEngine } from '#server/search/sql-engine.ts'
import { createPartner, createProduct } from '#tests/factories.ts'
import { createDataDir, removeDataDir } from '#tests/setup/shop-process.ts'
import { startSmtp, type TestSmtp } from '#tests/setup/smtp.ts'
import { killPostgres } from './click-load.ts'

const PATIENCE = { timeout: 60_000, interval: 100 }
const ends: Array<() => unknown> = []
let dataDir: string
let postgres: EmbeddedPostgres
let db: Db
let smtp: TestSmtp
let engine: IndexEngine
const heard: string[] = []
let partnerId: string

beforeAll(async () => {
  dataDir = await createDataDir('wtf-back-')
  ends.push(() => removeDataDir(dataDir))
  postgres = await startEmbeddedPostgres(dataDir)
  ends.push(postgres.release)
  await applyMigrations(postgres.url)
  const kept = keepRunning(postgres)
  ends.push(kept.stop)
  db = connect(postgres.url, { poolSize: 4 })
  ends.push(() => db.$disconnect())
  smtp = await startSmtp()
  ends.push(smtp.stop)
  const jobs = startQueues({
    databaseUrl: postgres.url,
    queues: [
      mailQueue({
        db,
        databaseUrl: postgres.url,
        smtp: { url: smtp.url, from: 'WTF <hello@wtf.example>' },
        pace: { ...MAIL_PACE, pollSeconds: 0.5, lookEverySeconds: 1 },
      }),
      scheduled('tidy', '0 0 1 1 *', async () => heard.push('tidied')),
    ],
    superviseSeconds: 1,
  })
  ends.push(jobs.stop)
  await jobs.ready
  ends.push(
    listen(postgres.url, 'bell', { onConnect: () => undefined, onNotice: (payload) => heard.push(payload) }).stop,
  )
  engine = new IndexEngine({ databaseUrl: postgres.url, logLevel: 'silent' }, new SqlEngine(db), {
    onUndescribed: () => undefined,
    onChange: () => undefined,
  })
  ends.push(() => engine.stop())
  partnerId = (await createPartner(db)).id
  await engine.ready()
}, 120_000)
afterAll(async () => {
  for (const end of ends.reverse()) await end()
}, 60_000)

/** Checks everything that needs the database, each time with new data. */
async function expectAllToWork(round: string): Promise<void> {
  await vi.waitFor(() => db.$queryRaw`SELECT 1`, PATIENCE)
  const { id } = await createProduct(db, { partnerId, name: `Kaftan ${round}` })
  // Wait for the index. If it does not respond, SQL does, and the test would not notice the difference.
  await vi.waitFor(() => engine.catchUp(), PATIENCE)
  const { products } = await searchProducts({ db, engine }, searchProductsInput.parse({ q: round }))
  expect(products.map((product) => product.id)).toEqual([id])
  await queueMail(db, { to: `${round}@example.com`, ...passwordChanged({ siteUrl: 'https://wtf.example' }) })
  await vi.waitFor(
    () => expect(smtp.mails.flatMap(({ envelope }) => envelope.to)).toContain(`${round}@example.com`),
    PATIENCE,
  )
  await vi.waitFor(async () => {
    await db.$executeRaw`SELECT pg_notify('bell', ${round})`
    expect(heard).toContain(round)
  }, PATIENCE)
}

test('pools, listeners, jobs, emails and the search index recover automatically after PostgreSQL is killed', async () => {
  await expectAllToWork('before')
  await killPostgres(dataDir)
  await expectAllToWork('after')
  await db.$executeRaw`INSERT INTO pgboss.job (name, data) VALUES ('tidy', '{}')`
  await vi.waitFor(() => expect(heard).toContain('tidied'), PATIENCE)
}, 300_000)
