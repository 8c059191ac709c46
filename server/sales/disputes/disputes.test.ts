import { describe, expect, test } from 'vitest'
import { NotConnected } from '#server/platform/database-away.ts'
import { withFailingTransactions } from '#tests/setup/failing-transactions.ts'
import { createPartnerAsk } from '#tests/factories.ts'
import { askTwice, createAdminAsk, createOwedSale, madeAdmin } from '#tests/setup/office.ts'
import { minutesAfter, ORDERED, storeLine } from '#tests/setup/sales.ts'
import { createVisit } from '#tests/setup/visit.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { approve } from '#server/admin/approve.service.ts'
import { rejectApproval } from '#server/two-people/approvals.service.ts'
import { closeMonths } from '../invoices/close-months.ts'
import { markPaid } from '../invoices/mark-paid.service.ts'
import { checkLedgers } from '../ledger/check-ledgers.ts'
import { confirmDue } from '../lifecycle.ts'
import { recordOrder, recordRefund } from '../record-order.ts'
import { resolveFlag } from '../resolve-flag.service.ts'
import { decideDispute } from './decide-dispute.service.ts'
import { listDisputes } from './list-disputes.service.ts'
import { openDispute } from './open-dispute.service.ts'
import { FAILURES } from '../late-voids.ts'
import { voidDueDisputes } from './void-due-disputes.ts'

const database = useTestDatabase()
const SITE = 'https://wtf.example'
const WORTH = '10000 GBP'
const SOON = minutesAfter(ORDERED, 60)
const LOCK_OVER = minutesAfter(ORDERED, 31 * 1_440)
const NOVEMBER = new Date('2026-11-01T02:15:00Z')

async function open(status: 'pending' | 'confirmed') {
  const { db } = database
  const sale = await createOwedSale(db, status)
  const ask = { ...(await createPartnerAsk(db)), visit: createVisit() }
  const partnerAsk = { ...ask, partner: { ...ask.partner, id: sale.partnerId } }
  const dispute = (now = SOON) => openDispute(partnerAsk, { saleId: sale.saleId, reason: 'Our own newsletter.' }, now)
  const idOf = async () => (await db.saleDispute.findFirstOrThrow({ where: { conversionId: sale.saleId } })).id
  const stored = () => db.conversion.findUniqueOrThrow({ where: { id: sale.saleId } })
  const owed = async () =>
    (await db.commissionEntry.aggregate({ where: { conversionId: sale.saleId }, _sum: { amountMinor: true } }))._sum
      .amountMinor
  return { db, sale, dispute, idOf, stored, owed, admin: await createAdminAsk(db), ask }
}

test("pauses a disputed sale, and resumes it with the store's later changes if the dispute is rejected", async () => {
  const { db, sale, dispute, idOf, stored, owed, admin } = await open('pending')
  await dispute()
  expect((await stored()).status).toBe('disputed')
  await confirmDue(db, LOCK_OVER)
  expect((await stored()).status).toBe('disputed')
  const refund = { id: 'r1', refundedAt: SOON.toISOString(), lines: [], otherMinor: 5_000 }
  await recordRefund(db, sale.partnerId, sale.order.id, refund, SOON)
  await decideDispute(
    admin,
    { disputeId: await idOf(), worth: '5000 GBP', outcome: 'stands', decision: 'The click is there.' },
    LOCK_OVER,
  )
  expect((await stored()).status).toBe('pending')
  expect(await owed()).toBe(500n)
  await confirmDue(db, LOCK_OVER)
  expect((await stored()).status).toBe('confirmed')
  expect((await checkLedgers(db, SITE, LOCK_OVER)).problems).toEqual([])
  await expect(dispute()).rejects.toMatchObject({ code: 'conflict' })
})

test('voids a sale if the dispute is upheld, and refunds it if it was invoiced', async () => {
  const { db, dispute, idOf, stored, owed, admin } = await open('confirmed')
  await closeMonths(db, SITE, NOVEMBER)
  await dispute(NOVEMBER)
  const found = { disputeId: await idOf(), worth: WORTH, outcome: 'does_not_count', decision: 'A colleague.' } as const
  expect(await decideDispute(admin, found, NOVEMBER)).toMatchObject({ isWaiting: true })
  expect([(await stored()).status, await owed()]).toEqual(['disputed', 1_000n])
  await expect(decideDispute(admin, found, NOVEMBER)).rejects.toMatchObject({ code: 'forbidden' })
  const puppet = await createAdminAsk(db)
  await madeAdmin(db, puppet.viewer.userId, admin.viewer.userId)
  await expect(decideDispute(puppet, found, NOVEMBER)).rejects.toMatchObject({ code: 'forbidden' })
  expect(await decideDispute(await createAdminAsk(db), found, NOVEMBER)).toMatchObject({ isWaiting: false })
  expect(await stored()).toMatchObject({ status: 'invoiced', voidReason: 'rejected after review (A colleague)' })
  expect(await owed()).toBe(0n)
  expect((await checkLedgers(db, SITE, NOVEMBER)).problems).toEqual([])
})

test('marks a disputed sale as paid if its invoice was paid in the meantime and the dispute is rejected', async () => {
  const { db, sale, dispute, idOf, stored, admin } = await open('confirmed')
  await closeMonths(db, SITE, NOVEMBER)
  await dispute(NOVEMBER)
  const invoice = await db.invoice.findFirstOrThrow({ where: { partnerId: sale.partnerId } })
  await askTwice(db, (by) => markPaid(by, { invoiceId: invoice.id, note: '' }, NOVEMBER))
  expect((await stored()).status).toBe('disputed')
  await decideDispute(
    admin,
    { disputeId: await idOf(), worth: WORTH, outcome: 'stands', decision: 'It is ours.' },
    NOVEMBER,
  )
  expect((await stored()).status).toBe('paid')
  expect((await checkLedgers(db, SITE, NOVEMBER)).problems).toEqual([])
})

test('allows one open dispute for a sale, only by its partner and before the deadline, and decides it once', async () => {
  const { db, sale, dispute, idOf, admin, ask } = await open('pending')
  await expect(dispute(minutesAfter(ORDERED, 91 * 1_440))).rejects.toMatchObject({ code: 'conflict' })
  await expect(openDispute(ask, { saleId: sale.saleId, reason: 'Not mine' }, SOON)).rejects.toMatchObject({
    code: 'not_found',
  })
  const opened = await Promise.allSettled([dispute(), dispute()])
  expect(opened.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const [item] = (await listDisputes(db, { state: 'open', page: 1 })).items
  expect(item).toMatchObject({
    reason: 'Our own newsletter.',
    sale: { status: 'disputed', owedMinor: 1_000, matchLevel: 'A' },
  })
  const other = await createAdminAsk(db)
  const disputeId = await idOf()
  await decideDispute(other, { disputeId, worth: WORTH, outcome: 'does_not_count', decision: 'No.' }, SOON)
  const decided = await Promise.allSettled([
    decideDispute(admin, { disputeId, worth: WORTH, outcome: 'stands', decision: 'Yes.' }, SOON),
    decideDispute(other, { disputeId, worth: WORTH, outcome: 'stands', decision: 'Yes.' }, SOON),
  ])
  expect(await db.approval.findFirst({ where: { subjectId: disputeId } })).toMatchObject({
    status: expect.stringMatching(/rejected|withdrawn/),
  })
  expect(decided.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(decided.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'conflict' } })
  expect(await db.saleDispute.count({ where: { outcome: null } })).toBe(0)
})

test('refuses a first or second decision if the store has changed the order in the meantime', async () => {
  const { db, sale, dispute, idOf, stored, admin } = await open('pending')
  await dispute()
  const found = { disputeId: await idOf(), worth: WORTH, outcome: 'does_not_count', decision: 'A colleague.' } as const
  const grow = (priceMinor: number, minute: number) =>
    recordOrder(
      db,
      sale.partnerId,
      { ...sale.order, updatedAt: minutesAfter(ORDERED, minute).toISOString(), lines: [storeLine({ priceMinor })] },
      minutesAfter(ORDERED, minute),
    )
  expect(await decideDispute(admin, found, SOON)).toMatchObject({ isWaiting: true })
  await grow(400_000, 70)
  const message = 'The store has changed this order to £4,000.00 since you opened this page. Check it and decide again.'
  for (const outcome of ['does_not_count', 'stands'] as const)
    await expect(decideDispute(await createAdminAsk(db), { ...found, outcome }, SOON)).rejects.toMatchObject({
      code: 'conflict',
      message,
    })
  expect((await stored()).status).toBe('disputed')
  const { id: approvalId, summary } = await db.approval.findFirstOrThrow({ where: { subjectId: found.disputeId } })
  expect(summary).toContain('of £100.00 does not count')
  await expect(approve(await createAdminAsk(db), { approvalId }, SOON)).rejects.toMatchObject({ message })
  await grow(10_000, 80)
  await approve(await createAdminAsk(db), { approvalId }, SOON)
  expect((await stored()).voidReason).toBe('rejected after review (A colleague)')
})

test('does not approve a proposal from an earlier version of the app, but allows its rejection', async () => {
  const { db, dispute, idOf, stored, admin } = await open('pending')
  await dispute()
  const { id: approvalId } = await db.approval.create({
    data: {
      action: 'dispute_void',
      subjectId: await idOf(),
      summary: 'An order does not count.',
      input: { disputeId: await idOf(), outcome: 'does_not_count', decision: 'No.' },
      proposedById: admin.viewer.userId,
    },
  })
  const second = await createAdminAsk(db)
  await expect(approve(second, { approvalId }, SOON)).rejects.toMatchObject({
    code: 'conflict',
    message: 'This proposal was made before a software update. Reject it and propose it again.',
  })
  expect((await stored()).status).toBe('disputed')
  await rejectApproval(second, { approvalId })
})

describe('a small disputed sale that one administrator voids', () => {
  const DAY_MS = 86_400_000
  /** Changes the rate of the pound. 10 pounds are owed for each sale. */
  const worth = (dollars: string) =>
    database.db.exchangeRate.update({ where: { currency: 'GBP' }, data: { toBase: dollars } })
  async function find(at: Date, admin?: Awaited<ReturnType<typeof createAdminAsk>>) {
    const all = await open('pending')
    await all.dispute(at)
    const by = admin ?? all.admin
    const disputeId = await all.idOf()
    const found = { disputeId, worth: WORTH, outcome: 'does_not_count', decision: 'A colleague.' } as const
    return { ...all, by, found, ...(await decideDispute(by, found, at)) }
  }
  const later = (at: Date, ms = DAY_MS) => new Date(at.getTime() + ms)

  test('is voided a day later, and its partner is notified before and after', async () => {
    await worth('4')
    const { db, stored, owed, sale, found, holdsFrom, by } = await find(SOON)
    expect(holdsFrom).toEqual(later(SOON))
    expect((await listDisputes(db, { state: 'open', page: 1 })).items.at(-1)?.waiting?.holdsFrom).toEqual(holdsFrom)
    const mails = async () =>
      (await db.mail.findMany({ where: { kind: 'dispute_decided' }, orderBy: { id: 'asc' } })).map(
        ({ subject }) => subject,
      )
    expect((await mails()).at(-1)).toContain('was provisionally accepted')
    expect(await voidDueDisputes(db, SITE, later(SOON, DAY_MS - 1))).toBe(0)
    expect(await owed()).toBe(1_000n)
    const both = await Promise.all([voidDueDisputes(db, SITE, later(SOON)), voidDueDisputes(db, SITE, later(SOON))])
    expect(both.toSorted()).toEqual([0, 1])
    expect([(await stored()).voidReason, await owed()]).toEqual(['rejected after review (A colleague)', 0n])
    expect((await mails()).at(-1)).toContain('was accepted')
    expect(await db.approval.findFirst({ where: { subjectId: found.disputeId } })).toMatchObject({
      status: 'elapsed',
      decidedById: by.viewer.userId,
    })
    const note = { where: { subjectId: found.disputeId, action: 'dispute_decided' } }
    expect(await db.auditEntry.findFirst(note)).toMatchObject({ data: { aloneBaseMinor: 40_00 } })
    expect((await checkLedgers(db, SITE, later(SOON))).problems).toEqual([])
    expect(sale.saleId).toBe((await stored()).id)
  })

  test('is delayed by a disagreement, a changed order or the loss of its proposer, with one notice each', async () => {
    await worth('1')
    const [rejected, changed, left] = [await find(SOON), await find(SOON), await find(SOON)]
    const { db } = rejected
    const { id: approvalId } = await db.approval.findFirstOrThrow({ where: { subjectId: rejected.found.disputeId } })
    await rejectApproval(await createAdminAsk(db), { approvalId })
    const lines = [storeLine({ priceMinor: 400_000 })]
    const updatedAt = minutesAfter(ORDERED, 90).toISOString()
    await recordOrder(
      db,
      changed.sale.partnerId,
      { ...changed.sale.order, updatedAt, lines },
      minutesAfter(ORDERED, 90),
    )
    await db.user.update({ where: { id: left.by.viewer.userId }, data: { role: 'customer' } })
    const { email } = await db.user.update({
      where: { id: changed.by.viewer.userId },
      data: { emailVerifiedAt: SOON },
    })
    const lost = withFailingTransactions(db, new NotConnected('x'))
    await expect(voidDueDisputes(lost, SITE, later(SOON))).rejects.toThrow(NotConnected)
    expect(await voidDueDisputes(db, SITE, later(SOON))).toBe(0)
    for (const each of [rejected, changed, left]) expect((await each.stored()).status).toBe('disputed')

    expect(await voidDueDisputes(db, SITE, later(SOON, DAY_MS + 60_000))).toBe(0)
    const delayed = async ({ sale: { partnerId } }: typeof left) => {
      const { email: toAddress } = await db.partner.findUniqueOrThrow({ where: { id: partnerId } })
      return (await db.mail.findMany({ where: { kind: 'void_delayed', toAddress } })).map(({ text }) => text)
    }
    expect(await delayed(rejected)).toEqual([])
    expect(await delayed(changed)).toEqual([expect.stringContaining('the order has changed since then')])
    expect(await delayed(left)).toEqual([expect.stringContaining('a second member of our team has to agree first')])
    const toAdmin = await db.mail.findMany({ where: { kind: 'void_delayed_admin', toAddress: email } })
    expect(toAdmin.map(({ text }) => /(?<=The reason: ).*/.exec(text)?.[0]).toSorted()).toEqual([
      FAILURES.proposer,
      FAILURES.changed,
    ])
    const { items } = await listDisputes(db, { state: 'open', page: 1 })
    const shownFor = ({ found }: typeof left) => items.find(({ id }) => id === found.disputeId)?.waiting
    expect(shownFor(changed)).toMatchObject({ holdsFrom: null, failure: FAILURES.changed })
    expect(shownFor(left)).toMatchObject({ holdsFrom: null, failure: FAILURES.proposer })
  })

  test('counts towards the limit of one person, and needs a second administrator beyond it', async () => {
    await worth('6')
    const admin = await createAdminAsk(database.db)
    const [one, two] = [await find(SOON, admin), await find(SOON, admin)]
    // The second would exceed the limit once the first is voided, so no time is announced for it.
    expect([one.holdsFrom, two.holdsFrom]).toEqual([later(SOON), null])
    const shown = (await listDisputes(database.db, { state: 'open', page: 1 })).items
    const shownFor = ({ found: { disputeId } }: typeof one) => shown.find(({ id }) => id === disputeId)?.waiting
    expect([shownFor(one), shownFor(two)]).toMatchObject([{ holdsFrom: later(SOON) }, { holdsFrom: null }])
    expect(await voidDueDisputes(database.db, SITE, later(SOON))).toBe(1)
    expect([(await one.stored()).voidReason, (await two.stored()).voidReason]).toEqual([
      'rejected after review (A colleague)',
      '',
    ])
    expect((await find(later(SOON), admin)).holdsFrom).toBeNull()
    await worth('11')
    expect((await find(later(SOON))).holdsFrom).toBeNull()
  })

  test("needs a second administrator if the person's flags and the sale exceed the limit together", async () => {
    await worth('6')
    const admin = await createAdminAsk(database.db)
    const { partnerId, saleId: conversionId } = await createOwedSale(database.db)
    const flag = await database.db.conversionFlag.create({ data: { partnerId, conversionId, kind: 'own_staff' } })
    const finding = { flagId: flag.id, worth: WORTH, outcome: 'does_not_count', resolution: 'Their own.' } as const
    expect((await resolveFlag(admin, finding, SOON)).holdsFrom).toEqual(later(SOON))
    expect((await find(later(SOON, 1), admin)).holdsFrom).toBeNull()
    expect((await find(later(SOON, 1))).holdsFrom).toEqual(later(SOON, DAY_MS + 1))
  })
})
