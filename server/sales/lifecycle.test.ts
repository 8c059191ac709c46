import { describe, expect, test } from 'vitest'
import { NotConnected } from '#server/platform/database-away.ts'
import { createClick, createPartnerAsk, createProduct } from '#tests/factories.ts'
import {
  createSeller,
  minutesAfter,
  ORDERED,
  PERFORMANCE,
  signal,
  STANDARD,
  storeLine,
  storeOrder,
} from '#tests/setup/sales.ts'
import { withFailingTransactions } from '#tests/setup/failing-transactions.ts'
import { lastMail } from '#tests/setup/auth.ts'
import { askTwice, createAdminAsk, findVoid, madeAdmin } from '#tests/setup/office.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { getSale } from './get-sale.service.ts'
import { decideDispute } from './disputes/decide-dispute.service.ts'
import { openDispute } from './disputes/open-dispute.service.ts'
import { closeMonths } from './invoices/close-months.ts'
import { getInvoice, listInvoices } from './invoices/invoices.service.ts'
import { markPaid } from './invoices/mark-paid.service.ts'
import { remindInvoices } from './invoices/remind-invoices.ts'
import { confirmDue, moveConversion } from './lifecycle.ts'
import { listOpenFlags } from './list-flags.service.ts'
import { NEXT_STATUSES, type ConversionStatus } from './lifecycle.values.ts'
import { recordOrder, recordRefund } from './record-order.ts'
import { FAILURES } from './late-voids.ts'
import { resolveFlag, voidDue } from './resolve-flag.service.ts'
import { confirmUnmatched } from './confirm-unmatched.service.ts'
import { listSales } from './sales.service.ts'
import type { StoreOrder } from './store-order.schema.ts'
import { takeUpSales } from './take-up-sales.ts'

const database = useTestDatabase()
const SITE = 'https://wtf.example'
const DAY = 1_440
const WORTH = '10000 GBP'
/** 10 October: the order is from 10 September. */
const LOCKED_UNTIL = minutesAfter(ORDERED, 30 * DAY)
const NOVEMBER = new Date('2026-11-01T02:15:00Z')

async function open(given: Parameters<typeof createPartnerAsk>[1] = {}) {
  const ask = await createPartnerAsk(database.db, given)
  const partnerId = ask.partner.id
  await database.db.partnerAgreement.create({
    data: { partnerId, planId: STANDARD, termsVersion: '2026-11-21', acceptedAt: new Date('2026-01-01') },
  })
  const product = await createProduct(database.db, { partnerId })
  const click = await createClick(database.db, product, { clickedAt: minutesAfter(ORDERED, -60) })
  const signals = [signal({ clickId: click.id })]
  const record = async (fields: Partial<StoreOrder> = {}, now = minutesAfter(ORDERED, 5)) => {
    const order = storeOrder({ signals, ...fields })
    const { conversionId } = await recordOrder(database.db, partnerId, order, now)
    return { ...order, saleId: conversionId ?? '' }
  }
  return { ask, partnerId, record, product, signals }
}
const admin = () => createAdminAsk(database.db)
const statusOf = async (id: string) => (await database.db.conversion.findUniqueOrThrow({ where: { id } })).status

describe('the table of allowed status changes', () => {
  const statuses = Object.keys(NEXT_STATUSES) as ConversionStatus[]
  test('is enforced, and each change is recorded with its actor and reason', async () => {
    const { record } = await open()
    const { saleId } = await record()
    for (const from of statuses)
      for (const to of statuses) {
        await database.db.conversion.update({ where: { id: saleId }, data: { status: from } })
        const move = database.db.$transaction((tx) =>
          moveConversion(tx, saleId, to, { reason: `${from} ${to}`, actor: 'system' }),
        )
        const isAllowed = (NEXT_STATUSES[from] as readonly string[]).includes(to)
        if (!isAllowed) await expect(move).rejects.toThrow(`A sale that is ${from} cannot become ${to}.`)
        else await move
        const noted = await database.db.conversionTransition.count({
          where: { conversionId: saleId, reason: `${from} ${to}` },
        })
        expect(noted).toBe(isAllowed ? 1 : 0)
      }
  })

  test('has a history that cannot be changed', async () => {
    const { record } = await open()
    const { saleId: conversionId } = await record()
    await expect(
      database.db.conversionTransition.updateMany({ where: { conversionId }, data: { reason: 'other' } }),
    ).rejects.toThrow('only grows')
    await expect(
      database.db
        .$executeRaw`UPDATE commission_entries SET amount_minor = 0 WHERE conversion_id = ${conversionId}::uuid`,
    ).rejects.toThrow()
  })
})

describe('confirming or voiding a sale', () => {
  test('confirms it when the lock period ends, and not earlier', async () => {
    const { record } = await open()
    const { saleId } = await record()
    await confirmDue(database.db, new Date(LOCKED_UNTIL.getTime() - 1))
    expect(await statusOf(saleId)).toBe('pending')
    await confirmDue(database.db, LOCKED_UNTIL)
    expect(await statusOf(saleId)).toBe('confirmed')
    expect(await confirmDue(database.db, LOCKED_UNTIL)).toBe(0)
  })

  test('gives each sale its final position, in the order of the lock dates', async () => {
    const { partnerId, record } = await open()
    const late = await record({
      paidAt: minutesAfter(ORDERED, 60).toISOString(),
      lines: [storeLine({ priceMinor: 2_000_000 })],
    })
    const early = await record({ lines: [storeLine({ priceMinor: 1_000_000 })] })
    await confirmDue(database.db, minutesAfter(LOCKED_UNTIL, DAY))
    const sales = await database.db.conversion.findMany({ where: { partnerId } })
    const places = new Map(sales.map(({ id, monthPosition }) => [id, monthPosition]))
    expect([places.get(early.saleId), places.get(late.saleId)]).toEqual([0n, 1_000_000n])
    const entries = await database.db.commissionEntry.findMany({ where: { partnerId, conversionId: late.saleId } })
    expect(entries.at(-1)?.reason).toBe('its position among the confirmed sales of October 2026')
    const sum = entries.reduce((owed, { amountMinor }) => owed + amountMinor, 0n)
    expect(sum).toBe(150_000n + 40_000n)
  })

  test('uses the month when the lock ended, even if the job runs late', async () => {
    const { partnerId, record } = await open()
    const october = await record({ lines: [storeLine({ priceMinor: 2_500_000 })] })
    await confirmDue(database.db, LOCKED_UNTIL)
    const late = await record({ paidAt: minutesAfter(ORDERED, 1).toISOString() })
    await confirmDue(database.db, new Date('2026-11-05'))
    expect(await database.db.conversion.findUnique({ where: { id: late.saleId } })).toMatchObject({
      month: new Date('2026-10-01'),
      monthPosition: 2_500_000n,
      confirmedAt: new Date('2026-11-05'),
    })
    expect(await statusOf(october.saleId)).toBe('confirmed')
    await closeMonths(database.db, SITE, new Date('2026-12-01T02:15:00Z'))
    const invoices = await database.db.invoice.findMany({ where: { partnerId }, orderBy: { month: 'asc' } })
    expect(invoices.map(({ month, totalMinor }) => [month.getUTCMonth() + 1, totalMinor])).toEqual([
      [10, 250_000n],
      [11, 800n],
    ])
  })

  test('confirms a sale only once even if it was temporarily a test order, and keeps its position', async () => {
    const { partnerId, record } = await open()
    const first = await record({ lines: [storeLine({ priceMinor: 2_500_000 })] })
    const { saleId, ...order } = await record({ paidAt: minutesAfter(ORDERED, 1).toISOString() })
    await confirmDue(database.db, minutesAfter(LOCKED_UNTIL, 5))
    const revise = (isTest: boolean, minutes: number, given: StoreOrder = order) => {
      const updatedAt = minutesAfter(LOCKED_UNTIL, minutes)
      return recordOrder(database.db, partnerId, { ...given, isTest, updatedAt: updatedAt.toISOString() }, updatedAt)
    }
    await revise(true, 10, first)
    await revise(true, 10)
    await revise(false, 20)
    expect(await statusOf(saleId)).toBe('pending')
    await confirmDue(database.db, minutesAfter(LOCKED_UNTIL, 30))
    expect(await database.db.conversion.findUnique({ where: { id: saleId } })).toMatchObject({
      status: 'confirmed',
      monthPosition: 2_500_000n,
      confirmedAt: minutesAfter(LOCKED_UNTIL, 30),
    })
    const entries = await database.db.commissionEntry.findMany({ where: { conversionId: saleId } })
    expect(entries.filter(({ kind }) => kind === 'confirmation')).toHaveLength(1)
    expect(entries.reduce((owed, { amountMinor }) => owed + amountMinor, 0n)).toBe(800n)
  })

  test('does not number fully refunded sales under a plan based on the number of sales', async () => {
    const { partner, click } = await createSeller(database.db, { planId: PERFORMANCE })
    const signals = [signal({ clickId: (await click()).id })]
    const record = async (minutes: number) => {
      const paidAt = minutesAfter(ORDERED, minutes)
      const order = storeOrder({ signals, paidAt: paidAt.toISOString() })
      await recordOrder(database.db, partner.id, order, paidAt)
      return order
    }
    const { id, lines } = await record(0)
    await record(1)
    await confirmDue(database.db, minutesAfter(LOCKED_UNTIL, 1))
    const refund = {
      id: 'r',
      refundedAt: LOCKED_UNTIL.toISOString(),
      otherMinor: 0,
      lines: [{ lineId: lines?.[0]?.id ?? '', quantity: 1, amountMinor: 10_000 }],
    }
    await recordRefund(database.db, partner.id, id, refund, minutesAfter(LOCKED_UNTIL, 2))
    await record(2)
    await confirmDue(database.db, minutesAfter(LOCKED_UNTIL, 3))
    const confirmations = await database.db.commissionEntry.findMany({
      where: { partnerId: partner.id, kind: 'confirmation' },
      orderBy: { seq: 'asc' },
    })
    expect(confirmations.map(({ position }) => position)).toEqual([0n, 1n, 1n])
  })

  test('keeps a voided sale voided when its store increases the amount, and flags each increase', async () => {
    const { db } = database
    const { ask, partnerId, record } = await open()
    const { saleId, ...order } = await record({ channel: 'draft' })
    const flag = await db.conversionFlag.findFirstOrThrow({ where: { conversionId: saleId } })
    const found = { flagId: flag.id, worth: WORTH, outcome: 'does_not_count', resolution: 'Made up.' } as const
    const both = [await admin(), await admin()] as const
    await findVoid([...both], found, minutesAfter(ORDERED, 10))
    const raised = () => db.conversionFlag.findFirst({ where: { conversionId: saleId, kind: 'raised_after_void' } })
    const raise = (quantity: number, minutes: number) => {
      const updatedAt = minutesAfter(ORDERED, minutes).toISOString()
      const lines = (order.lines ?? []).map((line) => ({ ...line, quantity }))
      return recordOrder(db, partnerId, { ...order, lines, updatedAt }, minutesAfter(ORDERED, minutes))
    }
    expect(await raised()).toBeNull()
    await raise(50, 20)
    expect(await raised()).toMatchObject({ resolvedAt: null, evidence: { from: '£100.00', to: '£5,000.00' } })
    await raise(49, 30)
    expect(await raised()).toMatchObject({ resolvedAt: null })
    expect(await getSale(ask, { saleId })).toMatchObject({ status: 'cancelled', ledger: { owedMinor: 0 } })
    await db.conversionFlag.updateMany({ where: { conversionId: saleId }, data: { resolvedAt: new Date() } })
    await raise(48, 40)
    expect((await raised())?.resolvedAt).not.toBeNull()
    await raise(60, 50)
    expect(await raised()).toMatchObject({ resolvedAt: null, evidence: { to: '£6,000.00' } })
  })

  test('does not flag a voided sale when its lines arrive later', async () => {
    const { db } = database
    const { partnerId, record, signals } = await open()
    const { saleId, id } = await record({ lines: null })
    await db.conversion.update({
      where: { id: saleId },
      data: { status: 'cancelled', voidReason: 'rejected after review' },
    })
    const raised = () => db.conversionFlag.count({ where: { conversionId: saleId, kind: 'raised_after_void' } })
    const tell = (quantity: number, minutes: number) => {
      const order = storeOrder({ signals, id, updatedAt: minutesAfter(ORDERED, minutes).toISOString() })
      const lines = (order.lines ?? []).map((line) => ({ ...line, quantity }))
      return recordOrder(db, partnerId, { ...order, lines }, minutesAfter(ORDERED, minutes))
    }
    await tell(1, 20)
    expect(await raised()).toBe(0)
    await tell(2, 30)
    expect(await raised()).toBe(1)
  })

  test('waits for an administrator while a flag is unresolved', async () => {
    const { record } = await open()
    const { saleId } = await record({ channel: 'draft' })
    await confirmDue(database.db, LOCKED_UNTIL)
    expect(await statusOf(saleId)).toBe('pending')
    const flag = await database.db.conversionFlag.findFirstOrThrow({ where: { conversionId: saleId } })
    const ask = await admin()
    await resolveFlag(ask, { flagId: flag.id, worth: WORTH, outcome: 'counts', resolution: 'An order by telephone.' })
    await expect(
      resolveFlag(ask, { flagId: flag.id, worth: WORTH, outcome: 'counts', resolution: '' }),
    ).rejects.toThrow('already been resolved')
    await confirmDue(database.db, LOCKED_UNTIL)
    expect(await statusOf(saleId)).toBe('confirmed')
  })

  test('never confirms a sale that an administrator voided', async () => {
    const { ask, partnerId, record } = await open()
    const { saleId, ...order } = await record({ channel: 'draft' })
    const by = await admin()
    const flag = await database.db.conversionFlag.findFirstOrThrow({ where: { conversionId: saleId } })
    const found = {
      flagId: flag.id,
      worth: WORTH,
      outcome: 'does_not_count',
      resolution: 'Made up\nto try it.',
    } as const
    await findVoid([by, await admin()], found, minutesAfter(ORDERED, 10))
    const later = { ...order, channel: 'web' as const, updatedAt: minutesAfter(ORDERED, 20).toISOString() }
    await recordOrder(database.db, partnerId, later, minutesAfter(ORDERED, 20))
    await confirmDue(database.db, LOCKED_UNTIL)
    const reason = 'rejected after review (Made up to try it)'
    const story = await getSale(ask, { saleId })
    expect(story).toMatchObject({ status: 'cancelled', order: { netMinor: 0 }, ledger: { owedMinor: 0 } })
    expect(story.transitions.at(-1)).toMatchObject({ to: 'cancelled', reason, actor: 'admin' })
    expect(story.entries.map(({ kind, reason: why }) => [kind, why])).toEqual([
      ['accrual', 'order #1001 was paid'],
      ['reversal', reason],
    ])
    const ofStore = await database.db.conversionFlag.create({ data: { partnerId, kind: 'silent_store' } })
    await expect(resolveFlag(by, { ...found, flagId: ofStore.id })).rejects.toThrow('about a store')
  })

  test('emails the billing contact about the decision on a flag', async () => {
    const { ask, partnerId, record } = await open()
    const { saleId: conversionId } = await record()
    for (const [of, outcome, subject] of [
      [{ conversionId, kind: 'own_staff' }, 'counts', 'order #1001 was accepted'],
      [{ conversionId, kind: 'fast_order' }, 'does_not_count', 'order #1001 was provisionally rejected'],
      [{ kind: 'silent_store' }, 'counts', 'we reviewed your store'],
    ] as const) {
      const { id: flagId } = await database.db.conversionFlag.create({ data: { partnerId, ...of } })
      await resolveFlag(await admin(), { flagId, worth: WORTH, outcome, resolution: `We rang them: ${of.kind}.` })
      const mail = await database.db.mail.findFirstOrThrow({
        where: { toAddress: ask.viewer.email },
        orderBy: { id: 'desc' },
      })
      expect([mail.kind, mail.subject]).toEqual(['flag_resolved', expect.stringContaining(`: ${subject}`)])
      expect(mail.text).toContain(`Our findings: We rang them: ${of.kind}.`)
    }
  })

  test("voids a sale a day after a single administrator's decision, and notifies the partner", async () => {
    const { db } = database
    const { ask, partnerId, record } = await open()
    const { saleId, ...order } = await record({ channel: 'pos' })
    const one = await admin()
    const two = await admin()
    const flag = await db.conversionFlag.findFirstOrThrow({ where: { conversionId: saleId } })
    const found = { flagId: flag.id, worth: WORTH, outcome: 'does_not_count', resolution: 'Made up.' } as const
    const from = minutesAfter(ORDERED, 10 + 1_440)
    const owed = async () => (await getSale(ask, { saleId })).ledger.owedMinor
    expect(await resolveFlag(one, found, minutesAfter(ORDERED, 10))).toEqual({ isWaiting: true, holdsFrom: from })
    expect(await owed()).toBe(1_000)
    const { email } = await db.user.findUniqueOrThrow({ where: { id: one.viewer.userId } })
    const waiting = { finding: 'Made up.', holdsFrom: from, failure: '', by: email }
    const OWN = 'You proposed this, so another administrator has to approve it.'
    const shown = async (to: typeof one) =>
      (await listOpenFlags(to, { page: 1 })).flags.find(({ id }) => id === flag.id)?.found
    expect([await shown(one), await shown(two)]).toEqual([
      { ...waiting, isOwn: true, obstacle: OWN, deciders: expect.not.arrayContaining([email]), canReject: true },
      {
        ...waiting,
        isOwn: false,
        obstacle: null,
        deciders: expect.arrayContaining([expect.stringContaining('@')]),
        canReject: true,
      },
    ])
    await expect(resolveFlag(one, found)).rejects.toMatchObject({ code: 'conflict' })
    // A second account of the same person is not enough.
    const puppet = await admin()
    await madeAdmin(db, puppet.viewer.userId, one.viewer.userId)
    await expect(resolveFlag(puppet, found)).rejects.toMatchObject({ code: 'forbidden' })
    // The store's later report does not remove the decision.
    const later = { ...order, channel: 'web' as const, updatedAt: minutesAfter(ORDERED, 20).toISOString() }
    await recordOrder(db, partnerId, later, minutesAfter(ORDERED, 20))
    // Another administrator, or the same one, may still decide otherwise.
    await resolveFlag(two, { ...found, outcome: 'counts', resolution: 'By telephone.' }, minutesAfter(ORDERED, 30))
    expect(await voidDue(db, SITE, from)).toBe(0)
    expect(await owed()).toBe(1_000)

    const other = await db.conversionFlag.create({ data: { partnerId, conversionId: saleId, kind: 'own_staff' } })
    await resolveFlag(one, { ...found, flagId: other.id }, minutesAfter(ORDERED, 10))
    expect(await voidDue(db, SITE, new Date(from.getTime() - 1))).toBe(0)
    // A suspended administrator cannot do this.
    const suspend = (suspendedAt: Date | null) =>
      db.user.update({ where: { id: one.viewer.userId }, data: { suspendedAt } })
    await suspend(new Date())
    expect([await voidDue(db, SITE, from), await shown(two)]).toEqual([0, undefined])
    await suspend(null)
    const listed = (await listOpenFlags(two, { page: 1 })).flags.find(({ id }) => id === other.id)
    expect(listed?.found).toMatchObject({ holdsFrom: null, failure: FAILURES.proposer })
    const delayed = { kind: 'void_delayed', toAddress: ask.viewer.email }
    expect((await db.mail.findFirstOrThrow({ where: delayed })).text).toContain(
      'a second member of our team has to agree',
    )
    const both = await Promise.all([voidDue(db, SITE, from), voidDue(db, SITE, from)])
    expect(both.toSorted()).toEqual([0, 1])
    expect([await owed(), await statusOf(saleId)]).toEqual([0, 'cancelled'])
    const mails = await db.mail.findMany({ where: { kind: 'flag_resolved', toAddress: ask.viewer.email } })
    expect(mails.map(({ subject }) => subject.replace(/^.* order \S+ /, '')).toSorted()).toEqual([
      'was accepted after all',
      'was provisionally rejected',
      'was provisionally rejected',
      'was rejected',
    ])
    expect(await db.auditEntry.findFirst({ where: { subjectId: other.id, action: 'flag_resolved' } })).toMatchObject({
      actorId: one.viewer.userId,
      data: { before: { status: 'pending', owedMinor: '1000' }, after: { status: 'cancelled', owedMinor: '0' } },
    })
  })

  test('leaves a disputed sale to the decision on the dispute, even if a flag was decided before', async () => {
    const { db } = database
    const { ask, partnerId, record } = await open()
    const { saleId } = await record({ channel: 'pos' })
    const [one, two] = [await admin(), await admin()]
    const { id: flagId } = await db.conversionFlag.findFirstOrThrow({ where: { conversionId: saleId } })
    const found = { flagId, worth: WORTH, outcome: 'does_not_count', resolution: 'Made up.' } as const
    const { holdsFrom } = await resolveFlag(one, found, ORDERED)
    await openDispute({ ...ask, visit: two.visit }, { saleId, reason: 'Not yours.' }, ORDERED)
    await expect(resolveFlag(two, found)).rejects.toMatchObject({ code: 'conflict' })
    expect(await voidDue(db, SITE, holdsFrom!)).toBe(0)
    const { id: disputeId } = await db.saleDispute.findFirstOrThrow({ where: { partnerId } })
    await decideDispute(two, { disputeId, worth: WORTH, outcome: 'stands', decision: 'The click is yours.' })
    expect(await voidDue(db, SITE, holdsFrom!)).toBe(0)
    expect((await getSale(ask, { saleId })).ledger.owedMinor).toBe(1_000)
  })

  test('refunds an invoiced sale that is found not to count', async () => {
    const { ask, partnerId, record } = await open()
    const { saleId } = await record()
    await confirmDue(database.db, LOCKED_UNTIL)
    await closeMonths(database.db, SITE, NOVEMBER)
    const { id: flagId } = await database.db.conversionFlag.create({
      data: { partnerId, conversionId: saleId, kind: 'own_staff' },
    })
    await findVoid([await admin(), await admin()], { flagId, resolution: 'Their own.' }, NOVEMBER)
    const { status, entries, ledger } = await getSale(ask, { saleId })
    expect([status, ledger.owedMinor]).toEqual(['invoiced', 0])
    expect(entries.at(-1)).toMatchObject({ kind: 'clawback', reason: 'rejected after review (Their own)' })
  })

  test('reverses an order that was cancelled before its invoice', async () => {
    const { partnerId, record } = await open()
    const order = await record()
    await confirmDue(database.db, LOCKED_UNTIL)
    const { saleId, ...told } = order
    await recordOrder(database.db, partnerId, { ...told, cancelledAt: LOCKED_UNTIL.toISOString() }, LOCKED_UNTIL)
    expect(await statusOf(saleId)).toBe('cancelled')
    const entries = await database.db.commissionEntry.findMany({ where: { partnerId }, orderBy: { seq: 'asc' } })
    expect(entries.map(({ kind, amountMinor }) => [kind, amountMinor])).toEqual([
      ['accrual', 1_000n],
      ['confirmation', 0n],
      ['reversal', -1_000n],
    ])
  })
})

describe('a monthly invoice', () => {
  test('has a line for each sale, a number without gaps, and an email to the owner', async () => {
    const { ask, partnerId, record } = await open()
    const { saleId } = await record()
    await record({ name: '#1002', lines: [storeLine({ priceMinor: 5_005 })] })
    const later = await record({ paidAt: minutesAfter(ORDERED, 25 * DAY).toISOString() })
    await confirmDue(database.db, minutesAfter(LOCKED_UNTIL, 60))
    expect(await closeMonths(database.db, SITE, new Date('2026-10-31T23:00:00Z'))).toBe(0)
    expect(await closeMonths(database.db, SITE, NOVEMBER)).toBeGreaterThan(0)
    expect(await closeMonths(database.db, SITE, NOVEMBER)).toBe(0)
    const invoices = await listInvoices(ask)
    expect(invoices).toMatchObject([
      {
        kind: 'invoice',
        month: new Date('2026-10-01'),
        dueOn: new Date('2026-11-15'),
        totalMinor: 1_500,
        payableMinor: 1_500,
        status: 'open',
        sales: 2,
      },
    ])
    const invoice = await getInvoice(ask, { invoiceId: invoices[0]?.id ?? '' })
    expect(invoice.lines).toMatchObject([
      { place: 1, description: 'Order #1001, 10 September 2026', baseMinor: 10_000, amountMinor: 1_000 },
      { place: 2, description: 'Order #1002, 10 September 2026', baseMinor: 5_005, amountMinor: 500 },
    ])
    expect(await statusOf(saleId)).toBe('invoiced')
    expect(await statusOf(later.saleId)).toBe('pending')
    const mail = await database.db.mail.findFirstOrThrow({
      where: { kind: 'invoice_issued', toAddress: ask.viewer.email },
    })
    expect(mail.text).toContain('£15.00 by 15 November 2026')
    expect(mail.subject).toContain(invoice.number)
    const numbers = await database.db.invoice.findMany({ select: { number: true }, orderBy: { number: 'asc' } })
    expect(numbers.map(({ number }) => Number(number.slice(-6)))).toEqual(numbers.map((_, index) => index + 1))
    expect(partnerId).toBe(ask.partner.id)
  })

  test('marks its sales as paid once, and has at most five reminders, each sent once', async () => {
    const { ask, record } = await open()
    const { saleId } = await record()
    await confirmDue(database.db, LOCKED_UNTIL)
    await closeMonths(database.db, SITE, NOVEMBER)
    const [{ id: invoiceId } = { id: '' }] = await listInvoices(ask)
    const reminded = () => database.db.mail.count({ where: { kind: 'invoice_reminder', toAddress: ask.viewer.email } })
    const subjects: string[] = []
    const days = [
      ...[2, 11, 12, 13, 14, 15, 16, 17, 22, 23, 24].map((day) => Date.UTC(2026, 10, day)),
      ...[6, 7, 8, 31].map((day) => Date.UTC(2026, 11, day)),
    ]
    for (const day of days) {
      const before = await reminded()
      // Twice a day, as after a restart.
      await remindInvoices(database.db, SITE, new Date(day + 3_600_000))
      await remindInvoices(database.db, SITE, new Date(day + 82_800_000))
      const sent = (await reminded()) - before
      if (sent === 0) continue
      const { subject } = await lastMail(database.db, ask.viewer.email, 'invoice_reminder')
      subjects.push(`${new Date(day).toISOString().slice(0, 10)} ${sent} ${subject.replace(/^.*?: invoice \S+ /, '')}`)
    }
    expect(subjects).toEqual([
      '2026-11-12 1 is due on 15 November 2026',
      '2026-11-15 1 is due today',
      '2026-11-16 1 was due on 15 November 2026',
      '2026-11-23 1 was due on 15 November 2026',
      '2026-12-07 1 was due on 15 November 2026',
    ])
    const by = await admin()
    const note = 'Transfer 4711'
    expect(await markPaid(by, { invoiceId, note })).toEqual({ isWaiting: true })
    expect(await statusOf(saleId)).toBe('invoiced')
    await markPaid(await admin(), { invoiceId, note })
    await expect(markPaid(by, { invoiceId, note: '' })).rejects.toThrow('nothing to pay')
    const told = await database.db.mail.findMany({ where: { kind: 'invoice_paid', toAddress: ask.viewer.email } })
    expect(told).toHaveLength(1)
    expect(told[0]?.text).toMatch(/We have received £\d+\.\d\d for invoice/)
    expect(await statusOf(saleId)).toBe('paid')
    expect((await listInvoices(ask))[0]).toMatchObject({ status: 'paid' })
  })

  test('has one reminder even if the job runs late, and none once it is paid', async () => {
    const { ask, record } = await open()
    await record()
    await confirmDue(database.db, LOCKED_UNTIL)
    await closeMonths(database.db, SITE, NOVEMBER)
    const where = { kind: 'invoice_reminder', toAddress: ask.viewer.email }
    const lost = withFailingTransactions(database.db, new NotConnected('x'))
    await expect(remindInvoices(lost, SITE, new Date('2027-01-20T07:29:00Z'))).rejects.toThrow(NotConnected)
    await remindInvoices(database.db, SITE, new Date('2027-01-20T07:30:00Z'))
    await remindInvoices(database.db, SITE, new Date('2027-01-21T07:30:00Z'))
    expect(await database.db.mail.count({ where })).toBe(1)
    await database.db.invoice.updateMany({
      where: { partnerId: ask.partner.id },
      data: { status: 'paid', paidAt: NOVEMBER, reminders: 0 },
    })
    await remindInvoices(database.db, SITE, new Date('2027-01-22T07:30:00Z'))
    expect(await database.db.mail.count({ where })).toBe(1)
  })

  test('does not delay others if its reminder fails, and sends the reminder once when it succeeds', async () => {
    const stores = [await open(), await open()]
    for (const { record } of stores) await record()
    await confirmDue(database.db, LOCKED_UNTIL)
    await closeMonths(database.db, SITE, NOVEMBER)
    const { partnerId } = await database.db.invoice.findFirstOrThrow({
      where: { partnerId: { in: stores.map(({ ask }) => ask.partner.id) } },
      orderBy: { number: 'asc' },
    })
    const isFirst = ({ ask }: (typeof stores)[number]) => ask.partner.id === partnerId
    const [first, other] = stores.toSorted((a, b) => Number(isFirst(b)) - Number(isFirst(a)))
    const reminded = ({ ask }: (typeof stores)[number]) =>
      database.db.mail.count({ where: { kind: 'invoice_reminder', toAddress: ask.viewer.email } })
    await database.db.$executeRawUnsafe(
      `ALTER TABLE mails ADD CONSTRAINT refused CHECK (to_address <> '${first!.ask.viewer.email}') NOT VALID`,
    )
    try {
      await remindInvoices(database.db, SITE, new Date('2027-01-20T07:30:00Z'))
      expect([await reminded(first!), await reminded(other!)]).toEqual([0, 1])
    } finally {
      await database.db.$executeRaw`ALTER TABLE mails DROP CONSTRAINT refused`
    }
    await remindInvoices(database.db, SITE, new Date('2027-01-21T07:30:00Z'))
    await remindInvoices(database.db, SITE, new Date('2027-01-22T07:30:00Z'))
    expect([await reminded(first!), await reminded(other!)]).toEqual([1, 1])
  })

  test('credits later refunds, which are deducted from the next invoices', async () => {
    const { ask, partnerId, record } = await open()
    const order = await record({ lines: [storeLine({ id: 'a', priceMinor: 30_000 })] })
    await confirmDue(database.db, LOCKED_UNTIL)
    await closeMonths(database.db, SITE, NOVEMBER)
    const refund = {
      id: 'r',
      refundedAt: NOVEMBER.toISOString(),
      lines: [{ lineId: 'a', quantity: 1, amountMinor: 30_000 }],
      otherMinor: 0,
    }
    await recordRefund(database.db, partnerId, order.id, refund, NOVEMBER)
    expect(await statusOf(order.saleId)).toBe('invoiced')
    await closeMonths(database.db, SITE, new Date('2026-12-01T02:15:00Z'))
    const paidIn = (month: string) => ({ paidAt: `2026-${month}-10T00:00:00Z`, orderedAt: ORDERED.toISOString() })
    await record({ ...paidIn('11'), lines: [storeLine({ priceMinor: 20_000 })] }, new Date('2026-11-11'))
    const last = await record({ ...paidIn('12'), lines: [storeLine({ priceMinor: 20_000 })] }, new Date('2026-12-11'))
    await confirmDue(database.db, new Date('2026-12-15'))
    await closeMonths(database.db, SITE, new Date('2027-01-01T02:15:00Z'))
    await confirmDue(database.db, new Date('2027-01-15'))
    await closeMonths(database.db, SITE, new Date('2027-02-01T02:15:00Z'))
    expect(
      (await listInvoices(ask)).map((invoice) => [
        invoice.kind,
        invoice.totalMinor,
        invoice.creditMinor,
        invoice.payableMinor,
        invoice.status,
      ]),
    ).toEqual([
      ['invoice', 2_000, 1_000, 1_000, 'open'],
      ['invoice', 2_000, 2_000, 0, 'settled'],
      ['credit_note', -3_000, 0, 0, 'settled'],
      ['invoice', 3_000, 0, 3_000, 'open'],
    ])
    expect(await statusOf(last.saleId)).toBe('invoiced')
    const story = await getSale(ask, { saleId: order.saleId })
    expect(story.entries.map(({ kind, amountMinor }) => [kind, amountMinor])).toEqual([
      ['accrual', 3_000],
      ['confirmation', 0],
      ['clawback', -3_000],
    ])
    expect(story.invoices).toHaveLength(2)
  })

  test('marks a sale as paid through a credit note, unless an earlier invoice of the sale is unpaid', async () => {
    const { ask, partnerId, record } = await open()
    const returned = await record({ lines: [storeLine({ id: 'a', priceMinor: 30_000 })] })
    const edited = await record({ lines: [storeLine({ priceMinor: 30_000 })] })
    await confirmDue(database.db, LOCKED_UNTIL)
    await closeMonths(database.db, SITE, NOVEMBER)
    const inNovember = await record({ paidAt: '2026-10-10T00:00:00Z' })
    await confirmDue(database.db, new Date('2026-11-10'))
    const back = (id: string, amountMinor: number) => ({
      id,
      refundedAt: NOVEMBER.toISOString(),
      lines: [{ lineId: 'a', quantity: 1, amountMinor }],
      otherMinor: 0,
    })
    await recordRefund(database.db, partnerId, returned.id, back('r', 25_000), NOVEMBER)
    await closeMonths(database.db, SITE, new Date('2026-12-01T02:15:00Z'))
    const [note, first] = await listInvoices(ask)
    expect(note).toMatchObject({ kind: 'credit_note', totalMinor: -1_500 })
    expect(await statusOf(inNovember.saleId)).toBe('paid')
    expect(await statusOf(returned.saleId)).toBe('invoiced')

    const { saleId, ...order } = edited
    const lines = [storeLine({ priceMinor: 40_000 })]
    await recordOrder(
      database.db,
      partnerId,
      { ...order, updatedAt: '2026-12-05T00:00:00Z', lines },
      new Date('2026-12-05'),
    )
    await closeMonths(database.db, SITE, new Date('2027-01-01T02:15:00Z'))
    expect((await listInvoices(ask))[0]).toMatchObject({ totalMinor: 1_000, payableMinor: 0, status: 'settled' })
    expect(await statusOf(saleId)).toBe('invoiced')
    await askTwice(database.db, (by) => markPaid(by, { invoiceId: first?.id ?? '', note: '' }))
    expect([await statusOf(saleId), await statusOf(returned.saleId)]).toEqual(['paid', 'paid'])
  })
})

describe("a partner's view", () => {
  test("lists the partner's sales by status and search text, and no others", async () => {
    const { ask, record } = await open()
    await record({ name: '#77', lines: [storeLine({ title: 'Velvet coat' })] })
    await record({ name: '#78', isTest: true })
    const stranger = await open()
    await stranger.record({ name: '#77' })
    const all = await listSales(ask, { page: 1, sort: 'newest' })
    expect(all.counts).toMatchObject({ all: 2, pending: 1, cancelled: 1, paid: 0 })
    expect(all.sales.map(({ orderName }) => orderName).sort()).toEqual(['#77', '#78'])
    const [sale] = (await listSales(ask, { page: 1, sort: 'newest', q: 'velvet' })).sales
    expect(sale).toMatchObject({ title: 'Velvet coat', owedMinor: 1_000, ledgerCurrency: 'GBP', matchLevel: 'A' })
    expect(await listSales(ask, { page: 1, sort: 'newest', status: 'paid' })).toMatchObject({ total: 0, sales: [] })
    expect(await listSales(ask, { page: 1, sort: 'newest', q: '%' })).toMatchObject({ total: 0 })
    await expect(getSale(stranger.ask, { saleId: sale?.id ?? '' })).rejects.toThrow('Sale not found.')
  })

  test('shows the history of a sale from click to ledger entries', async () => {
    const { ask, record, product, signals } = await open()
    const { saleId } = await record({ signals: [...signals, signal({ level: 'B', clickId: 'wc_nonsense' })] })
    expect(await getSale(ask, { saleId })).toMatchObject({
      order: { name: '#1001', commissionableMinor: 10_000 },
      status: 'pending',
      click: { id: signals[0]?.clickId, product: { name: product.name }, priceMinor: 5_000, surface: 'product' },
      signals: [
        { level: 'A', verdict: 'hit' },
        { level: 'B', verdict: 'rejected', reason: 'not a click ID' },
      ],
      transitions: [{ from: null, to: 'pending', reason: 'the order was paid', actor: 'store' }],
      plan: { name: 'Standard', version: 1 },
      entries: [{ seq: 1, tier: 'Starter', amountMinor: 1_000, invoice: null }],
    })
  })

  test('charges a sale with only UTM parameters once the partner confirms it, even after later webhooks', async () => {
    const { ask, partnerId, record } = await open()
    const signals = [signal({ level: 'U', from: 'utm' })]
    const { saleId, ...order } = await record({ signals })
    expect(await statusOf(saleId)).toBe('tracked')
    await confirmUnmatched(ask, { saleId })
    await expect(confirmUnmatched(ask, { saleId })).rejects.toThrow('does not need your confirmation')
    await recordOrder(database.db, partnerId, { ...order, updatedAt: minutesAfter(ORDERED, 9).toISOString() }, NOVEMBER)
    const story = await getSale(ask, { saleId })
    expect(story).toMatchObject({ status: 'pending', matchLevel: 'U', ledger: { owedMinor: 1_000 } })
    expect(story.transitions.at(-1)).toMatchObject({ to: 'pending', actor: 'partner' })
    const unpaid = await record({ signals, paidAt: null })
    await expect(confirmUnmatched(ask, { saleId: unpaid.saleId })).rejects.toThrow('not paid yet')
  })
})

test('makes a waiting sale pending once there is an exchange rate for its currency', async () => {
  const { ask, record } = await open()
  const { saleId } = await record({ currency: 'XPF' })
  await record({ currency: 'GBP' })
  expect(await takeUpSales(database.db)).toBe(0)
  const { statusReason, ledger } = await getSale(ask, { saleId })
  expect([statusReason, ledger.owedMinor]).toEqual(['there is no exchange rate for XPF', 0])
  const waiting = async () => (await listOpenFlags(await admin(), { page: 1 })).waitingForRate
  expect(await waiting()).toEqual([{ currency: 'XPF', sales: 1, since: ORDERED }])
  await database.db.exchangeRate.create({ data: { currency: 'XPF', toBase: 0.0091, asOf: new Date() } })
  expect(await takeUpSales(database.db)).toBe(1)
  expect(await statusOf(saleId)).toBe('pending')
  expect(await waiting()).toEqual([])
})
