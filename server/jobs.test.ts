import { randomUUID } from 'node:crypto'
import { afterEach, expect, it, vi } from 'vitest'
import { queueMail } from '#server/mail/mail.service.ts'
import { passwordChanged } from '#server/mail/templates.ts'
import { parseEnv } from '#server/platform/env.ts'
import { createPartner, createProduct, createView } from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { startShopJobs } from './jobs.ts'

const test = useTestDatabase()
const PATIENCE = { timeout: 15_000, interval: 50 }
const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

const start = () => {
  const running = startShopJobs(parseEnv({ DATA_DIR: test.dataDir }), test.db, test.url)
  ends.push(running.stop)
  return running
}

it('counts what is popular, and forgets addresses and changes, as soon as it starts', async () => {
  await test.db.searchLog.create({
    data: { id: randomUUID(), searchedAt: new Date(), query: 'linen dress', mode: 'normal', found: 1 },
  })
  const product = await createProduct(test.db, { partnerId: (await createPartner(test.db)).id })
  await createView(test.db, product, { viewedAt: new Date(Date.now() - 25 * 3600_000), ipHash: 'h' })
  await test.db.$executeRaw`UPDATE product_changes SET changed_at = now() - interval '3 days'`
  start()
  await vi.waitFor(
    async () =>
      expect({
        searches: (await test.db.searchDay.aggregate({ _sum: { searches: true } }))._sum.searches,
        popularity: (await test.db.product.findUniqueOrThrow({ where: { id: product.id } })).popularity > 0,
        hashes: await test.db.productView.count({ where: { ipHash: { not: null } } }),
        changes: await test.db.$queryRaw`SELECT 1 FROM product_changes WHERE changed_at < now() - interval '2 days'`,
      }).toEqual({ searches: 1, popularity: true, hashes: 0, changes: [] }),
    PATIENCE,
  )
})

it('has the clock do it again', async () => {
  await start().ready
  const schedules = await test.db.$queryRaw<{ name: string; cron: string }[]>`SELECT name, cron FROM pgboss.schedule`
  const every = (pattern: RegExp) => schedules.flatMap(({ name, cron }) => (pattern.test(cron) ? [name] : [])).sort()
  expect(every(/^\d+ \* \* \* \*$/)).toEqual([
    'describe-products',
    'forget-changes',
    'read-picture-colours',
    'roll-up-searches',
    'update-popularity',
  ])
  expect(every(/^\d+ \d+ \* \* \*$/)).toEqual([
    'clean-up-sign-ins',
    'forget-address-hashes',
    'forget-mails',
    'forget-tickets',
    'forget-unconfirmed',
    'forget-views',
    'purge-deleted-accounts',
  ])
})

it('leaves mails queued without a mail server', async () => {
  await start().ready
  const id = await queueMail(test.db, { to: 'ada@example.com', ...passwordChanged({ siteUrl: 'https://wtf.example' }) })
  await ends.splice(0)[0]?.()
  await start().ready
  expect(await test.db.mail.findUniqueOrThrow({ where: { id } })).toMatchObject({ state: 'queued', attempts: 0 })
})
