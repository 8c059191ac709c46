import { expect, test } from 'vitest'
import { verifyLedger } from '../scripts/ledger-verify.mjs'
import { checkLedgers } from '#server/sales/ledger/check-ledgers.ts'
import { exportLedger } from '#server/sales/ledger/export-ledger.service.ts'
import { createProduct } from '#tests/factories.ts'
import { STANDARD } from '#tests/setup/sales.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { DEMO_PARTNER, seedAccounts } from './seed-accounts.ts'
import { partnerIdOf } from './seed-partners.ts'
import { seedSales } from './seed-sales.ts'

const database = useTestDatabase()

test('seeds all kinds of sales, invoices (one of them paid) and a valid ledger', async () => {
  const { db } = database
  const partnerId = partnerIdOf(DEMO_PARTNER)
  await db.partner.create({
    data: { id: partnerId, businessName: 'Oswick & Dray', email: 'od@example.test', websiteUrl: 'https://od.example' },
  })
  await seedAccounts(db)
  await db.partnerAgreement.create({
    data: { partnerId, planId: STANDARD, termsVersion: '1', acceptedAt: new Date('2025-01-01') },
  })
  for (const priceMinor of [24_500, 9_900, 61_000])
    await createProduct(db, { partnerId, currency: 'GBP', variants: [{ priceMinor }] })
  const now = new Date('2026-11-23T14:00:00Z')
  await seedSales(db, now)
  await seedSales(db, now)
  const statuses = await db.conversion.groupBy({ by: ['status'], _count: true })
  expect(Object.fromEntries(statuses.map(({ status, _count }) => [status, _count]))).toMatchObject({
    cancelled: 4,
    tracked: 1,
    paid: expect.any(Number),
    pending: expect.any(Number),
    confirmed: expect.any(Number),
    invoiced: expect.any(Number),
  })
  const invoices = await db.invoice.findMany({ orderBy: { month: 'asc' }, select: { status: true } })
  expect(invoices.length).toBeGreaterThanOrEqual(11)
  expect(invoices.slice(0, -2).every(({ status }) => status === 'paid')).toBe(true)
  expect(invoices.slice(-2)).toEqual([{ status: 'open' }, { status: 'open' }])
  const months = await db.$queryRaw<Array<{ orders: number; customers: number }>>`
    SELECT count(*)::int AS orders, count(DISTINCT customer_hash)::int AS customers FROM conversions GROUP BY date_trunc('month', ordered_at) ORDER BY min(ordered_at)`
  expect(months).toHaveLength(14)
  expect(months.at(-2)!.orders).toBeGreaterThan(months[0]!.orders)
  expect(months.every(({ orders, customers }) => customers > orders / 2)).toBe(true)
  expect(await db.commissionEntry.count({ where: { kind: 'clawback' } })).toBe(1)
  expect(await db.mail.count()).toBe(0)
  const [late] = await db.$queryRaw<Array<{ days: number }>>`
    SELECT extract(day FROM max(confirmed_at - lock_at))::int AS days FROM conversions`
  expect(late).toEqual({ days: 0 })
  expect((await checkLedgers(db, 'https://wtf.example')).problems).toEqual([])
  let file = ''
  for await (const part of await exportLedger({ db, partner: { id: partnerId } })) file += part
  expect(verifyLedger(Buffer.from(file)).problem).toBeNull()
})
