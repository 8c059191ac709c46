// Computes what a partner owes, in a slow way: it stores every message, and recounts everything after each one. It
// shares no code with server/sales, but must get the same result.
import type { StoreOrder, StoreRefund } from '#server/sales/store-order.schema.ts'

const DAY = 86_400_000
const LOCK = 30 * DAY

interface ModelEntry {
  kind: string
  /** Null for a confirmation. */
  tier: number | null
  base: number
  amount: number
  month: number
  position: number
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
  paidAt: number | null
  isFlagged: boolean
  /** True if an administrator has reviewed the sale's flag. */
  isJudged: boolean
  /** True if an administrator has decided that the sale does not count. */
  isVoid: boolean
  /** The invoices that include the sale. */
  bills: ModelInvoice[]
  /** The VAT of the sale's first invoice. */
  vat: string
  entries: Array<ModelEntry & { at: number; isInvoiced: boolean }>
}

export interface ModelInvoice {
  month: number
  total: number
  vat: number
  credit: number
  payable: number
  isPaid: boolean
}

/** A payment from a bank statement. */
interface BankPayment {
  bill: ModelInvoice
  at: number
}

export interface ModelTerms {
  basis: 'sales_value' | 'sales_count'
  tiers: Array<{ from: number; upTo: number; bps: number }>
  /**
   * The exchange rate of each currency to the ledger's, times 10^10, and its number of minor units per unit. The
   * ledger's currency has 100.
   */
  rates: Record<string, { rate: bigint; unit: number }>
}

/** One partner. All times are ms. */
export class Model {
  readonly sales = new Map<string, ModelSale>()
  readonly invoices: ModelInvoice[] = []
  readonly #isGoodClick: (clickId: string) => boolean
  readonly #terms: ModelTerms
  /** 'no seller' without a seller, else the rate in percent or 'abroad'. */
  #vat = 'no seller'
  #isAbroad = false
  #hasSeller = false
  readonly #waiting = new Map<string, StoreRefund[]>()
  readonly #bankPayments: BankPayment[] = []

  constructor(isGoodClick: (clickId: string) => boolean, terms: ModelTerms) {
    this.#isGoodClick = isGoodClick
    this.#terms = terms
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
      net: 0,
      ledgerNet: 0,
      month: 0,
      position: 0,
      lockAt: null,
      confirmedAt: null,
      paidAt: null,
      isFlagged: false,
      isJudged: false,
      isVoid: false,
      bills: [],
      vat: '',
      entries: [],
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

  /** Reviews the open flag of a sale, if there is one, as an administrator. */
  judge(orderId: string, counts: boolean, now: number): void {
    const sale = this.sales.get(orderId)
    if (!sale?.isFlagged) return
    sale.isFlagged = false
    sale.isJudged = true
    if (counts) return
    sale.isVoid = true
    this.#recount(sale, now)
  }

  /** Pays the oldest open invoice, if there is one. */
  pay(now: number): ModelInvoice | undefined {
    const bill = this.invoices.find(isOpen)
    if (!bill) return
    bill.isPaid = true
    for (const sale of this.sales.values()) if (sale.bills.includes(bill)) becomePaid(sale, now)
    return bill
  }

  payByBank(now: number): void {
    const bill = this.pay(now)
    if (bill) this.#bankPayments.push({ bill, at: now })
  }

  /** Undoes the last payment from a bank statement. The sales that it or a later payment has paid are open again. */
  undoPayment(): void {
    const payment = this.#bankPayments.pop()
    if (!payment) return
    payment.bill.isPaid = false
    for (const sale of this.sales.values())
      if (sale.bills.includes(payment.bill) && sale.status === 'paid' && (sale.paidAt ?? 0) >= payment.at)
        sale.status = 'invoiced'
  }

  /** Adds a seller in the United Kingdom. */
  sell(): void {
    this.#hasSeller = true
    this.#settleVat()
  }

  /** Sets the partner's country. */
  move(isAbroad: boolean): void {
    this.#isAbroad = isAbroad
    this.#settleVat()
  }

  #settleVat(): void {
    if (this.#hasSeller) this.#vat = this.#isAbroad ? 'abroad' : '20'
  }

  /** Returns the partner's totals: paid invoices, amounts to pay or to invoice next, and unused credit. */
  summary(): { paid: number; processing: number; credit: number } {
    const sum = (bills: ModelInvoice[]) => bills.reduce((total, { payable }) => total + payable, 0)
    const waiting = [...this.sales.values()]
      .filter(({ status, confirmedAt, bills }) => confirmedAt !== null && (status === 'confirmed' || bills.length > 0))
      .flatMap(({ entries }) => entries.filter(({ isInvoiced }) => !isInvoiced))
    return {
      paid: sum(this.invoices.filter(({ isPaid }) => isPaid)),
      processing: sum(this.invoices.filter(isOpen)) + waiting.reduce((total, { amount }) => total + amount, 0),
      credit: this.invoices.reduce((total, each) => total + Math.max(0, -each.total - each.vat) - each.credit, 0),
    }
  }

  confirm(now: number): void {
    const due = [...this.sales.values()].filter(
      (sale) => sale.status === 'pending' && (sale.lockAt ?? now) <= now && !sale.isFlagged,
    )
    for (const sale of due.sort((a, b) => (a.lockAt ?? 0) - (b.lockAt ?? 0))) {
      const isFirst = sale.confirmedAt === null
      sale.status = 'confirmed'
      sale.confirmedAt = now
      if (!isFirst) continue
      this.#place(sale, monthOf(sale.lockAt ?? now), ({ confirmedAt }) => confirmedAt !== null)
      const { month, position } = sale
      const nothing = { tier: null, base: 0, amount: 0 }
      sale.entries.push({ kind: 'confirmation', ...nothing, month, position, at: now, isInvoiced: false })
      this.#settle(sale, now)
    }
  }

  close(now: number): void {
    for (let month = 0; month < monthOf(now); month = nextMonth(month)) {
      if (month === 0) month = Date.UTC(2026, 0)
      if (this.invoices.some((invoice) => invoice.month === month)) continue
      const end = nextMonth(month)
      const billed = [...this.sales.values()].filter(
        (sale) => (sale.status === 'confirmed' || sale.bills.length > 0) && (sale.confirmedAt ?? end) < end,
      )
      const entries = billed.flatMap((sale) => sale.entries).filter((entry) => !entry.isInvoiced && entry.at < end)
      const total = entries.reduce((sum, { amount }) => sum + amount, 0)
      const taxed = billed.flatMap((sale) =>
        (sale.vat || this.#vat) === '20' ? sale.entries.filter((entry) => entries.includes(entry)) : [],
      )
      const vat = fifth(taxed.reduce((sum, { amount }) => sum + amount, 0))
      if (total === 0 && vat === 0) continue
      const gross = total + vat
      const used = gross > 0 ? Math.min(this.summary().credit, gross) : 0
      const bill = { month, total, vat, credit: used, payable: Math.max(0, gross - used), isPaid: false }
      this.invoices.push(bill)
      for (const sale of billed) {
        const invoiced = sale.entries.filter((entry) => entries.includes(entry))
        for (const entry of invoiced) entry.isInvoiced = true
        if (!invoiced.length) continue
        sale.bills.push(bill)
        sale.vat ||= this.#vat
        if (sale.status === 'confirmed') sale.status = 'invoiced'
        becomePaid(sale, now)
      }
    }
  }

  #recount(sale: ModelSale, now: number): void {
    const last = sale.orders.reduce((one, other) => (other.updatedAt > one.updatedAt ? other : one))
    const paid = sale.orders.flatMap(({ paidAt }) => paidAt ?? []).sort()[0]
    const isVoid = sale.isVoid || last.isTest || sale.orders.some(({ cancelledAt }) => cancelledAt !== null)
    const lines = last.lines ?? []
    const back = [...sale.refunds.values()]
    let [worth, returned, refunded, exact] = [0, 0, 0, 0]
    for (const line of lines) {
      const kept = Math.max(0, line.quantity - line.removedQuantity)
      const share = (minor: number) => halfEven(BigInt(minor * kept), BigInt(line.quantity))
      const net = line.leftOut
        ? 0
        : Math.max(0, line.priceMinor * kept - share(line.discountMinor) - share(line.includedTaxMinor))
      const named = back.flatMap((refund) => refund.lines).filter(({ lineId }) => lineId === line.id)
      const asked = named.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
      worth += net
      if (line.leftOut) continue
      refunded += asked
      const pieces = named.reduce((sum, { quantity }) => sum + quantity, 0)
      // Each refund of an item is rounded. The last one takes the remainder.
      const isFull = pieces >= line.quantity - line.removedQuantity && net - asked <= named.length
      returned += isFull ? net : Math.min(asked, net)
      exact += Math.min(asked, net)
    }
    const leftOut = new Set(lines.filter((line) => line.leftOut).map(({ id }) => id))
    const known = new Set(lines.map(({ id }) => id))
    const amountOf = (refund: (typeof back)[number], counts: (lineId: string) => boolean) =>
      refund.lines.filter(({ lineId }) => counts(lineId)).reduce((sum, { amountMinor }) => sum + amountMinor, 0)
    // An amount that is withheld from a refund reduces only this refund.
    const besides = back.reduce(
      (sum, refund) =>
        sum +
        amountOf(refund, (lineId) => !known.has(lineId)) +
        Math.max(refund.otherMinor, -amountOf(refund, (lineId) => !leftOut.has(lineId))),
      0,
    )
    const isTooMuch = refunded > exact || besides > worth - exact
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
      const updates = sale.orders.filter(({ paidAt }) => paidAt !== null).map(({ updatedAt }) => Date.parse(updatedAt))
      const isDatedBack = Math.min(...updates) > Date.parse(paid ?? '') + DAY
      const from = isDatedBack ? Math.min(...updates) : Date.parse(paid ?? '')
      sale.lockAt = Math.max(from, Date.parse(last.orderedAt)) + LOCK
      if (before !== 'pending' && sale.confirmedAt === null)
        this.#place(sale, monthOf(sale.lockAt), ({ status }) => !['tracked', 'cancelled'].includes(status))
    }
    if (sale.lockAt === null) return
    sale.isFlagged = isTooMuch && !sale.isJudged
    this.#settle(sale, now)
  }

  #place(sale: ModelSale, month: number, isAmong: (other: ModelSale) => boolean): void {
    sale.month = month
    sale.position = 0
    for (const other of this.sales.values())
      if (other !== sale && other.month === month && isAmong(other))
        sale.position += this.#terms.basis === 'sales_value' ? other.ledgerNet : Math.sign(other.ledgerNet)
  }

  #settle(sale: ModelSale, now: number): void {
    const { rate, unit } = this.#terms.rates[sale.orders[0]?.currency ?? ''] ?? { rate: 0n, unit: 1 }
    sale.ledgerNet = halfEven(BigInt(sale.net) * rate * 100n, 10n ** 10n * BigInt(unit))
    const isFirst = sale.entries.every(({ kind }) => kind === 'confirmation')
    const { month, position } = sale
    for (const { from, upTo, bps } of this.#terms.tiers) {
      const end = Math.min(position + sale.ledgerNet, upTo)
      const isIn = position >= from && position < upTo
      const byValue = Math.max(0, end - Math.max(position, from))
      const byCount = isIn ? sale.ledgerNet : 0
      const inside = this.#terms.basis === 'sales_value' ? byValue : byCount
      const stands = sale.entries.filter(({ tier }) => tier === from)
      const base = inside - stands.reduce((sum, entry) => sum + entry.base, 0)
      const owed = halfEven(BigInt(inside) * BigInt(bps), 10_000n)
      const amount = owed - stands.reduce((sum, entry) => sum + entry.amount, 0)
      if (base === 0 && amount === 0) continue
      let kind = 'adjustment'
      if (isFirst) kind = 'accrual'
      else if (sale.bills.length) kind = amount < 0 ? 'clawback' : 'adjustment'
      else if (sale.status === 'cancelled') kind = 'reversal'
      sale.entries.push({ kind, tier: from, base, amount, month, position, at: now, isInvoiced: false })
    }
  }
}

const isOpen = ({ payable, isPaid }: ModelInvoice) => payable > 0 && !isPaid
function becomePaid(sale: ModelSale, now: number): void {
  if (sale.status !== 'invoiced' || sale.bills.some(isOpen)) return
  sale.status = 'paid'
  sale.paidAt = now
}

/** Returns a fifth, rounded. Halves do not occur. Adding 0 turns -0 into 0, which tests do not treat as equal. */
const fifth = (minor: number) => Math.round(minor / 5) + 0

/** Rounds half to even, by the distance to both neighbours. */
function halfEven(dividend: bigint, divisor: bigint): number {
  const low = dividend / divisor
  const [down, up] = [dividend - low * divisor, (low + 1n) * divisor - dividend]
  if (down === up) return Number(low % 2n === 0n ? low : low + 1n)
  return Number(down < up ? low : low + 1n)
}

const monthOf = (at: number) => Date.UTC(new Date(at).getUTCFullYear(), new Date(at).getUTCMonth())
const nextMonth = (month: number) => Date.UTC(new Date(month).getUTCFullYear(), new Date(month).getUTCMonth() + 1)
