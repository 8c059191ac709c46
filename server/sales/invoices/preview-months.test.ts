import { expect, test } from 'vitest'
import { createUser } from '#tests/factories.ts'
import { createAdminAsk } from '#tests/setup/office.ts'
import { createSeller, createSellerProfile, minutesAfter, ORDERED, signal, storeOrder } from '#tests/setup/sales.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { confirmDue } from '../lifecycle.ts'
import { recordOrder } from '../record-order.ts'
import { closeMonthsNow, previewMonths } from './preview-months.service.ts'

const here = useTestDatabase()
const NOW = new Date('2026-11-01T00:10:00Z')

test('previews the invoices of each partner and who gets none, changes nothing, and closes the ended months once', async () => {
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
      ...{ partnerId: selling.partner.id, businessName: selling.partner.businessName, kind: 'invoice', sales: 1 },
      ...{ netMinor: 1_000, vatMinor: 200, grossMinor: 1_200, payableMinor: 1_200, month: new Date('2026-10-01') },
    },
  ])
  expect(preview.none).toEqual([
    {
      ...{ partnerId: waiting.partner.id, businessName: waiting.partner.businessName },
      ...{ sales: 1, reason: 'unconfirmed' },
    },
  ])
  expect(await counts()).toEqual([0, 0, 0])

  expect(await closeMonthsNow(ask, NOW)).toEqual({ made: 1 })
  const issued = await db.invoice.findMany({ select: { number: true, grossMinor: true } })
  expect(issued).toEqual([{ number: preview.issued[0]?.number, grossMinor: 1_200n }])
  expect(await db.auditEntry.findFirst({ where: { action: 'months_closed' } })).toMatchObject({ data: { made: 1 } })
  expect(await closeMonthsNow(ask, NOW)).toEqual({ made: 0 })
  expect(await counts()).toEqual([1, 1, 1])
  expect((await previewMonths(ask, NOW)).issued).toEqual([])
})

test('closes the ended months only for administrators', async () => {
  const { db } = here
  const ask = await createAdminAsk(db)
  const viewer = { ...ask.viewer, userId: (await createUser(db)).id }
  await expect(closeMonthsNow({ ...ask, viewer }, NOW)).rejects.toMatchObject({ code: 'forbidden' })
})
