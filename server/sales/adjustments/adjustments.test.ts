import { describe, expect, test } from 'vitest'
import { newId } from '#server/platform/ids.ts'
import { createAdminAsk, createOwedSale, findVoid, madeAdmin } from '#tests/setup/office.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { verifyLedger } from '../../../scripts/ledger-verify.mjs'
import { closeMonths } from '../invoices/close-months.ts'
import { checkLedgers } from '../ledger/check-ledgers.ts'
import { exportLedger } from '../ledger/export-ledger.service.ts'
import { recordOrder, recordRefund } from '../record-order.ts'
import { proposeInput } from './adjustments.schema.ts'
import { approveAdjustment, rejectAdjustment, withdrawAdjustment } from './decide-adjustment.service.ts'
import { listAdjustments, listWrittenEntries } from './list-adjustments.service.ts'
import { proposeAdjustment } from './propose-adjustment.service.ts'

const database = useTestDatabase()
const SITE = 'https://wtf.example'
const OCTOBER = new Date('2026-10-20T12:00:00Z')
const NOVEMBER = new Date('2026-11-01T02:15:00Z')
const DECEMBER = new Date('2026-12-01T02:15:00Z')

async function open() {
  const { db } = database
  const sale = await createOwedSale(db)
  const [one, two] = [await createAdminAsk(db), await createAdminAsk(db)]
  const propose = (given: object = {}) =>
    proposeAdjustment(
      one,
      proposeInput.parse({
        partnerId: sale.partnerId,
        saleId: sale.saleId,
        kind: 'waiver',
        amount: '-4.00',
        reason: 'Our mistake.',
        ...given,
      }),
    )
  const written = () =>
    db.commissionEntry.findMany({ where: { partnerId: sale.partnerId, kind: { in: ['waiver', 'manual'] } } })
  return { db, sale, one, two, propose, written }
}

describe('a proposed adjustment', () => {
  test('is in the ledger, on the invoice and in an email once another administrator approves it', async () => {
    const { db, sale, two, propose, written } = await open()
    const { id } = await propose()
    const bonus = await propose({ saleId: '', kind: 'manual', amount: '2.50', reason: 'A printed card.' })
    expect(await written()).toEqual([])
    await approveAdjustment(two, { adjustmentId: id }, OCTOBER)
    await approveAdjustment(two, { adjustmentId: bonus.id }, OCTOBER)
    expect((await written()).map(({ kind, amountMinor, reason }) => ({ kind, amountMinor, reason }))).toEqual([
      { kind: 'waiver', amountMinor: -400n, reason: 'Our mistake.' },
      { kind: 'manual', amountMinor: 250n, reason: 'A printed card.' },
    ])
    await closeMonths(db, SITE, NOVEMBER)
    const invoice = await db.invoice.findFirstOrThrow({
      where: { partnerId: sale.partnerId },
      include: { lines: { orderBy: { place: 'asc' } } },
    })
    expect(invoice.totalMinor).toBe(850n)
    expect(invoice.lines.map(({ conversionId, amountMinor }) => [conversionId, amountMinor])).toEqual([
      [sale.saleId, 600n],
      [null, 250n],
    ])
    expect(invoice.lines[1]?.description).toBe('A printed card.')
    expect((await checkLedgers(db, SITE, NOVEMBER)).problems).toEqual([])
    expect(await db.mail.count({ where: { kind: 'adjustment_made' } })).toBe(2)
    const own = await listWrittenEntries({ db, partner: { id: sale.partnerId } as never })
    expect(own.map(({ amountMinor }) => amountMinor)).toEqual([250, -400])
  })
  test('is approved once, by the first administrator', async () => {
    const { db, two, propose, written } = await open()
    const three = await createAdminAsk(db)
    const { id } = await propose()
    const results = await Promise.allSettled(
      [two, three, two].map((ask) => approveAdjustment(ask, { adjustmentId: id }, OCTOBER)),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await written()).toHaveLength(1)
    await expect(approveAdjustment(two, { adjustmentId: id })).rejects.toMatchObject({ code: 'conflict' })
  })
  test.each([{ role: 'customer' as const }, { suspendedAt: new Date() }])(
    'of a former administrator can only be rejected (%j)',
    async (given) => {
      const { db, one, two, propose, written } = await open()
      const { id } = await propose()
      await db.user.update({ where: { id: one.viewer.userId }, data: given })
      await expect(approveAdjustment(two, { adjustmentId: id })).rejects.toMatchObject({ code: 'conflict' })
      expect(await written()).toEqual([])
      await rejectAdjustment(two, { adjustmentId: id, reason: 'Its account was stolen.' })
    },
  )
  test('cannot be approved by its proposer in the shop or in the database', async () => {
    const { db, one, propose, written } = await open()
    const { id } = await propose()
    await expect(approveAdjustment(one, { adjustmentId: id })).rejects.toMatchObject({ code: 'forbidden' })
    await expect(
      db.adjustment.update({
        where: { id },
        data: { status: 'approved', decidedById: one.viewer.userId, decidedAt: OCTOBER },
      }),
    ).rejects.toThrow(/adjustments_two_people/)
    await expect(db.adjustment.update({ where: { id }, data: { amountMinor: -1n } })).rejects.toThrow(/only grows/)
    expect(await written()).toEqual([])
  })
  test('cannot be approved by an administrator whom its proposer appointed, however long ago', async () => {
    const { db, one, two, propose, written } = await open()
    const { id } = await propose()
    await madeAdmin(db, two.viewer.userId, one.viewer.userId)
    await expect(approveAdjustment(two, { adjustmentId: id })).rejects.toMatchObject({ code: 'forbidden' })
    await expect(
      approveAdjustment(two, { adjustmentId: id }, new Date(Date.now() + 400 * 86_400_000)),
    ).rejects.toMatchObject({ code: 'forbidden' })
    expect(await written()).toEqual([])
    const [shown] = (await listAdjustments(two, { status: 'proposed', page: 1 })).items.filter((each) => each.id === id)
    expect(shown?.deciding?.obstacle).toContain('do not count as two independent people')
    await approveAdjustment(await createAdminAsk(db), { adjustmentId: id })
    expect(await written()).toHaveLength(1)
  })
  test('can be rejected by another administrator or withdrawn by its proposer, and not approved afterwards', async () => {
    const { one, two, propose, written } = await open()
    const [first, second] = [await propose(), await propose()]
    await expect(withdrawAdjustment(two, { adjustmentId: first.id })).rejects.toMatchObject({ code: 'forbidden' })
    await rejectAdjustment(two, { adjustmentId: first.id, reason: 'It was right.' })
    await withdrawAdjustment(one, { adjustmentId: second.id })
    for (const { id } of [first, second])
      await expect(approveAdjustment(two, { adjustmentId: id })).rejects.toMatchObject({ code: 'conflict' })
    expect(await written()).toEqual([])
    expect((await listAdjustments(one, { status: 'rejected', page: 1 })).items[0]).toMatchObject({
      decision: 'It was right.',
      isOwn: true,
    })
    const { email: toAddress } = await database.db.user.findUniqueOrThrow({ where: { id: one.viewer.userId } })
    expect(await database.db.mail.findMany({ where: { toAddress } })).toMatchObject([
      { kind: 'adjustment_rejected', text: expect.stringContaining('It was right.') },
    ])
  })
  test('for a manual entry deducts no more than is owed for the sale or in total', async () => {
    const { db, sale, two, propose, written } = await open()
    const byHand = (amount: string, saleId = '') => propose({ kind: 'manual', amount, saleId })
    for (const saleId of ['', sale.saleId])
      await expect(byHand('-10.01', saleId)).rejects.toMatchObject({ code: 'bad_input', field: 'amount' })
    await expect(byHand('-50000')).rejects.toMatchObject({ code: 'bad_input', field: 'amount' })
    const [first, second] = [await byHand('-6'), await byHand('-6', sale.saleId)]
    await approveAdjustment(two, { adjustmentId: first.id }, OCTOBER)
    await expect(approveAdjustment(two, { adjustmentId: second.id }, OCTOBER)).rejects.toMatchObject({
      code: 'bad_input',
    })
    expect((await written()).map(({ amountMinor }) => amountMinor)).toEqual([-600n])
    // Nothing is owed for a paid sale.
    await closeMonths(db, SITE, NOVEMBER)
    await db.invoice.updateMany({ where: { partnerId: sale.partnerId }, data: { status: 'paid', paidAt: NOVEMBER } })
    await expect(byHand('-0.01', sale.saleId)).rejects.toMatchObject({ code: 'bad_input', field: 'amount' })
  })
  test('waives no more than is owed, even with two proposals', async () => {
    const { two, propose, written } = await open()
    await expect(propose({ amount: '-10.01' })).rejects.toMatchObject({ code: 'bad_input', field: 'amount' })
    await expect(propose({ amount: '5' })).rejects.toMatchObject({ code: 'bad_input' })
    await expect(propose({ amount: '-10.01', saleId: '' })).rejects.toMatchObject({ code: 'bad_input' })
    await expect(propose({ saleId: newId() })).rejects.toMatchObject({ code: 'not_found' })
    const { saleId: foreign } = await createOwedSale(database.db)
    await expect(propose({ saleId: foreign })).rejects.toMatchObject({ code: 'not_found' })
    const [first, second] = [await propose({ amount: '-6' }), await propose({ amount: '-6' })]
    await approveAdjustment(two, { adjustmentId: first.id }, OCTOBER)
    await expect(approveAdjustment(two, { adjustmentId: second.id })).rejects.toMatchObject({ code: 'bad_input' })
    expect(await written()).toHaveLength(1)
  })
})

describe('a waiver', () => {
  const refund = (otherMinor: number) => ({
    id: `r${otherMinor}`,
    refundedAt: OCTOBER.toISOString(),
    lines: [],
    otherMinor,
  })
  async function waived() {
    const opened = await open()
    const { db, sale, two, propose } = opened
    await approveAdjustment(two, { adjustmentId: (await propose()).id }, OCTOBER)
    const owed = async () =>
      (await db.commissionEntry.aggregate({ where: { conversionId: sale.saleId }, _sum: { amountMinor: true } }))._sum
        .amountMinor
    const problems = async () => {
      const parts: string[] = []
      for await (const part of await exportLedger({ db, partner: { id: sale.partnerId } })) parts.push(part)
      const { problem } = verifyLedger(Buffer.from(parts.join('')))
      return [...(await checkLedgers(db, SITE, DECEMBER)).problems, ...(problem ? [problem] : [])]
    }
    return { ...opened, owed, problems }
  }
  test('of a sale that is voided after its invoice refunds no more than was invoiced', async () => {
    const { db, sale, one, two, owed, problems } = await waived()
    await closeMonths(db, SITE, NOVEMBER)
    const { partnerId, saleId: conversionId } = sale
    const flag = await db.conversionFlag.create({ data: { partnerId, conversionId, kind: 'own_staff' } })
    await findVoid([one, two], { flagId: flag.id, resolution: 'A colleague.' }, NOVEMBER)
    expect(await owed()).toBe(0n)
    await closeMonths(db, SITE, DECEMBER)
    const papers = await db.invoice.findMany({ where: { partnerId }, orderBy: { month: 'asc' } })
    expect(papers.map(({ totalMinor }) => totalMinor)).toEqual([600n, -600n])
    expect(await problems()).toEqual([])
  })
  test('is reduced only if refunds leave less than the waived amount', async () => {
    const { db, sale, owed, written, problems } = await waived()
    await recordRefund(db, sale.partnerId, sale.order.id, refund(5_000), OCTOBER)
    expect(await owed()).toBe(100n)
    await recordRefund(db, sale.partnerId, sale.order.id, refund(3_000), OCTOBER)
    expect(await owed()).toBe(0n)
    expect((await written()).map(({ amountMinor }) => amountMinor)).toEqual([-400n, 200n])
    await recordOrder(db, sale.partnerId, { ...sale.order, cancelledAt: OCTOBER.toISOString() }, OCTOBER)
    expect(await owed()).toBe(0n)
    expect(await problems()).toEqual([])
  })
})
