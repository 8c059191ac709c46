import { expect, test } from 'vitest'
import type { Partner, Prisma } from '#prisma/generated/client.ts'
import { createClick, createPartner, createPartnerAsk, createProduct } from '#tests/factories.ts'
import { minutesAfter, ORDERED, signal, STANDARD, storeOrder } from '#tests/setup/sales.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { confirmDue } from '../lifecycle.ts'
import { recordOrder } from '../record-order.ts'
import { closeMonths } from './close-months.ts'
import { getInvoice, listInvoices } from './invoices.service.ts'
import { listAllInvoices } from './list-all-invoices.service.ts'

const database = useTestDatabase()

test('an invoice states its last ledger entry', async () => {
  const ask = await createPartnerAsk(database.db)
  const partnerId = ask.partner.id
  await database.db.partnerAgreement.create({
    data: { partnerId, planId: STANDARD, termsVersion: '1', acceptedAt: new Date('2026-01-01') },
  })
  const click = await createClick(database.db, await createProduct(database.db, { partnerId }), {
    clickedAt: minutesAfter(ORDERED, -60),
  })
  for (let order = 0; order < 3; order++) {
    const paidAt = minutesAfter(ORDERED, order === 2 ? 40 * 1440 : 0).toISOString()
    await recordOrder(database.db, partnerId, storeOrder({ signals: [signal({ clickId: click.id })], paidAt }), ORDERED)
  }
  await confirmDue(database.db, new Date('2026-10-15'))
  await closeMonths(database.db, 'https://wtf.example', new Date('2026-11-01T02:15:00Z'))
  const [{ id: invoiceId } = { id: '' }] = await listInvoices(ask)
  const { hash } = await database.db.commissionEntry.findFirstOrThrow({ where: { partnerId, seq: 5 } })
  expect(await getInvoice(ask, { invoiceId })).toMatchObject({
    entries: 4,
    lastEntry: { seq: 5, hash: Buffer.from(hash).toString('hex') },
  })
})

test('sums up sales beyond the line limit in the last line', async () => {
  const ask = await createPartnerAsk(database.db)
  const count = 11_500
  const { id: invoiceId } = await database.db.invoice.create({
    data: {
      partnerId: ask.partner.id,
      kind: 'invoice',
      number: 'N-1',
      month: new Date('2026-08-01'),
      currency: 'GBP',
      issuedAt: ORDERED,
      dueOn: ORDERED,
      totalMinor: count,
      payableMinor: count,
      status: 'open',
      billedTo: {},
    },
  })
  await database.db.invoiceLine.createMany({
    data: Array.from({ length: count }, (_, index) => ({
      invoiceId,
      place: index + 1,
      description: 'Order',
      baseMinor: 10,
      amountMinor: 1,
    })),
  })
  const { lines, lastEntry } = await getInvoice(ask, { invoiceId })
  expect(lines).toHaveLength(10_001)
  expect(lines.at(-1)).toMatchObject({
    description: '1,500 more sales, see the ledger',
    baseMinor: 15_000,
    amountMinor: 1_500,
  })
  expect(lines.reduce((sum, { amountMinor }) => sum + amountMinor, 0)).toBe(count)
  expect(lastEntry).toBeNull()
})

test('shows administrators unused credit, and the status of the partner', async () => {
  const [stays, left, used] = [
    await createPartner(database.db),
    await createPartner(database.db, { verificationStatus: 'suspended' }),
    await createPartner(database.db),
  ]
  let counter = 0
  const issue = (partnerId: string, month: string, fields: Partial<Prisma.InvoiceUncheckedCreateInput>) =>
    database.db.invoice.create({
      data: {
        partnerId,
        month: new Date(month),
        issuedAt: new Date(month),
        dueOn: new Date(month),
        currency: 'USD',
        kind: 'credit_note',
        status: 'open',
        number: `T-${++counter}`,
        payableMinor: 0,
        totalMinor: 0,
        billedTo: {},
        ...fields,
      },
    })
  await issue(left.id, '2026-08-01', { totalMinor: -5_000 })
  await issue(stays.id, '2026-06-01', { totalMinor: -1_000, status: 'settled' })
  await issue(stays.id, '2026-07-01', { totalMinor: -3_000 })
  await issue(stays.id, '2026-08-01', { kind: 'invoice', status: 'settled', totalMinor: 1_500, creditMinor: 1_500 })
  await issue(used.id, '2026-07-01', { totalMinor: -700, status: 'settled' })
  await issue(used.id, '2026-08-01', { kind: 'invoice', totalMinor: 900, creditMinor: 700, payableMinor: 200 })
  const { openCredit } = await listAllInvoices(database.db, { status: 'open', page: 1 })
  const credit = (partner: Partner, status: string, openMinor: number, since: string) => ({
    partnerId: partner.id,
    businessName: partner.businessName,
    currency: 'USD',
    status,
    openMinor,
    since: new Date(since),
  })
  expect(openCredit).toEqual([
    credit(stays, 'approved', 2_500, '2026-07-01'),
    credit(left, 'suspended', 5_000, '2026-08-01'),
  ])
})
