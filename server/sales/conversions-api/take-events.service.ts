import type { Db } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { toAmount, toMinor } from '#server/platform/money.schema.ts'
import { hashDigest } from '#server/sales/customer-hash.ts'
import { findSale, NO_STORE } from '#server/sales/find-sale.ts'
import { cancelHeld } from '#server/sales/held-orders/hold-order.ts'
import { keepCancellation, recordOrder, recordRefund, type Recorded } from '#server/sales/record-order.ts'
import { platformNamed } from '#server/stores/platforms.ts'
import type { StorePlatform } from '#server/stores/store-platform.ts'
import type { JudgedSignal, Signal, StoreOrder, StoreRefund } from '#server/sales/store-order.schema.ts'
import type {
  CancelledEvent,
  ConversionEvent,
  ConversionResult,
  ConversionState,
  PaidEvent,
  RefundedEvent,
} from './conversion-events.schema.ts'

type Source = StoreOrder['source']

interface Taking {
  db: Db
  partnerId: string
  source: Source
  /** The source's name in signals: 'conversions API'. */
  from: string
  now: Date
}

const KNOWN = {
  id: true,
  storeId: true,
  source: true,
  currency: true,
  orderName: true,
  orderedAt: true,
  paidAt: true,
  cancelledAt: true,
  sourceUpdatedAt: true,
  isTest: true,
  channel: true,
  customerHash: true,
  taxMinor: true,
  shippingMinor: true,
  status: true,
  matchLevel: true,
  evidence: true,
  netMinor: true,
  refundedMinor: true,
} as const

const loadKnown = async (db: Db, id: string | null) =>
  id === null ? null : db.conversion.findUniqueOrThrow({ where: { id }, select: KNOWN })
type Known = NonNullable<Awaited<ReturnType<typeof loadKnown>>>

async function getKnown(
  { db, partnerId, source }: Pick<Taking, 'db' | 'partnerId' | 'source'>,
  event: ConversionEvent,
) {
  const times = event.type === 'order.paid' ? { orderedAt: orderedAtOf(event), paidAt: event.occurred_at } : {}
  const { saleId } = await findSale(db, { partnerId }, { id: event.order_id, source, ...times })
  return loadKnown(db, saleId)
}

/** Does the same as `getKnown`, but returns null if several orders have the number. */
async function getKnownIfClear(taking: Taking, event: ConversionEvent): Promise<Known | null> {
  try {
    return await getKnown(taking, event)
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

/** Whether the store of a sale is connected. It then reports refunds and cancellations itself. */
const isConnected = async ({ db, partnerId }: Taking, { storeId }: Known, { name: platform }: StorePlatform) =>
  (await db.shopifyConnection.count({
    where: { partnerId, platform, status: { not: 'revoked' }, ...(storeId !== NO_STORE && { id: storeId }) },
  })) > 0

/**
 * Records an event that a store reports about an order. Repeated events count once. The result says whether an event
 * was refused. A connected store reports its orders itself. Once it is disconnected, only these events can refund or
 * cancel its sales.
 * @throws AppError conflict
 */
export async function takeEvent(taking: Taking, event: ConversionEvent): Promise<ConversionResult> {
  const known = await getKnown(taking, event)
  const store = known && platformNamed(known.source)
  if (store && (event.type === 'order.paid' || (await isConnected(taking, known, store))))
    return refused(event, known, `Your ${store.label} store already reports this order.`)
  if (event.type === 'order.refunded') return takeRefund(taking, event, known)
  if (event.type === 'order.cancelled') return takeCancel(taking, event, known)
  if (known && known.currency !== event.currency)
    return refused(event, known, `We recorded this order in ${known.currency}. An order’s currency cannot change.`)
  return record(taking, await paidOrder(taking, event, known))
}

/** Does the same as `takeEvent` for one event of a batch. An AppError only refuses that event. */
export async function takeOneOfMany(taking: Taking, event: ConversionEvent): Promise<ConversionResult> {
  try {
    return await takeEvent(taking, event)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return refused(event, await getKnownIfClear(taking, event), error.message)
  }
}

async function takeRefund(taking: Taking, event: RefundedEvent, known: Known | null): Promise<ConversionResult> {
  if (known && known.currency !== event.currency)
    return refused(event, known, `This order is in ${known.currency}. Send its refunds in ${known.currency} too.`)
  const minor = minorOf(event.currency)
  const refund: StoreRefund = {
    id: event.refund_id,
    refundedAt: toUtc(event.occurred_at),
    lines: event.lines.map(({ id, quantity, amount }) => ({ lineId: id, quantity, amountMinor: minor(amount) })),
    otherMinor: minor(event.amount),
  }
  const { db, partnerId, now, source } = taking
  const recorded = await recordRefund(db, partnerId, event.order_id, refund, now, { source, isBounded: true })
  if (known) return tell(taking, event.order_id, recorded)
  return keptForOrder(event)
}

const keptForOrder = ({ order_id }: ConversionEvent): ConversionResult => ({
  order_id,
  outcome: 'recorded',
  conversion_id: null,
  status: null,
  match: { level: null, reason: 'We will apply it when the order arrives.' },
})

/** Records a cancellation, which is final: it counts even if it is late or the store's clock is slow. */
async function takeCancel(taking: Taking, event: CancelledEvent, known: Known | null): Promise<ConversionResult> {
  const at = new Date(event.occurred_at)
  if (!known) {
    const isHeld = await cancelHeld(taking.db, taking.partnerId, event.order_id, at)
    if (isHeld) return { order_id: event.order_id, outcome: 'held', ...matchStateOf(null), problem: isHeld }
    const order = { id: event.order_id, source: taking.source }
    if (await keepCancellation(taking.db, taking.partnerId, order, at)) return keptForOrder(event)
    // The order has arrived in the meantime.
    return takeEvent(taking, event)
  }
  const after = new Date(known.sourceUpdatedAt.getTime() + 1)
  return record(taking, {
    ...unchanged(known),
    source: taking.source,
    id: event.order_id,
    cancelledAt: (known.cancelledAt ?? at).toISOString(),
    updatedAt: (known.cancelledAt ? known.sourceUpdatedAt : at > after ? at : after).toISOString(),
  })
}

const unchanged = (known: Known): Omit<StoreOrder, 'source' | 'id' | 'cancelledAt' | 'updatedAt'> => ({
  name: known.orderName,
  currency: known.currency,
  orderedAt: known.orderedAt.toISOString(),
  paidAt: known.paidAt?.toISOString() ?? null,
  isTest: known.isTest,
  channel: known.channel as StoreOrder['channel'],
  customerHash: known.customerHash ? Buffer.from(known.customerHash).toString('hex') : null,
  taxMinor: Number(known.taxMinor),
  shippingMinor: Number(known.shippingMinor),
  lines: null,
  refunds: [],
  signals: [],
})

async function paidOrder(taking: Taking, event: PaidEvent, known: Known | null): Promise<StoreOrder> {
  const { db, source, now } = taking
  const minor = minorOf(event.currency)
  // If the store's clock is ahead of ours, later messages must not look old.
  const updatedAt = toUtc(Date.parse(event.occurred_at) > now.getTime() ? now.toISOString() : event.occurred_at)
  return {
    source,
    id: event.order_id,
    name: event.order_name ?? event.order_id,
    currency: event.currency,
    orderedAt: toUtc(orderedAtOf(event)),
    paidAt: known?.paidAt?.toISOString() ?? updatedAt,
    // The event has no time of cancellation. A cancelled order stays cancelled.
    cancelledAt: known?.cancelledAt?.toISOString() ?? null,
    updatedAt,
    isTest: event.test,
    channel: 'web',
    customerHash: event.customer_hash === undefined ? null : await hashDigest(db, event.customer_hash),
    taxMinor: minor(event.tax),
    shippingMinor: minor(event.shipping),
    lines: event.lines.map((line) => ({
      id: line.id,
      productId: line.product_id ?? null,
      sku: line.sku ?? null,
      title: line.title,
      quantity: line.quantity,
      removedQuantity: 0,
      priceMinor: minor(line.price),
      discountMinor: minor(line.discount),
      includedTaxMinor: minor(line.included_tax),
      leftOut: line.kind === 'product' ? '' : line.kind.replace('_', ' '),
    })),
    refunds: [],
    signals: signalsOf(event, taking),
  }
}

const orderedAtOf = ({ ordered_at, occurred_at }: PaidEvent): string => ordered_at ?? occurred_at

function signalsOf(
  { click_id, discount_codes }: PaidEvent,
  { from, source }: Pick<Taking, 'from' | 'source'>,
): Signal[] {
  const none = { clickId: null, code: null }
  return [
    ...(click_id === undefined ? [] : [{ ...none, level: 'A', from, clickId: click_id, text: click_id } as const]),
    ...discount_codes.map(
      (code) => ({ ...none, level: 'D', from: `discount code (${from})`, code, text: code }) as const,
    ),
    // Only files approved by an administrator arrive here.
    ...(source === 'csv' ? [{ ...none, level: 'M', from, text: 'the approved file' } as const] : []),
  ]
}

/** Converts an amount that the schema has checked. */
const minorOf = (currency: string) => (amount: string) => Number(toMinor(amount, currency) ?? 0n)

const toUtc = (text: string): string => new Date(text).toISOString()

async function record(taking: Taking, order: StoreOrder): Promise<ConversionResult> {
  const recorded = await recordOrder(taking.db, taking.partnerId, order, taking.now)
  if (recorded.held === undefined) return tell(taking, order.id, recorded)
  const { saleId } = await findSale(taking.db, taking, order)
  const known = await loadKnown(taking.db, saleId)
  return { order_id: order.id, outcome: 'held', ...matchStateOf(known), problem: recorded.held }
}

async function tell({ db }: Taking, orderId: string, { conversionId, isChanged }: Recorded): Promise<ConversionResult> {
  const known = await loadKnown(db, conversionId)
  const outcome = isChanged ? 'recorded' : known ? 'unchanged' : 'ignored'
  return { order_id: orderId, outcome, ...matchStateOf(known) }
}

function matchStateOf(known: Known | null) {
  if (known)
    return {
      conversion_id: known.id,
      status: known.status,
      match: { level: known.matchLevel, reason: describeMatch(known.evidence as unknown as JudgedSignal[]) },
    }
  const reason = 'Nothing links this order to WTF. Send click_id, or a discount code from your list on WTF.'
  return { conversion_id: null, status: null, match: { level: null, reason } }
}

const refused = (event: ConversionEvent, known: Known | null, problem: string): ConversionResult => ({
  order_id: event.order_id,
  outcome: 'refused',
  ...matchStateOf(known),
  problem,
})

/** Explains in a sentence why an order is ours or not. */
function describeMatch(evidence: readonly JudgedSignal[]): string {
  const hit = evidence.find(({ verdict }) => verdict === 'hit')
  if (hit) return `${hit.from}: ${hit.reason}`
  const rejected = evidence.filter(({ verdict }) => verdict === 'rejected')
  if (!rejected.length) return 'Nothing links this order to one of your clicks.'
  return rejected.map(({ from, reason }) => `${from}: ${reason}`).join('; ')
}

/**
 * Returns the recorded state of one of the partner's orders, or null if the order is unknown.
 * @throws AppError conflict if several orders have the number
 */
export async function getOrderState(db: Db, partnerId: string, orderId: string): Promise<ConversionState | null> {
  const { saleId } = await findSale(db, { partnerId }, { id: orderId, source: 'api' })
  const known = await loadKnown(db, saleId)
  if (!known) return null
  return {
    order_id: orderId,
    ...matchStateOf(known),
    currency: known.currency,
    ordered_at: known.orderedAt.toISOString(),
    net: toAmount(known.netMinor, known.currency),
    refunded: toAmount(known.refundedMinor, known.currency),
  }
}
