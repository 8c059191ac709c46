import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createClick } from '#tests/factories.ts'
import { createSeller, minutesAfter, ORDERED, PERFORMANCE, signal, storeLine, storeOrder } from '#tests/setup/sales.ts'
import { createConnection } from '#tests/setup/store-connection.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { hashEmail } from './customer-hash.ts'
import { NO_STORE } from './find-sale.ts'
import { inTurn, keepCancellation, recordOrder, recordRefund } from './record-order.ts'
import { MAX_REFUND_LINES } from './snapshot.ts'
import type { StoreLine, StoreOrder, StoreRefund } from './store-order.schema.ts'

const database = useTestDatabase()
const NOW = minutesAfter(ORDERED, 10)

const saleOf = (partnerId: string, externalId: string) =>
  database.db.conversion.findFirst({
    where: { partnerId, externalId },
    include: { lines: { orderBy: { place: 'asc' } }, flags: true, transitions: { orderBy: { id: 'asc' } } },
  })
const entriesOf = (partnerId: string) =>
  database.db.commissionEntry.findMany({ where: { partnerId }, orderBy: { seq: 'asc' } })
const owed = async (partnerId: string) =>
  (await entriesOf(partnerId)).reduce((sum, { amountMinor }) => sum + amountMinor, 0n)
const refund = (given: Partial<StoreRefund> = {}): StoreRefund => ({
  id: 'refund1',
  refundedAt: NOW.toISOString(),
  lines: [],
  otherMinor: 0,
  ...given,
})

async function seller(given: Parameters<typeof createSeller>[1] = {}) {
  const { partner, click, product } = await createSeller(database.db, given)
  const signals = [signal({ clickId: (await click()).id })]
  const record = (order: StoreOrder, now = NOW) => recordOrder(database.db, partner.id, order, now)
  return { partnerId: partner.id, partner, product, signals, record }
}

describe('an order of another WooCommerce store', () => {
  const source = 'woocommerce' as const
  const later = (days: number) => minutesAfter(ORDERED, days * 1440).toISOString()

  test('changes neither the sale with the same number nor its refunds', async () => {
    const { partnerId, signals, record } = await seller()
    const order = storeOrder({ source, signals, refunds: [refund({ otherMinor: 100 })] })
    await record(order)
    const before = [await saleOf(partnerId, order.id), await owed(partnerId)]
    const other = storeOrder({
      source,
      id: order.id,
      orderedAt: later(40),
      paidAt: later(40),
      updatedAt: later(41),
      cancelledAt: later(41),
      refundsReadAt: later(41),
    })
    await expect(record(other, minutesAfter(ORDERED, 41 * 1440))).rejects.toMatchObject({ code: 'conflict' })
    expect([await saleOf(partnerId, order.id), await owed(partnerId)]).toEqual(before)
    expect(await database.db.orderRefund.count({ where: { partnerId, externalOrderId: order.id } })).toBe(1)
  })

  test('is not assumed if only the order date differs: the store corrected it, or a file contained only the day', async () => {
    const { partnerId, signals, record } = await seller()
    const order = storeOrder({ source: 'csv', signals })
    await record(order)
    for (const [orderedAt, updatedAt] of [
      [later(0), later(1)],
      [later(1.5), later(2)],
    ] as const)
      await record({ ...order, source, orderedAt, updatedAt })
    expect(await saleOf(partnerId, order.id)).toMatchObject({ source })
  })

  test.each([NO_STORE, randomUUID()])(
    'that a file reported before (store %s) is charged once, and belongs to the store from then on',
    async (before) => {
      const { partnerId, signals } = await seller()
      const storeId = randomUUID()
      const record = (given: StoreOrder, by: string) => recordOrder(database.db, partnerId, given, NOW, { storeId: by })
      const file = storeOrder({ source: 'csv', signals, paidAt: later(6), updatedAt: later(6), orderedAt: later(6) })
      await record({ ...file, refunds: [refund({ otherMinor: 100 })] }, before)
      const refunds = [refund({ otherMinor: 100 }), refund({ id: '2', otherMinor: 100 })]
      const reported = { ...file, source, orderedAt: later(0) }
      await record({ ...reported, refunds: refunds.slice(0, 1) }, storeId)
      await record({ ...reported, updatedAt: later(8), refunds }, storeId)
      const sales = await database.db.conversion.findMany({ where: { partnerId } })
      expect(sales).toMatchObject([{ source, storeId, refundedMinor: 200n }])
      // An order of the next store with the same number, on nearly the same day, is another order.
      await record({ ...reported, orderedAt: later(1), paidAt: later(7) }, randomUUID())
      expect(await database.db.conversion.count({ where: { partnerId } })).toBe(2)
      expect(await database.db.orderRefund.findMany({ where: { partnerId } })).toMatchObject([{ storeId }, { storeId }])
    },
  )
})

test.each(['api', 'postback', 'csv'] as const)(
  'a refund that the %s reported is not counted again when the store reports it under its own id',
  async (source) => {
    const { partnerId, signals, record } = await seller()
    const order = storeOrder({ source, signals })
    await record(order)
    await recordRefund(database.db, partnerId, order.id, refund({ id: 'r1', otherMinor: 1_000 }), NOW, { source })
    expect(await saleOf(partnerId, order.id)).toMatchObject({ netMinor: 9_000n })
    // The store's message is from the same second as the refund, or before.
    const byStore: StoreOrder = { ...order, source: 'shopify', updatedAt: NOW.toISOString(), signals: [] }
    const own = refund({ id: '998', otherMinor: 1_000 })
    await record({ ...byStore, refunds: [own] }, minutesAfter(NOW, 1))
    expect(await saleOf(partnerId, order.id)).toMatchObject({ netMinor: 9_000n, refundedMinor: 1_000n })
    // Later refunds of the store add up, as for its other orders.
    const next = refund({ id: '999', otherMinor: 500 })
    await recordRefund(database.db, partnerId, order.id, next, NOW, { source: 'shopify' })
    await record({ ...byStore, refunds: [own] }, minutesAfter(NOW, 2))
    expect(await saleOf(partnerId, order.id)).toMatchObject({ netMinor: 8_500n })
    expect(await owed(partnerId)).toBe(850n)
  },
)

describe('what the API reported about an order before a store was connected', () => {
  const waits = async (partnerId: string, id: string) => {
    await recordRefund(database.db, partnerId, id, refund({ id: 'r1', otherMinor: 1_000 }), NOW)
    expect(await keepCancellation(database.db, partnerId, { id, source: 'api' }, NOW)).toBe(true)
    await createConnection(database.db, partnerId)
  }

  test('is applied to the order that the API reports afterwards', async () => {
    const { partnerId, signals, record } = await seller()
    const order = storeOrder({ source: 'api', signals })
    await waits(partnerId, order.id)
    await record(order)
    const cancelled = { status: 'cancelled', refundedMinor: 1_000n, netMinor: 0n }
    expect(await saleOf(partnerId, order.id)).toMatchObject(cancelled)
    expect(await owed(partnerId)).toBe(0n)
    expect(await database.db.orderCancellation.count({ where: { partnerId } })).toBe(0)
    await record(order)
    expect(await saleOf(partnerId, order.id)).toMatchObject(cancelled)
  })

  test('does not change an order of the store with the same number', async () => {
    const { partnerId, signals, record } = await seller()
    const order = storeOrder({ source: 'woocommerce', signals })
    await waits(partnerId, order.id)
    await record(order)
    expect(await saleOf(partnerId, order.id)).toMatchObject({ status: 'pending', netMinor: 10_000n })
    expect(await database.db.orderCancellation.count({ where: { partnerId } })).toBe(1)
  })
})

describe('a paid order from a click', () => {
  test('starts with a lock period, and adds 10% of its net amount to the ledger', async () => {
    const { partnerId, signals, record } = await seller()
    const lines = [
      storeLine({ quantity: 2, discountMinor: 500, includedTaxMinor: 3_250 }),
      storeLine({ leftOut: 'gift card' }),
    ]
    const order = storeOrder({ signals, lines })
    const recorded = await record(order)
    expect(recorded).toMatchObject({ status: 'pending', level: 'A', isChanged: true })
    expect(await saleOf(partnerId, order.id)).toMatchObject({
      commissionableMinor: 16_250n,
      netMinor: 16_250n,
      subtotalMinor: 30_000n,
      ledgerRate: '1',
      ledgerNetMinor: 16_250n,
      lockAt: minutesAfter(ORDERED, 30 * 1440),
      month: new Date('2026-10-01'),
      transitions: [{ from: null, to: 'pending', actor: 'store' }],
    })
    expect(await entriesOf(partnerId)).toMatchObject([
      { seq: 1, kind: 'accrual', rateBps: 1_000, baseMinor: 16_250n, amountMinor: 1_625n, currency: 'GBP' },
    ])
  })

  test("with a backdated payment is locked from the store's first report of the payment, in any order of webhooks", async () => {
    const { partnerId, signals, record } = await seller()
    const told = (days: number) => minutesAfter(ORDERED, days * 1440).toISOString()
    const order = storeOrder({ signals, paidAt: minutesAfter(ORDERED, -60 * 1440).toISOString() })
    const lockAt = async () => (await saleOf(partnerId, order.id))?.lockAt
    await record({ ...order, updatedAt: told(9), paidAt: null })
    await record({ ...order, updatedAt: told(7) })
    expect(await lockAt()).toEqual(minutesAfter(ORDERED, 37 * 1440))
    await record({ ...order, updatedAt: told(5) })
    await record({ ...order, updatedAt: told(8) })
    expect(await lockAt()).toEqual(minutesAfter(ORDERED, 35 * 1440))
    await record({ ...order, updatedAt: told(8), paidAt: told(4.5) })
    expect(await lockAt()).toEqual(minutesAfter(ORDERED, 35 * 1440))
  })

  test('that was paid before it was ordered is locked from the order date, even if the date changes later', async () => {
    const { partnerId, signals, record } = await seller()
    const order = storeOrder({ signals, paidAt: minutesAfter(ORDERED, -600).toISOString() })
    await record(order)
    const ordered = { orderedAt: ORDERED, lockAt: minutesAfter(ORDERED, 30 * 1440) }
    expect(await saleOf(partnerId, order.id)).toMatchObject(ordered)
    const later = minutesAfter(ORDERED, 90 * 1440).toISOString()
    await record({ ...order, name: '#later', orderedAt: later, updatedAt: later })
    expect(await saleOf(partnerId, order.id)).toMatchObject({ orderName: '#later', ...ordered })
  })

  test('changes nothing when it is reported again', async () => {
    const { partnerId, signals, record } = await seller()
    const order = storeOrder({ signals })
    await record(order)
    const before = await saleOf(partnerId, order.id)
    expect(await record(order, minutesAfter(NOW, 5))).toMatchObject({ isChanged: false })
    expect(await saleOf(partnerId, order.id)).toEqual(before)
    expect(await entriesOf(partnerId)).toHaveLength(1)
  })

  test('finds our product by the store’s id, or else by its SKU', async () => {
    const { partnerId, product, signals, record } = await seller()
    await database.db.productVariant.updateMany({ where: { productId: product.id }, data: { sku: 'OD-1' } })
    const order = storeOrder({ signals, lines: [storeLine({ sku: 'OD-1' }), storeLine({ sku: 'other' })] })
    await record(order)
    expect((await saleOf(partnerId, order.id))?.lines.map(({ productId }) => productId)).toEqual([product.id, null])
  })

  test('in another currency keeps the exchange rate of its first entry', async () => {
    const { partnerId, signals, record } = await seller()
    const order = storeOrder({ signals, currency: 'EUR' })
    await record(order)
    const sale = await saleOf(partnerId, order.id)
    expect(sale?.ledgerRate).toMatch(/^0\.\d{10}$/)
    await database.db.exchangeRate.update({ where: { currency: 'EUR' }, data: { toBase: 2 } })
    await record({ ...order, updatedAt: NOW.toISOString(), lines: [storeLine({ priceMinor: 20_000 })] })
    expect((await saleOf(partnerId, order.id))?.ledgerRate).toBe(sale?.ledgerRate)
  })

  test('waits if its currency has no exchange rate', async () => {
    const { partnerId, signals, record } = await seller()
    const order = storeOrder({ signals, currency: 'XAF' })
    expect(await record(order)).toMatchObject({ status: 'tracked' })
    expect((await saleOf(partnerId, order.id))?.statusReason).toBe('there is no exchange rate for XAF')
  })

  test("keeps Shopify's data if another source reports it earlier or later", async () => {
    const { partnerId, signals, record } = await seller()
    const order = storeOrder({ signals })
    const updatedAt = NOW.toISOString()
    const other: StoreOrder = { ...order, source: 'api', updatedAt, lines: [storeLine({ priceMinor: 1 })] }
    await record(order)
    await record(other)
    expect(await saleOf(partnerId, order.id)).toMatchObject({ source: 'shopify', netMinor: 10_000n })
    const late = { ...order, id: `${order.id} late` }
    await record({ ...other, id: late.id })
    await record(late)
    expect(await saleOf(partnerId, late.id)).toMatchObject({ source: 'shopify', netMinor: 10_000n })
  })

  test('cannot change its currency', async () => {
    const { signals, record } = await seller()
    const order = storeOrder({ signals })
    await record(order)
    await expect(record({ ...order, currency: 'EUR' })).rejects.toThrow('it cannot change to EUR')
  })

  test('is charged in parts if it crosses a tier of the month', async () => {
    const { partnerId, signals, record } = await seller()
    await record(storeOrder({ signals, lines: [storeLine({ priceMinor: 2_400_000 })] }))
    await record(storeOrder({ signals, lines: [storeLine({ priceMinor: 300_000 })] }))
    expect(
      (await entriesOf(partnerId)).map(({ tierFrom, baseMinor, amountMinor }) => [tierFrom, baseMinor, amountMinor]),
    ).toEqual([
      [0, 2_400_000n, 240_000n],
      [0, 100_000n, 10_000n],
      [2_500_000, 200_000n, 16_000n],
    ])
  })

  test('under a plan based on the number of sales has the rate of its position', async () => {
    const { partnerId, signals, record } = await seller({ planId: PERFORMANCE })
    await record(storeOrder({ signals }))
    await record(storeOrder({ signals }))
    expect((await entriesOf(partnerId)).map(({ position, rateBps }) => [position, rateBps])).toEqual([
      [0n, 1_000],
      [1n, 1_000],
    ])
  })
})

describe('no commission is owed', () => {
  test('for an order without signals, and only its refunds are stored', async () => {
    const { partnerId, record, signals } = await seller()
    const order = storeOrder({ refunds: [refund({ otherMinor: 4_000 })] })
    expect(await record(order)).toEqual({ conversionId: null, status: null, level: null, isChanged: false })
    expect(await saleOf(partnerId, order.id)).toBeNull()
    await record({ ...order, refunds: [], signals })
    expect(await owed(partnerId)).toBe(600n)
  })

  test('for an order with an unknown discount code, which is not stored', async () => {
    const { partnerId, record } = await seller()
    const withCode = (code: string) => storeOrder({ signals: [signal({ level: 'D', from: 'discount code', code })] })
    const foreign = withCode('WELCOME10')
    expect(await record(foreign)).toEqual({ conversionId: null, status: null, level: null, isChanged: false })
    expect(await saleOf(partnerId, foreign.id)).toBeNull()
    await database.db.discountCode.createMany({
      data: [
        { partnerId, code: 'ours' },
        { partnerId, code: 'retired', retiredAt: minutesAfter(ORDERED, -5) },
      ],
    })
    expect(await record(withCode(' Ours'))).toMatchObject({ status: 'tracked', level: 'D' })
    expect(await record(withCode('RETIRED'))).toMatchObject({ status: 'tracked', level: null })
  })

  test('for a cancelled order, even if the cancellation arrives while the order is being recorded', async () => {
    const { partnerId, signals, record } = await seller()
    const order = storeOrder({ signals })
    const waiting = async () => {
      const [row] = await database.db.$queryRaw<Array<{ waiting: number }>>`
        SELECT count(*)::int AS waiting FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
          AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`
      return row?.waiting
    }
    const recording: Promise<unknown>[] = []
    await inTurn(database.db, partnerId, async () => {
      recording.push(record(order))
      await expect.poll(waiting).toBe(1)
      recording.push(record({ ...order, signals: [], cancelledAt: NOW.toISOString() }))
      await expect.poll(waiting).toBe(2)
    })
    await Promise.all(recording)
    expect(await saleOf(partnerId, order.id)).toMatchObject({ status: 'cancelled' })
  })

  test('for an unpaid order, or an order of a partner without a plan', async () => {
    const { partnerId, signals, record } = await seller()
    const order = storeOrder({ signals, paidAt: null })
    expect(await record(order)).toMatchObject({ status: 'tracked' })
    expect((await saleOf(partnerId, order.id))?.statusReason).toBe('not paid yet')
    const early = storeOrder({ signals, orderedAt: '2025-12-31T00:00:00Z' })
    await record(early)
    expect((await saleOf(partnerId, early.id))?.statusReason).toBe('no plan had been accepted when it was ordered')
    expect(await entriesOf(partnerId)).toEqual([])
  })

  test('for a test order, a cancelled order or an order with a total of zero', async () => {
    const { partnerId, signals, record } = await seller()
    expect(await record(storeOrder({ signals, isTest: true }))).toMatchObject({ status: 'cancelled' })
    expect(await record(storeOrder({ signals, cancelledAt: NOW.toISOString() }))).toMatchObject({ status: 'cancelled' })
    expect(await record(storeOrder({ signals, lines: [storeLine({ priceMinor: 0 })] }))).toMatchObject({
      status: 'cancelled',
    })
    expect(await entriesOf(partnerId)).toEqual([])
  })

  test('for an order with only UTM parameters, until a customer journey identifies the click', async () => {
    const { partnerId, signals, record } = await seller()
    const order = storeOrder({ signals: [signal({ level: 'U', from: 'utm' })] })
    expect(await record(order)).toMatchObject({ status: 'tracked', level: 'U' })
    const journey = signals.map((one) => ({ ...one, level: 'B' as const }))
    expect(await record({ ...order, signals: journey })).toMatchObject({ status: 'pending', level: 'B' })
    expect(await owed(partnerId)).toBe(1_000n)
  })
})

describe('refunds and edits', () => {
  test('a partial refund deducts at the original rate, and no more than was owed', async () => {
    const { partnerId, signals, record } = await seller()
    const line = storeLine()
    const order = storeOrder({ signals, lines: [line] })
    await record(order)
    const part = refund({ lines: [{ lineId: line.id, quantity: 0, amountMinor: 2_505 }] })
    await recordRefund(database.db, partnerId, order.id, part, NOW)
    expect((await entriesOf(partnerId)).at(-1)).toMatchObject({
      kind: 'adjustment',
      baseMinor: -2_505n,
      amountMinor: -250n,
    })
    const more = refund({ id: 'refund2', lines: [{ lineId: line.id, quantity: 1, amountMinor: 99_000 }] })
    expect(await recordRefund(database.db, partnerId, order.id, more, NOW)).toMatchObject({ status: 'cancelled' })
    expect(await owed(partnerId)).toBe(0n)
    expect(await saleOf(partnerId, order.id)).toMatchObject({
      refundedMinor: 10_000n,
      statusReason: 'fully refunded',
      flags: [{ kind: 'refund_exceeds_order' }],
    })
    expect((await entriesOf(partnerId)).at(-1)?.kind).toBe('reversal')
  })

  test('the commission stays with the lines that were kept', async () => {
    const { partnerId, signals, record } = await seller()
    const [kept, returned] = [storeLine({ priceMinor: 6_000 }), storeLine({ priceMinor: 4_000 })]
    const order = storeOrder({ signals, lines: [kept, returned] })
    await record(order)
    const shares = async () => {
      const rows = await database.db.$queryRaw<Array<{ id: string; minor: unknown }>>`
        SELECT id, commission_amount_minor AS minor FROM sales WHERE partner_id = ${partnerId}::uuid ORDER BY id`
      return new Map(rows.map(({ id, minor }) => [id.split(':')[1], Number(minor)]))
    }
    const of = (one: number, other: number) =>
      new Map([
        [kept.id, one],
        [returned.id, other],
      ])
    expect(await shares()).toEqual(of(600, 400))
    const back = (line: StoreLine, otherMinor = 0) =>
      refund({ id: line.id, lines: [{ lineId: line.id, quantity: 1, amountMinor: line.priceMinor }], otherMinor })
    await recordRefund(database.db, partnerId, order.id, back(returned), NOW)
    expect(await shares()).toEqual(of(600, 0))
    await recordRefund(database.db, partnerId, order.id, back(kept, -5_000), NOW)
    expect(await shares()).toEqual(of(300, 200))
  })

  test('a sale whose lines were all removed is restored by an edit', async () => {
    const { partnerId, signals, record } = await seller()
    const order = storeOrder({ signals })
    await record(order)
    const emptied = {
      ...order,
      updatedAt: minutesAfter(ORDERED, 1).toISOString(),
      lines: order.lines!.map((line) => ({ ...line, removedQuantity: 1 })),
    }
    expect(await record(emptied)).toMatchObject({ status: 'cancelled' })
    const filled = { ...order, updatedAt: minutesAfter(ORDERED, 2).toISOString() }
    expect(await record(filled)).toMatchObject({ status: 'pending' })
    expect(await owed(partnerId)).toBe(1_000n)
  })
})

describe('flags', () => {
  test("mark an order right after the click, a draft order, and an order by the partner's own staff", async () => {
    const { partnerId, partner, product, record } = await seller()
    const click = await createClick(database.db, product, { clickedAt: new Date(ORDERED.getTime() - 9_000) })
    const customerHash = await hashEmail(database.db, ` ${partner.email.toUpperCase()} `)
    const order = storeOrder({ signals: [signal({ clickId: click.id })], channel: 'draft', customerHash })
    await record(order)
    expect((await saleOf(partnerId, order.id))?.flags.map(({ kind }) => kind).sort()).toEqual([
      'fast_order',
      'not_on_the_web',
      'own_staff',
    ])
  })
})

test('records the same sale for webhooks in any order', { timeout: 60_000 }, async () => {
  const { partnerId, signals } = await seller()
  const line = storeLine({ quantity: 3, priceMinor: 3_333, discountMinor: 100 })
  const at = (minutes: number) => minutesAfter(ORDERED, minutes).toISOString()
  const build = (id: string): Array<StoreOrder | StoreRefund> => {
    const first = storeOrder({ id, signals, lines: [line], paidAt: null })
    const utm = [signal({ level: 'U', from: 'utm' })]
    return [
      first,
      first,
      { ...first, paidAt: at(1), updatedAt: at(1) },
      { ...first, paidAt: at(1), updatedAt: at(2), lines: [{ ...line, removedQuantity: 1 }], signals: utm },
      { ...first, paidAt: at(1), updatedAt: at(2), lines: [{ ...line, removedQuantity: 2 }] },
      { ...first, updatedAt: at(5), lines: null, signals: utm },
      refund({ lines: [{ lineId: line.id, quantity: 1, amountMinor: 900 }] }),
      refund({ lines: [{ lineId: line.id, quantity: 1, amountMinor: 1_300 }] }),
      refund({ id: 'refund2', otherMinor: 50 }),
    ]
  }
  let round = 0
  const play = async (order: number[]) => {
    const id = `shuffled${++round}`
    const messages = build(id)
    const before = (await entriesOf(partnerId)).length
    for (const index of order) {
      const message = messages[index]!
      if ('otherMinor' in message) await recordRefund(database.db, partnerId, id, message, NOW)
      else await recordOrder(database.db, partnerId, message, NOW)
    }
    const sale = await saleOf(partnerId, id)
    const entries = (await entriesOf(partnerId)).slice(before)
    const {
      status,
      netMinor,
      refundedMinor,
      commissionableMinor,
      paidAt,
      sourceUpdatedAt,
      matchLevel,
      evidence,
      lines,
      flags,
    } = sale!
    return {
      status,
      netMinor,
      refundedMinor,
      commissionableMinor,
      paidAt,
      sourceUpdatedAt,
      matchLevel,
      evidence,
      lines: lines.map(({ conversionId: _, ...rest }) => rest),
      flags: flags.filter(({ resolvedAt }) => !resolvedAt).map(({ kind }) => kind),
      owed: entries.reduce((sum, { amountMinor }) => sum + amountMinor, 0n),
    }
  }
  const straight = await play([0, 1, 2, 3, 4, 5, 6, 7, 8])
  expect(straight).toMatchObject({ status: 'pending', commissionableMinor: 3_300n, netMinor: 1_950n, owed: 195n })
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray([0, 1, 2, 3, 4, 5, 6, 7, 8], { minLength: 9 }), async (order) => {
      expect(await play(order)).toEqual(straight)
    }),
    { numRuns: 15 },
  )
})

test('limits the refund lines of an order, to keep its webhooks cheap', async () => {
  const { partnerId, signals, record } = await seller()
  const order = storeOrder({ signals })
  await record(order)
  const back = (id: string, count: number) => {
    const lines = Array.from({ length: count }, (_, n) => ({ lineId: `line ${n}`, quantity: 0, amountMinor: 0 }))
    return recordRefund(database.db, partnerId, order.id, refund({ id, lines }), NOW)
  }
  for (let full = 0; full < MAX_REFUND_LINES / 1_000; full++) await back(`refund ${full}`, 1_000)
  await expect(back('one more', 1)).rejects.toMatchObject({ code: 'conflict' })
  await expect(back('none', 0)).resolves.toMatchObject({ isChanged: expect.any(Boolean) as boolean })
})
