import { describe, expect, test } from 'vitest'
import { getPaymentSummary } from '#server/analytics/payment-summary.ts'
import { verifyLedger } from '../../scripts/ledger-verify.mjs'
import type { Db } from '#server/platform/db.ts'
import { toAmount } from '#server/platform/money.schema.ts'
import { closeMonths } from '#server/sales/invoices/close-months.ts'
import { markPaid } from '#server/sales/invoices/mark-paid.service.ts'
import { checkLedgers } from '#server/sales/ledger/check-ledgers.ts'
import { exportLedger } from '#server/sales/ledger/export-ledger.service.ts'
import { createAdminAsk, createOwedSale } from '#tests/setup/office.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { listApprovals, rejectApproval } from '#server/two-people/approvals.service.ts'
import { recordPayments } from './record-payments.service.ts'
import { reviewStatement } from './review-statement.service.ts'
import { listStatements, uploadStatement } from './statements.service.ts'
import { undoPayment } from './undo-payment.service.ts'

const here = useTestDatabase()
const SITE = 'https://wtf.example'
const NOW = new Date('2026-11-20T10:00:00Z')

/** Creates open invoices, each for another partner. */
async function bill(db: Db, count: number) {
  const sales = []
  for (let at = 0; at < count; at++) sales.push(await createOwedSale(db))
  await closeMonths(db, SITE, new Date('2026-11-01T02:15:00Z'))
  return Promise.all(
    sales.map(async ({ partnerId, saleId }) => ({
      saleId,
      ...(await db.invoice.findFirstOrThrow({ where: { partnerId }, include: { partner: true } })),
    })),
  )
}
type Billed = Awaited<ReturnType<typeof bill>>[number]

const row = (
  { number, payableMinor, currency }: Billed,
  given: { reference?: string; minor?: bigint; payer?: string } = {},
) =>
  `2026-11-20,${given.reference ?? number},${toAmount(given.minor ?? payableMinor, currency)},${currency},${given.payer ?? ''}\n`
const statementOf = (...rows: string[]) =>
  Buffer.from(`Date,Reference,Amount,Currency,Payer\n${rows.join('')}`).toString('base64')

async function upload(db: Db, content: string) {
  const ask = await createAdminAsk(db)
  const { statementId } = await uploadStatement(ask, { fileName: 'november.csv', content, currency: '' })
  const review = () => reviewStatement(ask, { statementId, page: 1 })
  const { groups } = await review()
  const payments = [...groups.exact.rows, ...groups.name.rows].map(({ id, invoice }) => ({
    lineId: id,
    invoiceId: invoice?.id ?? '',
  }))
  return { ask, statementId, review, groups, payments, input: { statementId, payments } }
}
const statusOf = async (db: Db, { id, saleId }: Billed) => [
  (await db.invoice.findUniqueOrThrow({ where: { id } })).status,
  (await db.conversion.findUniqueOrThrow({ where: { id: saleId } })).status,
]

describe('payments from a bank statement', () => {
  test('are recorded in one step once two administrators agree, and each partner gets an email', async () => {
    const { db } = here
    const [one, two] = (await bill(db, 2)) as [Billed, Billed]
    const { ask, input, groups, review } = await upload(
      db,
      statementOf(
        row(one),
        row(two, { reference: 'Thank you', payer: two.partner.businessName }),
        row(one, { minor: 1n }),
      ),
    )
    expect([groups.exact.count, groups.name.count, groups.differs.count]).toEqual([1, 1, 1])
    expect(groups.differs.rows).toMatchObject([{ difference: { why: 'less' } }])
    expect(await recordPayments(ask, input, NOW)).toEqual({ isWaiting: true, recorded: 0, refused: [] })
    await expect(recordPayments(ask, input, NOW)).rejects.toMatchObject({ code: 'forbidden' })
    expect(await review()).toMatchObject({
      waiting: { isOwn: true, count: 2 },
      groups: { exact: { count: 0 }, proposed: { count: 2 } },
    })
    expect(await statusOf(db, one)).toEqual(['open', 'invoiced'])
    expect(await recordPayments(await createAdminAsk(db), input, NOW)).toEqual({
      isWaiting: false,
      recorded: 2,
      refused: [],
    })
    for (const each of [one, two]) {
      expect(await statusOf(db, each)).toEqual(['paid', 'paid'])
      expect(await db.auditEntry.count({ where: { action: 'invoice_paid', subjectId: each.id } })).toBe(1)
    }
    expect(await db.mail.count({ where: { kind: 'invoice_paid', subject: { contains: one.number } } })).toBe(1)
    expect((await review()).groups).toMatchObject({ exact: { count: 0 }, name: { count: 0 }, recorded: { count: 2 } })
    expect((await checkLedgers(db, SITE)).problems).toEqual([])
  })

  test('are proposed only once, even if the same lines are uploaded again', async () => {
    const { db } = here
    const [one] = (await bill(db, 1)) as [Billed]
    const content = statementOf(row(one), row(one, { reference: 'Cash' }), row(one, { reference: 'Cash' }))
    const first = await upload(db, content)
    expect(first.groups).toMatchObject({ exact: { count: 1 }, none: { count: 2 } })
    const again = await upload(db, content)
    expect(again.payments).toEqual([])
    expect(await again.review()).toMatchObject({ known: 3, groups: { exact: { count: 0 }, none: { count: 0 } } })
    const longer = await upload(db, statementOf(row(one), row(one, { reference: 'Another' })))
    expect(await longer.review()).toMatchObject({ known: 1, groups: { exact: { count: 0 }, none: { count: 1 } } })
    expect((await listStatements(db, { page: 1 })).statements.slice(0, 3).map(({ payments }) => payments)).toEqual([
      1, 0, 3,
    ])
  })

  test('are refused line by line if an invoice has been paid in the meantime', async () => {
    const { db } = here
    const [one, two] = (await bill(db, 2)) as [Billed, Billed]
    const { ask, input, statementId } = await upload(db, statementOf(row(one), row(two)))
    await recordPayments(ask, input, NOW)
    for (const admin of [await createAdminAsk(db), await createAdminAsk(db)])
      await markPaid(admin, { invoiceId: one.id, note: 'By hand' }, NOW)
    expect(await recordPayments(await createAdminAsk(db), input, NOW)).toEqual({
      isWaiting: false,
      recorded: 1,
      refused: [`${one.number} has been paid in the meantime.`],
    })
    expect((await db.invoice.findUniqueOrThrow({ where: { id: one.id } })).paymentNote).toBe('By hand')
    await expect(recordPayments(ask, input, NOW)).rejects.toMatchObject({ code: 'conflict' })
    expect(await reviewStatement(ask, { statementId, page: 1 })).toMatchObject({
      groups: { recorded: { count: 1 }, differs: { rows: [{ difference: { why: 'paid' } }] } },
    })
  })

  test('are refused if a line does not match its invoice or statement', async () => {
    const { db } = here
    const [one, two] = (await bill(db, 2)) as [Billed, Billed]
    const { ask, groups, statementId } = await upload(db, statementOf(row(one, { minor: 5n }), row(two)))
    const lineId = groups.differs.rows[0]?.id ?? ''
    for (const invoiceId of [one.id, two.id])
      await expect(recordPayments(ask, { statementId, payments: [{ lineId, invoiceId }] }, NOW)).rejects.toMatchObject({
        code: 'conflict',
        message: expect.stringContaining('no longer matches'),
      })
    const other = await upload(db, statementOf(row(one)))
    await expect(recordPayments(ask, { ...other.input, statementId }, NOW)).rejects.toMatchObject({ code: 'bad_input' })
    expect(await statusOf(db, one)).toEqual(['open', 'invoiced'])
  })

  test('pay an invoice once if a statement and a manual payment record it at the same time', async () => {
    const { db } = here
    const [one] = (await bill(db, 1)) as [Billed]
    const { ask, input } = await upload(db, statementOf(row(one)))
    await recordPayments(ask, input, NOW)
    const [proposer, ...others] = await Promise.all(Array.from({ length: 4 }, () => createAdminAsk(db)))
    await markPaid(proposer!, { invoiceId: one.id, note: '' }, NOW)
    await Promise.allSettled([
      recordPayments(others[0]!, input, NOW),
      markPaid(others[1]!, { invoiceId: one.id, note: '' }, NOW),
      recordPayments(others[2]!, input, NOW),
    ])
    expect(await db.auditEntry.count({ where: { action: 'invoice_paid', subjectId: one.id } })).toBe(1)
    expect(await statusOf(db, one)).toEqual(['paid', 'paid'])
  })

  test('cannot be recorded by an administrator who works for one of the stores', async () => {
    const { db } = here
    const [one, two] = (await bill(db, 2)) as [Billed, Billed]
    const { ask, input } = await upload(db, statementOf(row(one), row(two)))
    await db.partner.update({ where: { id: two.partnerId }, data: { ownerId: ask.viewer.userId } })
    await expect(recordPayments(ask, input, NOW)).rejects.toMatchObject({ code: 'forbidden' })
  })

  test('cannot be rejected by an administrator who works for one of the stores', async () => {
    const { db } = here
    const [one, two] = (await bill(db, 2)) as [Billed, Billed]
    const { ask, input, statementId } = await upload(db, statementOf(row(one), row(two)))
    await recordPayments(ask, input, NOW)
    const { id: approvalId } = await db.approval.findFirstOrThrow({ where: { subjectId: statementId } })
    const tied = await createAdminAsk(db)
    await db.partner.update({ where: { id: two.partnerId }, data: { ownerId: tied.viewer.userId } })
    const seen = async (by: typeof ask) =>
      (await listApprovals(by, { state: 'open', page: 1 })).items.find(({ id }) => id === approvalId)?.deciding
    expect(await seen(tied)).toMatchObject({ canReject: false, obstacle: expect.stringContaining('own this store') })
    await expect(rejectApproval(tied, { approvalId })).rejects.toMatchObject({ code: 'forbidden' })
    const other = await createAdminAsk(db)
    expect(await seen(other)).toMatchObject({ canReject: true, obstacle: null })
    await rejectApproval(other, { approvalId })
  })
})

describe('a recorded payment', () => {
  async function pay() {
    const { db } = here
    const [one] = (await bill(db, 1)) as [Billed]
    const { ask, input, review } = await upload(db, statementOf(row(one)))
    for (const admin of [ask, await createAdminAsk(db)]) await recordPayments(admin, input, NOW)
    const lineId = input.payments[0]?.lineId ?? ''
    const undo = async () => undoPayment(await createAdminAsk(db), { lineId, reason: 'Another store’s transfer.' })
    return { db, one, lineId, undo, review, input }
  }

  test('can be undone once: this reopens the invoice, emails the reason to the partner and keeps ledgers valid', async () => {
    const { db, one, undo, review, input, lineId } = await pay()
    const [won, lost] = (await Promise.allSettled([undo(), undo()])).toSorted((a, b) => (a.status < b.status ? -1 : 1))
    expect([won?.status, lost]).toMatchObject(['fulfilled', { status: 'rejected', reason: { code: 'conflict' } }])
    expect(await statusOf(db, one)).toEqual(['open', 'invoiced'])
    expect(await db.mail.count({ where: { kind: 'invoice_reopened', subject: { contains: one.number } } })).toBe(1)
    expect(await db.auditEntry.findFirst({ where: { action: 'payment_undone', subjectId: one.id } })).toMatchObject({
      data: { reason: 'Another store’s transfer.', bankLineId: lineId, before: { status: 'paid' } },
    })
    expect((await review()).groups).toMatchObject({
      exact: { count: 0 },
      undone: { rows: [{ undoReason: 'Another store’s transfer.', invoice: { number: one.number } }] },
    })
    await expect(recordPayments(await createAdminAsk(db), input, NOW)).rejects.toMatchObject({ code: 'conflict' })
    const owed = { minor: Number(one.payableMinor), others: [] }
    expect(await db.$transaction((tx) => getPaymentSummary(tx, one.partnerId, one.currency))).toMatchObject({
      paid: { minor: 0 },
      processing: owed,
    })
    expect((await checkLedgers(db, SITE)).problems).toEqual([])
    const parts: string[] = []
    for await (const part of await exportLedger({ db, partner: { id: one.partnerId } })) parts.push(part)
    expect(verifyLedger(Buffer.from(parts.join(''))).problem).toBeNull()
    // The invoice can still be paid by hand, or by another line.
    const other = await upload(db, statementOf(row(one, { reference: `Again ${one.number}` })))
    for (const admin of [other.ask, await createAdminAsk(db)]) await recordPayments(admin, other.input, NOW)
    expect(await statusOf(db, one)).toEqual(['paid', 'paid'])
  })

  test('cannot be changed in the database, except to be undone', async () => {
    const { db, lineId, undo } = await pay()
    const change = (data: object) => db.bankLine.update({ where: { id: lineId }, data })
    await expect(change({ recordedAt: new Date() })).rejects.toThrow(/undone, once/)
    await expect(change({ amountMinor: 1n })).rejects.toThrow(/only grows/)
    await undo()
    await expect(change({ undoneAt: null, undoneById: null, undoReason: '' })).rejects.toThrow(/undone, once/)
  })
})

test('accepts a large statement, and refuses one with only outgoing payments', async () => {
  const { db } = here
  const ask = await createAdminAsk(db)
  const many = Array.from({ length: 3_000 }, (_, at) => `2026-11-20,Order ${at} of a customer,10.00,GBP,Someone\n`)
  const { statementId } = await uploadStatement(ask, { fileName: '', content: statementOf(...many), currency: '' })
  const page = async (number: number) => reviewStatement(ask, { statementId, page: number })
  expect(await page(1)).toMatchObject({ groups: { none: { count: 3_000 } }, page: 1, totalPages: 30 })
  expect((await page(30)).groups.none.rows.at(-1)).toMatchObject({ reference: 'Order 2999 of a customer' })
  expect((await page(31)).page).toBe(30)
  const outgoing = statementOf('2026-11-20,Rent,-5.00,GBP,\n')
  await expect(uploadStatement(ask, { fileName: '', content: outgoing, currency: '' })).rejects.toThrow('only outgoing')
})

// This test is last because it creates invoices without lines.
test('does not propose a transfer for the next invoice if another file or a manual payment has recorded it', async () => {
  const { db } = here
  const [one, hand] = (await bill(db, 2)) as [Billed, Billed]
  // Each partner owes the same for the next month.
  for (const { number, partnerId, currency, totalMinor, payableMinor } of [one, hand])
    await db.invoice.create({
      data: {
        partnerId,
        currency,
        totalMinor,
        payableMinor,
        billedTo: {},
        kind: 'invoice',
        status: 'open',
        number: number.replace(/-0/, '-9'),
        month: new Date('2026-11-01'),
        issuedAt: NOW,
        dueOn: NOW,
      },
    })
  const payer = { reference: 'Thank you', payer: one.partner.businessName }
  const csv = await upload(db, statementOf(row(one, payer)))
  for (const admin of [csv.ask, await createAdminAsk(db)]) await recordPayments(admin, csv.input, NOW)
  for (const admin of [await createAdminAsk(db), await createAdminAsk(db)])
    await markPaid(admin, { invoiceId: hand.id, note: 'Seen in the bank' }, NOW)
  // Another format for the same days: different texts, so different keys.
  const other = await upload(
    db,
    statementOf(
      row(one, { ...payer, reference: 'THANK YOU / SEPA' }),
      row(hand, { reference: '', payer: hand.partner.businessName }),
    ),
  )
  expect(other.payments).toEqual([])
  expect(other.groups.differs.rows.map(({ difference }) => difference)).toMatchObject([
    { why: 'recorded', numbers: [one.number] },
    { why: 'by_hand', numbers: [hand.number] },
  ])
})
