// What a partner owes, reckoned the slow way: every message is kept, and after each one all is counted anew from all of them. It
// shares no code with server/sales: both have to come to the same.
import type { StoreOrder, StoreRefund } from '#server/sales/store-order.schema.ts'

const DAY = 86_400_000
const LOCK = 30 * DAY

interface ModelEntry {
  kind: string
  tier: number
  base: number
  amount: number
}

export interface ModelSale {
  orders: StoreOrder[]
  refunds: Map<string, StoreRefund>
  status: 'tracked' | 'pending' | 'confirmed' | 'invoiced' | 'paid' | 'cancelled'
  net: number
  ledgerNet: number
  month: number
  position: number
  lockAt: number | null
  confirmedAt: number | null
  isFlagged: boolean
  wasInvoiced: boolean
  /** An invoice that it is on is open. */
  isToPay: boolean
  entries: Array<ModelEntry & { at: number; isInvoiced: boolean }>
}

export interface ModelInvoice {
  month: number
  total: number
  credit: number
  payable: number
}

/** One partner. All times are ms. */
export class Model {
  readonly sales = new Map<string, ModelSale>()
  readonly invoices: ModelInvoice[] = []
  readonly #isGoodClick: (clickId: string) => boolean
  readonly #tiers: Array<{ from: number; upTo: number; bps: number }>
  /** One unit of each currency in the ledger's, times 10^10. */
  readonly #rates: Record<string, bigint>
  readonly #waiting = new Map<string, StoreRefund[]>()

  constructor(
    isGoodClick: (clickId: string) => boolean,
    tiers: Array<{ from: number; upTo: number; bps: number }>,
    rates: Record<string, bigint>,
  ) {
    this.#isGoodClick = isGoodClick
    this.#tiers = tiers
    this.#rates = rates
  }

  order(message: StoreOrder, now: number): void {
    const sale = this.sales.get(message.id)
    if (!sale && !message.signals.length) {
      this.#waiting.set(message.id, [...(this.#waiting.get(message.id) ?? []), ...message.refunds])
      return
    }
    const known: ModelSale = sale ?? {
      orders: [],
      refunds: new Map((this.#waiting.get(message.id) ?? []).map((refund) => [refund.id, refund])),
      status: 'tracked',
      ...{ net: 0, ledgerNet: 0, month: 0, position: 0, lockAt: null, confirmedAt: null },
      ...{ isFlagged: false, wasInvoiced: false, isToPay: false, entries: [] },
    }
    this.sales.set(message.id, known)
    known.orders.push(message)
    for (const refund of message.refunds) known.refunds.set(refund.id, refund)
    this.#recount(known, now)
  }

  refund(orderId: string, refund: StoreRefund, now: number): void {
    const sale = this.sales.get(orderId)
    if (!sale) this.#waiting.set(orderId, [...(this.#waiting.get(orderId) ?? []), refund])
    else {
      sale.refunds.set(refund.id, refund)
      this.#recount(sale, now)
    }
  }

  confirm(now: number): void {
    const due = [...this.sales.values()].filter(
      (sale) => sale.status === 'pending' && (sale.lockAt ?? now) <= now && !sale.isFlagged,
    )
    for (const sale of due.sort((a, b) => (a.lockAt ?? 0) - (b.lockAt ?? 0))) {
      sale.month = monthOf(sale.lockAt ?? now)
      sale.position = 0
      for (const other of this.sales.values())
        if (other !== sale && other.confirmedAt !== null && other.status !== 'cancelled' && other.month === sale.month)
          sale.position += other.ledgerNet
      sale.status = 'confirmed'
      sale.confirmedAt = now
      this.#settle(sale, now)
    }
  }

  close(now: number): void {
    for (let month = 0; month < monthOf(now); month = nextMonth(month)) {
      if (month === 0) month = Date.UTC(2026, 0)
      if (this.invoices.some((invoice) => invoice.month === month)) continue
      const end = nextMonth(month)
      const billed = [...this.sales.values()].filter(
        (sale) => (sale.status === 'confirmed' || sale.wasInvoiced) && (sale.confirmedAt ?? end) < end,
      )
      const entries = billed.flatMap((sale) => sale.entries).filter((entry) => !entry.isInvoiced && entry.at < end)
      const total = entries.reduce((sum, { amount }) => sum + amount, 0)
      if (total === 0) continue
      const credit = this.invoices.reduce((sum, each) => sum + Math.max(0, -each.total) - each.credit, 0)
      const used = total > 0 ? Math.min(credit, total) : 0
      this.invoices.push({ month, total, credit: used, payable: Math.max(0, total - used) })
      for (const sale of billed) {
        const own = sale.entries.filter((entry) => entries.includes(entry))
        for (const entry of own) entry.isInvoiced = true
        if (!own.length) continue
        sale.wasInvoiced = true
        if (sale.status === 'confirmed') sale.status = 'invoiced'
        if (total - used > 0) sale.isToPay = true
        if (sale.status === 'invoiced' && !sale.isToPay) sale.status = 'paid'
      }
    }
  }

  #recount(sale: ModelSale, now: number): void {
    const last = sale.orders.reduce((one, other) => (other.updatedAt > one.updatedAt ? other : one))
    const paid = sale.orders.flatMap(({ paidAt }) => paidAt ?? []).sort()[0]
    const isVoid = last.isTest || sale.orders.some(({ cancelledAt }) => cancelledAt !== null)
    const lines = last.lines ?? []
    const back = [...sale.refunds.values()]
    let [worth, returned, told] = [0, 0, 0]
    for (const line of lines) {
      const kept = Math.max(0, line.quantity - line.removedQuantity)
      const share = (minor: number) => halfEven(BigInt(minor * kept), BigInt(line.quantity))
      const net = line.leftOut
        ? 0
        : Math.max(0, line.priceMinor * kept - share(line.discountMinor) - share(line.includedTaxMinor))
      const asked = back
        .flatMap((refund) => refund.lines)
        .filter(({ lineId }) => lineId === line.id)
        .reduce((sum, { amountMinor }) => sum + amountMinor, 0)
      worth += net
      if (line.leftOut) continue
      told += asked
      returned += Math.min(asked, net)
    }
    const besides =
      back.reduce((sum, { otherMinor }) => sum + otherMinor, 0) +
      back
        .flatMap((refund) => refund.lines)
        .filter(({ lineId }) => !lines.some(({ id }) => id === lineId))
        .reduce((sum, { amountMinor }) => sum + amountMinor, 0)
    const isTooMuch = told > returned || besides > worth - returned
    returned = Math.max(0, Math.min(worth, returned + besides))
    const isOurs =
      sale.lockAt !== null ||
      sale.orders.some(({ signals }) =>
        signals.some(({ level, clickId }) => level !== 'U' && this.#isGoodClick(clickId ?? '')),
      )
    const before = sale.status
    if (['tracked', 'pending', 'cancelled'].includes(before)) {
      if (isVoid || worth === 0 || returned >= worth) sale.status = 'cancelled'
      else sale.status = paid && isOurs ? 'pending' : 'tracked'
    } else if (before === 'confirmed' && isVoid) sale.status = 'cancelled'
    sale.net = isVoid || sale.status === 'cancelled' ? 0 : worth - returned
    if (sale.status === 'pending') {
      const told = sale.orders.filter(({ paidAt }) => paidAt !== null).map(({ updatedAt }) => Date.parse(updatedAt))
      const isDatedBack = Math.min(...told) > Date.parse(paid ?? '') + DAY
      sale.lockAt = (isDatedBack ? Math.min(...told) : Date.parse(paid ?? '')) + LOCK
      if (before !== 'pending') {
        sale.month = monthOf(sale.lockAt)
        sale.position = 0
        for (const other of this.sales.values())
          if (other !== sale && !['tracked', 'cancelled'].includes(other.status) && other.month === sale.month)
            sale.position += other.ledgerNet
      }
    }
    if (sale.lockAt === null) return
    sale.isFlagged = isTooMuch
    this.#settle(sale, now)
  }

  #settle(sale: ModelSale, now: number): void {
    const rate = this.#rates[sale.orders[0]?.currency ?? ''] ?? 0n
    sale.ledgerNet = halfEven(BigInt(sale.net) * rate, 10n ** 10n)
    const isFirst = sale.entries.length === 0
    for (const { from, upTo, bps } of this.#tiers) {
      const end = Math.min(sale.position + sale.ledgerNet, upTo)
      const inside = Math.max(0, end - Math.max(sale.position, from))
      const stands = sale.entries.filter(({ tier }) => tier === from)
      const base = inside - stands.reduce((sum, entry) => sum + entry.base, 0)
      const owed = halfEven(BigInt(inside) * BigInt(bps), 10_000n)
      const amount = owed - stands.reduce((sum, entry) => sum + entry.amount, 0)
      if (base === 0 && amount === 0) continue
      let kind = 'adjustment'
      if (isFirst) kind = 'accrual'
      else if (sale.wasInvoiced) kind = amount < 0 ? 'clawback' : 'adjustment'
      else if (sale.status === 'cancelled') kind = 'reversal'
      sale.entries.push({ kind, tier: from, base, amount, at: now, isInvoiced: false })
    }
  }
}

/** Half to even, by the distance to both neighbours. */
function halfEven(dividend: bigint, divisor: bigint): number {
  const low = dividend / divisor
  const [down, up] = [dividend - low * divisor, (low + 1n) * divisor - dividend]
  if (down === up) return Number(low % 2n === 0n ? low : low + 1n)
  return Number(down < up ? low : low + 1n)
}

const monthOf = (at: number) => Date.UTC(new Date(at).getUTCFullYear(), new Date(at).getUTCMonth())
const nextMonth = (month: number) => Date.UTC(new Date(month).getUTCFullYear(), new Date(month).getUTCMonth() + 1)
