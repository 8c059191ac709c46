import { describe, expect, test } from 'vitest'
import { MAX_UNMATCHED } from '#server/sales/bounds-of-unmatched.ts'
import { takeEvent } from '#server/sales/conversions-api/take-events.service.ts'
import { parseEvent, type ConversionEvent } from '#server/sales/conversions-api/conversion-events.schema.ts'
import { NO_STORE } from '#server/sales/find-sale.ts'
import { recordOrder, recordRefund } from '#server/sales/record-order.ts'
import type { StoreOrder } from '#server/sales/store-order.schema.ts'
import { takeUpClicks } from '#server/sales/take-up-sales.ts'
import { createClick, createPartnerAsk, createProduct } from '#tests/factories.ts'
import { ORDERED, signal, STANDARD, storeLine, storeOrder } from '#tests/setup/sales.ts'
import { createConnection } from '#tests/setup/store-connection.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { createVisit } from '#tests/setup/visit.ts'
import { confirmHeld, forgetRefused, listHeld, refuseHeld } from './held-orders.service.ts'
import { MAX_HELD } from './hold-order.ts'

const database = useTestDatabase()
const SOURCES = ['shopify', 'api', 'postback', 'csv'] as const
const LATER = new Date(ORDERED.getTime() + 3_600_000)

async function seller() {
  const { db } = database
  const ask = { ...(await createPartnerAsk(db)), visit: createVisit() }
  await db.partnerAgreement.create({
    data: { partnerId: ask.partner.id, planId: STANDARD, termsVersion: '2026-11-21', acceptedAt: new Date(0) },
  })
  const product = await createProduct(db, { partnerId: ask.partner.id })
  const click = await createClick(db, product, { clickedAt: new Date(ORDERED.getTime() - 3_600_000) })
  const order = (given: Partial<StoreOrder> = {}) =>
    storeOrder({ currency: 'USD', signals: [signal({ clickId: click.id })], ...given })
  const record = (given: StoreOrder, now = LATER) => recordOrder(db, ask.partner.id, given, now)
  const sale = (id: string) => db.conversion.findFirst({ where: { partnerId: ask.partner.id, externalId: id } })
  return { ...ask, product, click, order, record, sale }
}
const worth = (minor: number, given: object = {}) => storeLine({ priceMinor: minor, ...given })
/** 100,000.01 dollars, in lines below the limit for one line. */
const LARGE = () => [worth(5_000_000), worth(5_000_000), worth(1)]
const LARGE_WORTH = { valueMinor: 10_000_001, currency: 'USD' }

test.each(SOURCES)(
  'holds an order of 100,000.01 dollars from %s, and records it once its partner confirms it',
  async (source) => {
    const ask = await seller()
    const given = ask.order({ source, lines: LARGE() })
    expect(await ask.record(given)).toMatchObject({ held: expect.stringMatching(/larger than \$100,000/) as string })
    expect(await ask.sale(given.id)).toBeNull()
    expect(await listHeld(ask)).toMatchObject([{ id: given.id, valueMinor: 10_000_001, currency: 'USD', lines: 3 }])
    await confirmHeld(ask, { orderId: given.id, storeId: NO_STORE, ...LARGE_WORTH }, LATER)
    expect(await ask.sale(given.id)).toMatchObject({ status: 'pending', netMinor: 10_000_001n, clickId: ask.click.id })
    expect(await listHeld(ask)).toEqual([])
    const audit = await database.db.auditEntry.findMany({ where: { subjectId: ask.partner.id } })
    expect(audit).toMatchObject([{ action: 'held_order_confirmed', actorId: ask.viewer.userId }])
    // A confirmed value needs no second confirmation, but a higher value does.
    expect(await ask.record(given)).not.toHaveProperty('held')
    const updatedAt = new Date(ORDERED.getTime() + 1_000).toISOString()
    expect(await ask.record({ ...given, updatedAt, lines: [...LARGE(), worth(1)] })).toHaveProperty('held')
    expect(await ask.sale(given.id)).toMatchObject({ netMinor: 10_000_001n })
  },
)

test('records an order at the limit, and holds one with a line above 50,000 dollars', async () => {
  const ask = await seller()
  const small = ask.order({ lines: [worth(5_000_000), worth(5_000_000)] })
  expect(await ask.record(small)).toMatchObject({ status: 'pending' })
  expect(await ask.record(ask.order({ lines: [worth(5_000_001)] }))).toHaveProperty('held')
})

test('converts the limit to other currencies', async () => {
  const { db } = database
  const ask = await seller()
  await db.exchangeRate.upsert({
    where: { currency: 'JPY' },
    create: { currency: 'JPY', toBase: '0.01', asOf: ORDERED },
    update: { toBase: '0.01' },
  })
  const yen = (priceMinor: number) => ask.order({ currency: 'JPY', lines: [worth(priceMinor), worth(priceMinor)] })
  expect(await ask.record(yen(5_000_000))).not.toHaveProperty('held')
  expect(await ask.record(yen(5_000_001))).toHaveProperty('held')
})

test('refuses an order above the absolute maximum, before and after confirmation', async () => {
  const ask = await seller()
  await expect(ask.record(ask.order({ lines: [worth(10 ** 9 + 1)] }))).rejects.toMatchObject({
    code: 'bad_input',
    message: expect.stringContaining('$10,000,000.00') as string,
  })
  await expect(ask.record(ask.order({ lines: [worth(10 ** 12, { quantity: 1_000_000 })] }))).rejects.toThrow(
    /do not record/,
  )
  await expect(ask.record(ask.order({ shippingMinor: 10 ** 12 }))).rejects.toThrow(/do not record/)
  expect(await listHeld(ask)).toEqual([])
})

test('keeps a rejected order rejected when the store sends it again', async () => {
  const ask = await seller()
  const given = ask.order({ lines: LARGE() })
  await ask.record(given)
  await refuseHeld(ask, { orderId: given.id, storeId: NO_STORE })
  expect(await ask.record(given)).toMatchObject({ held: expect.stringContaining('You rejected this order') as string })
  expect([await listHeld(ask), await ask.sale(given.id)]).toEqual([[], null])
  await expect(confirmHeld(ask, { orderId: given.id, storeId: NO_STORE, ...LARGE_WORTH })).rejects.toMatchObject({
    code: 'not_found',
  })
  await forgetRefused(database.db, new Date(Date.now() + 91 * 86_400_000))
  expect(await database.db.heldOrder.count({ where: { partnerId: ask.partner.id } })).toBe(0)
})

test('cancels an order on confirmation if its store cancelled it while it was held', async () => {
  const { db } = database
  const ask = await seller()
  const taking = { db, partnerId: ask.partner.id, source: 'api', from: 'conversions API', now: LATER } as const
  const event = (given: object) =>
    parseEvent({ order_id: 'big', currency: 'USD', occurred_at: ORDERED.toISOString(), ...given })
      .data as ConversionEvent
  const line = { id: '1', title: 'Diamonds', quantity: 1, price: '90000' }
  const paid = event({ type: 'order.paid', click_id: ask.click.id, lines: [line] })
  expect(await takeEvent(taking, paid)).toMatchObject({ outcome: 'held', conversion_id: null })
  const cancel = parseEvent({ type: 'order.cancelled', order_id: 'big', occurred_at: LATER.toISOString() })
  expect(await takeEvent(taking, cancel.data as ConversionEvent)).toMatchObject({ outcome: 'held' })
  expect(await takeEvent(taking, paid)).toMatchObject({ outcome: 'held' })
  await confirmHeld(ask, { orderId: 'big', storeId: NO_STORE, valueMinor: 9_000_000, currency: 'USD' }, LATER)
  expect(await ask.sale('big')).toMatchObject({ status: 'cancelled', netMinor: 0n })
})

test('holds an order once if a store is connected between two reports of the API', async () => {
  const ask = await seller()
  const [waiting, rejected] = [
    ask.order({ source: 'api', lines: LARGE() }),
    ask.order({ source: 'api', lines: LARGE() }),
  ]
  for (const given of [waiting, rejected]) await ask.record(given)
  await refuseHeld(ask, { orderId: rejected.id, storeId: NO_STORE })
  const { id: storeId } = await createConnection(database.db, ask.partner.id)
  expect(await ask.record(waiting)).toHaveProperty('held')
  expect(await ask.record(rejected)).toMatchObject({ held: expect.stringContaining('You rejected') as string })
  expect(await listHeld(ask)).toMatchObject([{ id: waiting.id, storeId }])
})

test('releases a held order that Shopify cancels or reduces', async () => {
  const ask = await seller()
  const [one, other] = [ask.order({ lines: LARGE() }), ask.order({ lines: LARGE() })]
  for (const given of [one, other]) await ask.record(given)
  const updatedAt = LATER.toISOString()
  await ask.record({ ...one, updatedAt, cancelledAt: updatedAt })
  await ask.record({ ...other, updatedAt, lines: [worth(20_000)] })
  expect(await listHeld(ask)).toEqual([])
  expect(await ask.sale(one.id)).toMatchObject({ status: 'cancelled', netMinor: 0n })
  expect(await ask.sale(other.id)).toMatchObject({ status: 'pending', netMinor: 20_000n })
})

test('limits held orders, and says what to do when the limit is reached', { timeout: 90_000 }, async () => {
  const ask = await seller()
  for (let index = 0; index < MAX_HELD; index++) await ask.record(ask.order({ lines: LARGE() }))
  await expect(ask.record(ask.order({ lines: LARGE() }))).rejects.toMatchObject({
    code: 'too_many',
    message: expect.stringContaining('Confirm or reject') as string,
  })
  expect(await listHeld(ask)).toHaveLength(MAX_HELD)
})

test(
  'limits orders with an invented click from the API, and ignores them from Shopify',
  { timeout: 90_000 },
  async () => {
    const ask = await seller()
    const record = (given: StoreOrder) => ask.record(given, new Date())
    const invented = (given: Partial<StoreOrder> = {}) => {
      const id = `wc_${crypto.randomUUID().replaceAll('-', '').slice(0, 26)}`
      return ask.order({ source: 'api', signals: [signal({ clickId: id })], ...given })
    }
    const lines = (count: number) => Array.from({ length: count }, () => storeLine())
    for (let at = 0; at < 5; at++)
      expect(await record(invented({ lines: lines(1_000) }))).toMatchObject({ level: null })
    await expect(record(invented())).rejects.toMatchObject({
      code: 'too_many',
      message: expect.stringContaining('click_id is the value of wtf_cid') as string,
    })
    expect(await record(invented({ source: 'shopify' }))).toMatchObject({ conversionId: null })
    expect(await record(ask.order({ source: 'api' }))).toMatchObject({ level: 'A', status: 'pending' })
    expect(MAX_UNMATCHED.lines).toBe(5_000)
    expect(await database.db.conversion.count({ where: { partnerId: ask.partner.id, matchLevel: null } })).toBe(5)
  },
)

test.each([
  ['test orders', { isTest: true }, 1_000],
  ['cancelled orders', { cancelledAt: LATER.toISOString() }, 1_000],
  ['orders of gift cards', {}, 1_000],
  ['orders that get more lines later', {}, 1],
] as const)(
  '%s with an invented click have the same limit',
  { timeout: 90_000 },
  async (name, given: Partial<StoreOrder>, first) => {
    const ask = await seller()
    const leftOut = name.includes('gift') ? 'gift card' : ''
    const lines = (count: number) => Array.from({ length: count }, () => storeLine({ priceMinor: 1, leftOut }))
    const signals = [signal({ clickId: 'wc_01HZZZZZZZZZZZZZZZZZZZZZZZ' })]
    const orders = Array.from({ length: 6 }, () => ask.order({ source: 'api', signals, lines: lines(first), ...given }))
    const record = async () => {
      const updatedAt = LATER.toISOString()
      for (const order of orders) await ask.record(order, new Date())
      for (const order of orders)
        await ask.record({ ...order, updatedAt, lines: [...(order.lines ?? []), ...lines(1_000 - first)] }, new Date())
    }
    await expect(record()).rejects.toMatchObject({ code: 'too_many' })
    const kept = { conversion: { partnerId: ask.partner.id } }
    expect(await database.db.conversionLine.count({ where: kept })).toBeLessThanOrEqual(MAX_UNMATCHED.lines)
  },
)

test('matches an order to a click that arrives a moment later', async () => {
  const ask = await seller()
  const clickId = `wc_${'01HZZZZZZZZZZZZZZZZZZZZZZZ'}`
  const given = ask.order({ source: 'api', signals: [signal({ clickId: clickId.toLowerCase() })] })
  expect(await ask.record(given)).toMatchObject({ status: 'tracked', level: null })
  const now = new Date()
  await database.db.conversion.updateMany({ where: { externalId: given.id }, data: { createdAt: now } })
  expect(await takeUpClicks(database.db, now)).toBe(0)
  await createClick(database.db, ask.product, { id: clickId, clickedAt: new Date(ORDERED.getTime() - 1_000) })
  expect(await takeUpClicks(database.db, now)).toBe(1)
  expect(await ask.sale(given.id)).toMatchObject({ status: 'pending', clickId })
})

test('keeps the latest refunds of unknown orders, and drops the oldest', { timeout: 90_000 }, async () => {
  const { db } = database
  const ask = await seller()
  const taking = { db, partnerId: ask.partner.id, source: 'api', from: 'conversions API', now: LATER } as const
  const refund = (order: string, lines: number) =>
    parseEvent({
      type: 'order.refunded',
      order_id: order,
      refund_id: 'r',
      currency: 'USD',
      occurred_at: ORDERED.toISOString(),
      lines: Array.from({ length: lines }, (_, index) => ({ id: String(index), amount: '1' })),
    }).data as ConversionEvent
  const orders = () =>
    db.orderRefund
      .findMany({ where: { partnerId: ask.partner.id, awaitsOrder: true }, orderBy: { createdAt: 'asc' } })
      .then((rows) => rows.map(({ externalOrderId }) => externalOrderId))
  for (let at = 0; at < 11; at++)
    expect(await takeEvent(taking, refund(`o${at}`, 1_000))).toMatchObject({ outcome: 'recorded' })
  expect(await orders()).toEqual(['o1', 'o2', 'o3', 'o4', 'o5', 'o6', 'o7', 'o8', 'o9', 'o10'])
  // Once its order has arrived, the refund no longer counts.
  await ask.record(ask.order({ id: 'o3' }))
  expect(await takeEvent(taking, refund('o11', 1_000))).toMatchObject({ outcome: 'recorded' })
  expect(await orders()).toEqual(['o1', 'o2', 'o4', 'o5', 'o6', 'o7', 'o8', 'o9', 'o10', 'o11'])
})

test('keeps the refunds of held orders, however many refunds of unknown orders come later', async () => {
  const { db } = database
  const ask = await seller()
  const [held, rejected] = [ask.order({ source: 'api', lines: LARGE() }), ask.order({ source: 'api', lines: LARGE() })]
  for (const given of [held, rejected]) await ask.record(given)
  const lines = Array.from({ length: 1_000 }, (_, index) => ({ lineId: String(index), quantity: 1, amountMinor: 100 }))
  const refundOf = (orderId: string) =>
    recordRefund(
      db,
      ask.partner.id,
      orderId,
      { id: 'r', refundedAt: ORDERED.toISOString(), lines, otherMinor: 0 },
      LATER,
      {
        isBounded: true,
      },
    )
  for (const given of [held, rejected]) await refundOf(given.id)
  await refuseHeld(ask, { orderId: rejected.id, storeId: NO_STORE })
  for (let at = 0; at < 11; at++) await refundOf(`unknown ${at}`)
  const kept = await db.orderRefund.findMany({ where: { partnerId: ask.partner.id }, orderBy: { createdAt: 'asc' } })
  expect(kept.map(({ externalOrderId }) => externalOrderId)).toEqual([
    held.id,
    ...Array.from({ length: 10 }, (_, index) => `unknown ${index + 1}`),
  ])
})

test('does not count an order that its partner has rejected as known', async () => {
  const ask = await seller()
  const given = ask.order({ source: 'api', lines: LARGE() })
  await ask.record(given)
  await refuseHeld(ask, { orderId: given.id, storeId: NO_STORE })
  const taking = {
    db: database.db,
    partnerId: ask.partner.id,
    source: 'api',
    from: 'conversions API',
    now: LATER,
  } as const
  const about = { order_id: given.id, occurred_at: LATER.toISOString() }
  const refund = { ...about, type: 'order.refunded', refund_id: 'r', currency: 'USD', amount: '10.00' }
  const unknown = { outcome: 'recorded', match: { reason: 'We will apply it when the order arrives.' } }
  for (const event of [refund, { ...about, type: 'order.cancelled' }])
    expect(await takeEvent(taking, parseEvent(event).data as ConversionEvent)).toMatchObject(unknown)
})

test('confirms a held order only at its latest value', async () => {
  const ask = await seller()
  const given = ask.order({ lines: LARGE() })
  await ask.record(given)
  const shown = { orderId: given.id, storeId: NO_STORE, ...LARGE_WORTH }
  await ask.record({ ...given, updatedAt: LATER.toISOString(), lines: [...LARGE(), worth(5_000_000)] })
  await expect(confirmHeld(ask, shown, LATER)).rejects.toMatchObject({
    code: 'conflict',
    message: 'Your store has changed this order to $150,000.01 since you opened this page. Check it and confirm again.',
  })
  expect(await ask.sale(given.id)).toBeNull()
  await confirmHeld(ask, { ...shown, valueMinor: 15_000_001 }, LATER)
  expect(await ask.sale(given.id)).toMatchObject({ netMinor: 15_000_001n })
})

describe.each(['shopify', 'woocommerce'] as const)('a large order of a %s store', (source) => {
  const refund = (id: string, otherMinor: number) => ({ id, refundedAt: ORDERED.toISOString(), lines: [], otherMinor })
  const reported = (order: StoreOrder, given: Partial<StoreOrder>): StoreOrder => ({
    ...order,
    source,
    updatedAt: LATER.toISOString(),
    lines: LARGE(),
    ...(source === 'woocommerce' && { refundsReadAt: LATER.toISOString() }),
    ...given,
  })
  /** The partner reports a small order and its refund. The store reports it as large, and the refund under its own ID. */
  async function taken() {
    const ask = await seller()
    const order = ask.order({ source: 'api' })
    await ask.record(order)
    const recordedRefund = (id: string, minor: number, by: StoreOrder['source'] = 'api') =>
      recordRefund(database.db, ask.partner.id, order.id, refund(id, minor), LATER, { source: by })
    await recordedRefund('r1', 3_000)
    expect(await ask.record(reported(order, {}))).toHaveProperty('held')
    await recordedRefund('998', 3_000, source)
    expect(await ask.sale(order.id)).toMatchObject({ source: 'api', netMinor: 7_000n })
    return { ask, order, recordedRefund }
  }

  test('leaves the sale that the partner reported as it is, with its refunds, if the partner rejects it', async () => {
    const { ask, order, recordedRefund } = await taken()
    await refuseHeld(ask, { orderId: order.id, storeId: NO_STORE })
    await ask.record(reported(order, { refunds: [refund('998', 3_000)] }))
    await recordedRefund('r2', 1_000)
    expect(await ask.sale(order.id)).toMatchObject({ source: 'api', netMinor: 6_000n })
  })

  test('replaces that sale and its refunds once it is confirmed', async () => {
    const { ask, order } = await taken()
    await ask.record(reported(order, { refunds: [refund('998', 3_000)] }))
    await confirmHeld(ask, { orderId: order.id, storeId: NO_STORE, ...LARGE_WORTH }, LATER)
    expect(await ask.sale(order.id)).toMatchObject({ source, netMinor: 9_997_001n })
  })

  test('is held as a change of its sale, but its refunds count', async () => {
    const ask = await seller()
    const order = ask.order({ source })
    await ask.record(order)
    expect(await ask.record(reported(order, { refunds: [refund('998', 3_000)] }))).toHaveProperty('held')
    expect(await ask.sale(order.id)).toMatchObject({ netMinor: 7_000n })
  })
})
