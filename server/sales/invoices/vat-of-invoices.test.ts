import { describe, expect, test } from 'vitest'
import { getPaymentSummary } from '#server/analytics/payment-summary.ts'
import type { Db } from '#server/platform/db.ts'
import { createAdminAsk } from '#tests/setup/office.ts'
import { createSeller, createSellerProfile, minutesAfter, ORDERED, signal, storeOrder } from '#tests/setup/sales.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { checkLedgers } from '../ledger/check-ledgers.ts'
import { confirmDue } from '../lifecycle.ts'
import { recordOrder, recordRefund } from '../record-order.ts'
import { closeMonths } from './close-months.ts'
import { exportInvoices } from './export-invoices.service.ts'
import { getInvoice } from './invoices.service.ts'
import { markPaid } from './mark-paid.service.ts'

const here = useTestDatabase()
const TABLES = ['invoice_vat', 'invoice_lines']
const SITE = 'https://wtf.example'
const at = (text: string) => new Date(`${text}T02:15:00Z`)

/** Creates a partner with a confirmed sale of 100 pounds, of which 10 are owed. */
async function sell(db: Db) {
  const { partner, click } = await createSeller(db)
  const order = storeOrder({ signals: [signal({ clickId: (await click()).id })] })
  await recordOrder(db, partner.id, order, minutesAfter(ORDERED, 5))
  await confirmDue(db, at('2026-10-12'))
  const refund = (minor: number, when: string) => {
    const lines = [{ lineId: order.lines?.[0]?.id ?? '', quantity: 1, amountMinor: minor }]
    return recordRefund(
      db,
      partner.id,
      order.id,
      { id: `r${when}`, refundedAt: when, lines, otherMinor: 0 },
      new Date(when),
    )
  }
  const bill = (country: string, vatNumber = '') => {
    const details = { legalName: 'Marke GmbH', address: 'Weg 1', country, vatNumber, purchaseOrder: 'PO 7' }
    const where = { partnerId: partner.id }
    return db.billingProfile.upsert({ where, create: { ...where, ...details }, update: details })
  }
  const read = async (month: string) => {
    const { id } = await db.invoice.findFirstOrThrow({ where: { partnerId: partner.id, month: new Date(month) } })
    return getInvoice({ db, partner }, { invoiceId: id })
  }
  return { partner, refund, bill, read, close: (day: string) => closeMonths(db, SITE, at(day)) }
}

test('without a seller profile an invoice names no seller and has no VAT', async () => {
  const { close, read } = await sell(here.db)
  await close('2026-11-01')
  expect(await read('2026-10-01')).toMatchObject({ seller: null, vat: [], vatMinor: 0, grossMinor: 1_000, epc: null })
})

describe('with a seller in the United Kingdom', () => {
  test('an invoice keeps the details of both companies and the VAT of its month, whatever changes later', async () => {
    const { db } = here
    await createSellerProfile(db)
    const { close, read, bill } = await sell(db)
    await bill('GB', 'GB980780684')
    await close('2026-11-01')
    await bill('US')
    await createSellerProfile(db, { legalName: 'Another Ltd', validFrom: new Date('2026-01-02') })
    expect(await read('2026-10-01')).toMatchObject({
      totalMinor: 1_000,
      vatMinor: 200,
      grossMinor: 1_200,
      payableMinor: 1_200,
      seller: { legalName: 'WTF Ltd', vatNumber: 'GB980780684', countryName: 'United Kingdom' },
      billedTo: { legalName: 'Marke GmbH', vatNumber: 'GB980780684', purchaseOrder: 'PO 7' },
      vat: [{ treatment: 'domestic', rateBps: 2_000, netMinor: 1_000, vatMinor: 200 }],
      dueOn: new Date('2026-11-15'),
    })
  })

  test('a refund after a payment becomes a credit note with the same VAT, and the paid amount stays unchanged', async () => {
    const { db } = here
    const { partner, close, read, refund, bill } = await sell(db)
    await close('2026-11-01')
    const invoice = await read('2026-10-01')
    for (const ask of [await createAdminAsk(db), await createAdminAsk(db)])
      await markPaid(ask, { invoiceId: invoice.id, note: '' }, at('2026-11-10'))
    await bill('US')
    const summary = () => db.$transaction((tx) => getPaymentSummary(tx, partner.id, 'GBP'))
    const owed = (minor: number) => ({ minor, others: [] })
    expect(await summary()).toEqual({ paid: owed(1_200), processing: owed(0), credit: owed(0) })
    await refund(5_000, '2026-11-20T00:00:00Z')
    expect(await summary()).toEqual({ paid: owed(1_200), processing: owed(-500), credit: owed(0) })
    await close('2026-12-01')
    expect(await read('2026-11-01')).toMatchObject({
      kind: 'credit_note',
      totalMinor: -500,
      vatMinor: -100,
      grossMinor: -600,
      payableMinor: 0,
      corrects: [invoice.number],
      vat: [{ treatment: 'domestic', rateBps: 2_000 }],
    })
    expect(await summary()).toEqual({ paid: owed(1_200), processing: owed(0), credit: owed(600) })
  })

  test('a buyer abroad pays no VAT, and the ledgers stay valid', async () => {
    const { close, read, bill } = await sell(here.db)
    await bill('DE', 'DE136695976')
    await close('2026-11-01')
    expect(await read('2026-10-01')).toMatchObject({
      vatMinor: 0,
      grossMinor: 1_000,
      vat: [{ treatment: 'outside_scope', rateBps: 0 }],
    })
    expect((await checkLedgers(here.db, SITE)).problems).toEqual([])
  })
})

test('the nightly check finds VAT that is a cent off, and a line with a wrong rate', async () => {
  const { db } = here
  const { partner, close, read } = await sell(db)
  await close('2026-11-01')
  const { id: invoiceId, number } = await read('2026-10-01')
  const find = async () =>
    (await checkLedgers(db, SITE)).problems.flatMap(({ partnerId, what }) => (partnerId === partner.id ? what : []))
  const forced = (statement: string) =>
    db.$transaction([
      ...TABLES.map((table) => db.$executeRawUnsafe(`ALTER TABLE ${table} DISABLE TRIGGER USER`)),
      db.$executeRawUnsafe(statement),
      ...TABLES.map((table) => db.$executeRawUnsafe(`ALTER TABLE ${table} ENABLE TRIGGER USER`)),
    ])
  await forced(`UPDATE invoice_vat SET vat_minor = vat_minor + 1 WHERE invoice_id = '${invoiceId}'`)
  expect(await find()).toEqual([`invoice ${number}: its VAT does not follow from its rates`])
  await forced(`UPDATE invoice_vat SET vat_minor = vat_minor - 1 WHERE invoice_id = '${invoiceId}'`)
  expect(await find()).toEqual([])
  await forced(`UPDATE invoice_lines SET vat_rate_bps = 1900 WHERE invoice_id = '${invoiceId}'`)
  expect(await find()).toEqual([`invoice ${number}: its lines and its VAT do not have the same rates and amounts`])
})

test('the export has a row for each invoice, of one partner or of all', async () => {
  const { db } = here
  const { partner, close, read } = await sell(db)
  await close('2026-11-01')
  const { number } = await read('2026-10-01')
  const exported = async (partnerId: string | null) => {
    let text = ''
    for await (const part of exportInvoices(db, partnerId)) text += part
    return text.trimEnd().split(/\r?\n/)
  }
  const [head, row, ...others] = await exported(partner.id)
  expect(others).toEqual([])
  expect(head).toContain('Net,VAT treatment,VAT rate,VAT,Gross')
  expect(row).toContain(number)
  expect(row).toContain('GBP,10,domestic,20%,2,12')
  expect(await exported(null)).toHaveLength((await db.invoice.count()) + 1)
})
