import { randomUUID } from 'node:crypto'
import { afterEach, expect, test, vi } from 'vitest'
import { queueMail } from '#server/mail/mail.service.ts'
import { passwordChanged } from '#server/mail/templates.ts'
import { parseEnv } from '#server/platform/env.ts'
import { createPartner, createProduct, createView } from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { startShopJobs } from './jobs.ts'

const database = useTestDatabase()
const PATIENCE = { timeout: 15_000, interval: 50 }
const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

const start = () => {
  const running = startShopJobs(parseEnv({ DATA_DIR: database.dataDir }), database.db, database.url)
  ends.push(running.stop)
  return running
}

test('counts searches and popularity, and deletes old IP hashes and product changes, at startup', async () => {
  await database.db.searchLog.create({
    data: { id: randomUUID(), searchedAt: new Date(), query: 'linen dress', mode: 'normal', found: 1 },
  })
  const product = await createProduct(database.db, { partnerId: (await createPartner(database.db)).id })
  await createView(database.db, product, { viewedAt: new Date(Date.now() - 25 * 3600_000), ipHash: 'h' })
  await database.db.$executeRaw`UPDATE product_changes SET changed_at = now() - interval '3 days'`
  start()
  await vi.waitFor(
    async () =>
      expect({
        searches: (await database.db.searchDay.aggregate({ _sum: { searches: true } }))._sum.searches,
        popularity: (await database.db.product.findUniqueOrThrow({ where: { id: product.id } })).popularity > 0,
        hashes: await database.db.productView.count({ where: { ipHash: { not: null } } }),
        changes: await database.db
          .$queryRaw`SELECT 1 FROM product_changes WHERE changed_at < now() - interval '2 days'`,
      }).toEqual({ searches: 1, popularity: true, hashes: 0, changes: [] }),
    PATIENCE,
  )
})

test('schedules all jobs', async () => {
  await start().ready
  const schedules = await database.db.$queryRaw<
    { name: string; cron: string }[]
  >`SELECT name, cron FROM pgboss.schedule`
  const every = (pattern: RegExp) => schedules.flatMap(({ name, cron }) => (pattern.test(cron) ? [name] : [])).sort()
  expect(every(/^\*\/\d+ \* \* \* \*$/)).toEqual([
    'begin-feeds',
    'count-views',
    'find-new-in',
    'find-wishlist-events',
    'forget-approvals',
    'forget-attempts',
    'match-offers',
    'poll-stores',
    'retry-deferred-events',
    'send-new-in',
    'send-pushes',
    'send-sale-mails',
    'send-wishlist-digests',
    'settle-labels',
    'take-up-clicks',
    'void-sales',
  ])
  expect(every(/^\d+ \* \* \* \*$/)).toEqual([
    'ask-for-reviews',
    'confirm-sales',
    'count-shopper-weeks',
    'describe-products',
    'expire-invitations',
    'forget-changes',
    'forget-deliveries',
    'read-pictures',
    'report-daily-clicks',
    'roll-up-searches',
    'take-up-sales',
    'update-fit-shifts',
    'update-popularity',
    'verify-reviews',
    'warn-of-quotas',
    'watch-subscriptions',
  ])
  expect(every(/^\d+ \d+ \* \* \*$/)).toEqual([
    'back-up-nightly',
    'check-integrity-nightly',
    'check-ledgers',
    'clean-up-sign-ins',
    'close-months',
    'collect-unused-media',
    'delete-unused-labels',
    'forget-address-hashes',
    'forget-finds',
    'forget-held-orders',
    'forget-idempotent-calls',
    'forget-imports',
    'forget-invitations',
    'forget-mails',
    'forget-order-files',
    'forget-refunds',
    'forget-request-counts',
    'forget-store-events',
    'forget-team-invitations',
    'forget-tickets',
    'forget-unconfirmed',
    'forget-views',
    'forget-wishes',
    'keep-partitions',
    'purge-deleted-accounts',
    'purge-products',
    'raise-flags',
    'rebuild-analytics',
    'recheck-hosts',
    'reconcile-stores',
    'recount-quotas',
    'recount-views',
    'remind-invoices',
    'send-inventory-mails',
    'watch-stores',
  ])
})

test('keeps emails queued without a mail server', async () => {
  await start().ready
  const id = await queueMail(database.db, {
    to: 'ada@example.com',
    ...passwordChanged({ siteUrl: 'https://wtf.example' }),
  })
  await ends.splice(0)[0]?.()
  await start().ready
  expect(await database.db.mail.findUniqueOrThrow({ where: { id } })).toMatchObject({ state: 'queued', attempts: 0 })
})
