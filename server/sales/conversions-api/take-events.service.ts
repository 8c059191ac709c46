import type { Db } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { toAmount, toMinor } from '#server/platform/money.schema.ts'
import { hashDigest } from '#server/sales/customer-hash.ts'
import { findSale, severalOrders } from '#server/sales/find-sale.ts'
import { cancelHeld } from '#server/sales/held-orders/hold-order.ts'
import { inTurn, keepCancellation, recordOrder, recordRefund, type Recorded } from '#server/sales/record-order.ts'
import { platformNamed } from '#server/stores/platforms.ts'
import type { JudgedSignal, Signal, StoreOrder, StoreRefund } from '#server/sales/store-order.schema.ts'
import { askConnectedStore, isConnected, type Unclear } from './connected-store.ts'
import type {
  CancelledEvent,
  ConversionEvent,
  ConversionResult,
  ConversionState,
  PaidEvent,
  RefundedEvent,
} from './conversion-events.schema.ts'
import { deferEvent } from './defer-event.ts'
import { findOrder, loadKnown, orderedAtOf, type About, type Known } from './find-order.ts'

type Source = StoreOrder['source']

interface Taking {
  db: Db
  partnerId: string
  source: Source
  /** The source's name in signals: 'conversions API'. */
  from: string
  now: Date
  /** Shared by the events of a call: `storePatience()`. */
  patience?: () => AbortSignal
  /** The connection that a deferred event waits for. */
  askedId?: string | null
}

/** Returns the sale of an event's order, or null if it is unknown or several orders have the number. */
async function getKnownIfClear(taking: Taking, event: ConversionEvent): Promise<Known | null> {
  try {
    return (await findOrder(taking, event)).known
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

/**
 * Records an event that a store reports about an order. Repeated events count once. The result says whether an event
 * was refused. A connected store reports its orders itself. Once it is disconnected, only these events can refund or
 * cancel its sales. Until the connected store can say whether it has an order with the same number, they wait.
 * @throws AppError conflict; too_many if too many events wait
 */
export async function takeEvent(taking: Taking, event: ConversionEvent): Promise<ConversionResult> {
  const result = await tryEvent(taking, event)
  if (!('askedId' in result)) return result
  if (event.type !== 'order.paid') await deferEvent(taking, event, result)
  return waiting(event, STORE_AWAY)
}

/**
 * Does the same as `takeEvent`, but does not keep the event if the connected store does not answer.
 * @returns the connection that was asked if nothing was done for this reason
 * @throws AppError conflict
 */
export async function tryEvent(taking: Taking, event: ConversionEvent): Promise<ConversionResult | Unclear> {
  const about = await findOrder(taking, event)
  const { order, known } = about
  const store = order && platformNamed(order.source)
  if (store && (event.type === 'order.paid' || (await isConnected(taking, order, store))))
    return refused(event, known, `Your ${store.label} store already reports this order.`)
  if (event.type !== 'order.paid') {
    const claim = order ? await askConnectedStore(taking, event.order_id, order) : 'none'
    if (claim === 'another order') throw severalOrders()
    if (claim !== 'none') return claim
    return event.type === 'order.refunded' ? takeRefund(taking, event, about) : takeCancel(taking, event, about)
  }
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

async function takeRefund(taking: Taking, event: RefundedEvent, { order, known }: About): Promise<ConversionResult> {
  if (order && order.currency !== event.currency)
    return refused(event, known, `This order is in ${order.currency}. Send its refunds in ${order.currency} too.`)
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
  return waiting(event, order ? 'We will apply it when the store owner confirms the order.' : UNKNOWN_ORDER)
}

const STORE_AWAY =
  'Your store did not answer us, so we will process this later. If we then refuse it, “Recent calls” on the API page says why.'
const UNKNOWN_ORDER = 'We will apply it when the order arrives.'

const waiting = ({ order_id }: ConversionEvent, reason: string): ConversionResult => ({
  order_id,
  outcome: 'recorded',
  conversion_id: null,
  status: null,
  match: { level: null, reason },
})

/** Records a cancellation, which is final: it counts even if it is late or the store's clock is slow. */
async function takeCancel(
  taking: Taking,
  event: CancelledEvent,
  { order, known, key }: About,
): Promise<ConversionResult | Unclear> {
  const { db, partnerId, source } = taking
  const at = new Date(event.occurred_at)
  if (known) {
    const after = new Date(known.sourceUpdatedAt.getTime() + 1)
    return record(taking, {
      ...unchanged(known),
      source,
      id: event.order_id,
      cancelledAt: (known.cancelledAt ?? at).toISOString(),
      updatedAt: (known.cancelledAt ? known.sourceUpdatedAt : at > after ? at : after).toISOString(),
    })
  }
  if (order) {
    const problem = await inTurn(db, partnerId, (tx) => cancelHeld(tx, key, at))
    if (problem !== null) return { order_id: event.order_id, outcome: 'held', ...matchStateOf(null), problem }
  } else if (await keepCancellation(db, partnerId, { id: event.order_id, source }, at))
    return waiting(event, UNKNOWN_ORDER)
  // The order has been recorded in the meantime.
  return tryEvent(taking, event)
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
