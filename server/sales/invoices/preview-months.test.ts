import { describe, expect, test } from 'vitest'
import { createPartner, createUser } from '#tests/factories.ts'
import { createAdminAsk, createOwedSale } from '#tests/setup/office.ts'
import { createSeller, createSellerProfile, minutesAfter, ORDERED, signal, storeOrder } from '#tests/setup/sales.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { appendEntries, OF_NO_PLAN } from '../ledger/append-entries.ts'
import { confirmDue } from '../lifecycle.ts'
import { lockSales } from '../lock-sales.ts'
import { recordOrder } from '../record-order.ts'
import { closeMonthsNow, previewMonths } from './preview-months.service.ts'

const here = useTestDatabase()
const NOW = new Date('2026-11-01T00:10:00Z')
const OCTOBER = { month: '2026-10' }

test('previews invoices and partners without one, changes nothing, and closes the past months once', async () => {
  const { db } = here
  await createSellerProfile(db)
  const [selling, waiting] = [await createSeller(db), await createSeller(db)]
  const sell = async ({ partner, click }: typeof selling, orderedAt: Date) => {
    const signals = [signal({ clickId: (await click(minutesAfter(orderedAt, -60))).id })]
    const times = { orderedAt: orderedAt.toISOString(), paidAt: orderedAt.toISOString() }
    await recordOrder(db, partner.id, storeOrder({ ...times, signals }), minutesAfter(orderedAt, 5))
  }
  await sell(selling, ORDERED)
  await sell(waiting, new Date('2026-10-30T12:00:00Z'))
  await confirmDue(db, new Date('2026-10-12T00:00:00Z'))
  const ask = await createAdminAsk(db)
  const counts = () =>
    Promise.all([db.invoice.count(), db.invoiceNumber.count(), db.mail.count({ where: { kind: 'invoice_issued' } })])

  const preview = await previewMonths(ask, NOW)
  expect(preview).toMatchObject({ month: new Date('2026-10-01'), more: 0 })
  expect(preview.issued).toMatchObject([
    {
      partnerId: selling.partner.id,
      businessName: selling.partner.businessName,
      kind: 'invoice',
      sales: 1,
      netMinor: 1_000,
      vatMinor: 200,
      grossMinor: 1_200,
      payableMinor: 1_200,
      month: new Date('2026-10-01'),
    },
  ])
  expect(preview.none).toEqual([
    {
      partnerId: waiting.partner.id,
      businessName: waiting.partner.businessName,
      sales: 1,
      reason: 'unconfirmed',
    },
  ])
  expect(await counts()).toEqual([0, 0, 0])

  expect(await closeMonthsNow(ask, OCTOBER, NOW)).toEqual({ made: 1, isComplete: true })
  const issued = await db.invoice.findMany({ select: { number: true, grossMinor: true } })
  expect(issued).toEqual([{ number: preview.issued[0]?.number, grossMinor: 1_200n }])
  expect(await db.auditEntry.findFirst({ where: { action: 'months_closed' } })).toMatchObject({
    data: { month: '2026-10', made: 1, isComplete: true },
  })
  expect(await closeMonthsNow(ask, OCTOBER, NOW)).toEqual({ made: 0, isComplete: true })
  expect(await counts()).toEqual([1, 1, 1])
  expect((await previewMonths(ask, NOW)).issued).toEqual([])
})

test('lets only administrators preview and close the ended months', async () => {
  const { db } = here
  const ask = await createAdminAsk(db)
  const viewer = { ...ask.viewer, userId: (await createUser(db)).id }
  for (const act of [
    () => previewMonths({ ...ask, viewer }, NOW),
    () => closeMonthsNow({ ...ask, viewer }, OCTOBER, NOW),
  ])
    await expect(act()).rejects.toMatchObject({ code: 'forbidden' })
})

describe('when a month is due to be closed', () => {
  async function owed(count: number) {
    const { db } = here
    const sales = []
    for (let at = 0; at < count; at++) sales.push(await createOwedSale(db))
    return { db, sales, ask: await createAdminAsk(db) }
  }

  test('a month that has not been previewed is not closed', async () => {
    const { db, sales, ask } = await owed(1)
    await expect(closeMonthsNow(ask, { month: '2026-09' }, NOW)).rejects.toMatchObject({ code: 'conflict' })
    expect(await db.invoice.count({ where: { partnerId: sales[0]?.partnerId ?? '' } })).toBe(0)
    await closeMonthsNow(ask, OCTOBER, NOW)
  })

  test('the preview counts partners that it skips for lack of time or because their sales are locked', async () => {
    const { db, sales, ask } = await owed(2)
    expect(await previewMonths(ask, NOW, 0)).toMatchObject({ issued: [], more: 2 })
    await db.$transaction(
      async (tx) => {
        await lockSales(tx, sales[0]?.partnerId ?? '')
        const { issued, more } = await previewMonths(ask, NOW)
        expect([issued.map(({ partnerId }) => partnerId), more]).toEqual([[sales[1]?.partnerId], 1])
      },
      { timeout: 120_000 },
    )
    await closeMonthsNow(ask, OCTOBER, NOW)
  })

  test('previews run one at a time, and too many at once are refused', async () => {
    const { ask } = await owed(1)
    const all = await Promise.allSettled(Array.from({ length: 6 }, () => previewMonths(ask, NOW)))
    expect(all.map(({ status }) => status).toSorted()).toEqual([
      ...Array(4).fill('fulfilled'),
      ...Array(2).fill('rejected'),
    ])
    await closeMonthsNow(ask, OCTOBER, NOW)
  })

  test('entries made after the invoice are reported as invoiced, not as adding up to zero', async () => {
    const { db, sales, ask } = await owed(1)
    const { partnerId } = sales[0]!
    await closeMonthsNow(ask, OCTOBER, NOW)
    await db.$transaction(async (tx) => {
      await lockSales(tx, partnerId)
      const entry = { ...OF_NO_PLAN, kind: 'manual', conversionId: null, amountMinor: 100n, currency: 'GBP' } as const
      const by = { reason: 'A printed card.', actor: 'admin', actorId: ask.viewer.userId } as const
      await appendEntries(tx, partnerId, [{ ...entry, ...by, effectiveAt: new Date('2026-10-31T23:00:00Z') }])
    })
    expect((await previewMonths(ask, NOW)).none.filter((each) => each.partnerId === partnerId)).toMatchObject([
      { reason: 'invoiced' },
    ])
  })

  test('a failed closing records in the audit log which invoices it has issued', async () => {
    const { db, ask } = await owed(2)
    const { last } = await db.invoiceNumber.findUniqueOrThrow({ where: { year: 2026 } })
    // Another invoice has taken the second number.
    const { id: partnerId } = await createPartner(db)
    await db.invoice.create({
      data: {
        partnerId,
        number: `WTF-2026-${String(last + 2).padStart(6, '0')}`,
        month: new Date('2026-01-01'),
        currency: 'GBP',
        totalMinor: 100n,
        payableMinor: 100n,
        billedTo: {},
        kind: 'invoice',
        status: 'open',
        issuedAt: NOW,
        dueOn: NOW,
      },
    })
    await expect(closeMonthsNow(ask, OCTOBER, NOW)).rejects.toThrow()
    expect(await db.auditEntry.findFirst({ where: { actorId: ask.viewer.userId } })).toMatchObject({
      action: 'months_closed',
      data: { month: '2026-10', made: 1, isComplete: false },
    })
  })
})
