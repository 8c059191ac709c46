import type { Signal, StoreLine, StoreOrder, StoreRefund } from '#server/sales/store-order.schema.ts'

const MINUTE = 60_000
const DAY = 1440 * MINUTE
const FROM = Date.UTC(2026, 2, 1)
const ORDERED_WITHIN_DAYS = 100
/** Late enough for every lock to end and every late message to arrive. */
const UNTIL = Date.UTC(2026, 9, 1)

export type Step = { at: number } & (
  | { kind: 'order'; order: StoreOrder }
  | { kind: 'refund'; orderId: string; refund: StoreRefund }
  | { kind: 'judge'; orderId: string; counts: boolean }
  | { kind: 'confirm' | 'close' | 'pay' | 'payByBank' | 'undoPayment' | 'sell' }
  | { kind: 'move'; isAbroad: boolean }
)

export interface Histories {
  steps: Step[]
  clicks: Array<{ id: string; clickedAt: Date }>
  goodClicks: Set<string>
}

type Random = () => number
const nat = (random: Random, most: number) => Math.floor(random() * (most + 1))
const chance = (random: Random, share: number) => random() < share
const iso = (at: number) => new Date(at).toISOString()

/** Currencies with 2, 2, 0 and 3 decimals. */
export const CURRENCIES = ['GBP', 'EUR', 'JPY', 'KWD'] as const

/**
 * Draws the histories of many orders of one partner, and the order of their messages: late, repeated or out of order.
 */
export function drawHistories(random: Random, count: number, name: number): Histories {
  const all: Histories = { steps: [], clicks: [], goodClicks: new Set() }
  for (let index = 0; index < count; index++) drawOrder(random, `${name}-${index}`, index, all)
  for (let at = FROM + 15 * DAY; at < UNTIL; at += (2 + nat(random, 5)) * DAY)
    all.steps.push({ kind: 'confirm', at: at + nat(random, 1439) * MINUTE })
  for (let month = 3; month <= 9; month++)
    if (chance(random, 0.9)) all.steps.push({ kind: 'close', at: Date.UTC(2026, month, 1, 2, 15) })
  for (const kind of ['pay', 'payByBank', 'undoPayment'] as const)
    for (let times = nat(random, 5); times > 0; times--) all.steps.push({ kind, at: FROM + nat(random, UNTIL - FROM) })
  if (chance(random, 0.8)) all.steps.push({ kind: 'sell', at: FROM + nat(random, UNTIL - FROM) })
  for (let moves = nat(random, 3); moves > 0; moves--)
    all.steps.push({ kind: 'move', at: FROM + nat(random, UNTIL - FROM), isAbroad: chance(random, 0.5) })
  all.steps.sort((a, b) => a.at - b.at)
  return all
}

function drawOrder(random: Random, id: string, index: number, all: Histories): void {
  // No two orders are paid in the same millisecond, so that ids never decide which one is confirmed first.
  const ordered = FROM + nat(random, ORDERED_WITHIN_DAYS * 1440) * MINUTE + index
  const way = random()
  const isExpired = way >= 0.6 && way < 0.68
  const clickId = `wc_${Array.from({ length: 26 }, () => '0123456789ABCDEFGHJKMNPQRSTVWXYZ'[nat(random, 31)]).join('')}`
  all.clicks.push({ id: clickId, clickedAt: new Date(ordered - (isExpired ? 31 * DAY : 90 * MINUTE)) })
  if (!isExpired) all.goodClicks.add(clickId)
  const signal = (level: Signal['level']): Signal => ({ level, from: 'somewhere', clickId, code: null, text: '' })
  const utm: Signal = { level: 'U', from: 'utm', clickId: null, code: null, text: '' }
  const always = way < 0.68 ? [signal('A')] : way < 0.86 ? [utm] : []
  const hasJourney = (way >= 0.68 && way < 0.8) || way >= 0.93

  const paidAt = chance(random, 0.9) ? iso(ordered + (chance(random, 0.7) ? 0 : nat(random, 3 * 1440) * MINUTE)) : null
  let order: StoreOrder = {
    source: 'shopify',
    id,
    name: `#${index}`,
    currency: drawCurrency(random),
    orderedAt: iso(ordered),
    paidAt: paidAt === iso(ordered) ? paidAt : null,
    cancelledAt: null,
    updatedAt: iso(ordered),
    isTest: chance(random, 0.02),
    channel: 'web',
    customerHash: null,
    taxMinor: nat(random, 500),
    shippingMinor: nat(random, 500),
    refunds: [],
    signals: always,
    lines: Array.from({ length: 1 + nat(random, 2) }, (_, line) => drawLine(random, String(line))),
  }
  // Some stores send a payment time before the order's creation.
  if (order.paidAt && chance(random, 0.05)) order.paidAt = iso(ordered - nat(random, 1440) * MINUTE)
  const changes: Array<{ at: number; change: (order: StoreOrder) => StoreOrder }> = []
  const later = (days: number) => ordered + MINUTE + nat(random, days * 1440) * MINUTE
  if (paidAt !== null && order.paidAt === null)
    changes.push({ at: Date.parse(paidAt), change: (was) => ({ ...was, paidAt }) })
  for (let edit = nat(random, 4) - 2; edit > 0; edit--)
    changes.push({ at: later(60), change: (was) => ({ ...was, lines: editLines(random, was.lines ?? []) }) })
  if (chance(random, 0.08)) {
    const at = later(70)
    changes.push({ at, change: (was) => ({ ...was, cancelledAt: iso(at) }) })
  }
  // A store may mark an order as a test, and later change that.
  if (chance(random, 0.05))
    for (let turn = 0; turn < 2; turn++)
      changes.push({ at: later(90), change: (was) => ({ ...was, isTest: !was.isTest }) })
  if (chance(random, 0.6)) all.steps.push({ kind: 'judge', at: later(130), orderId: id, counts: chance(random, 0.5) })
  for (let refund = nat(random, 4) - 2; refund > 0; refund--) {
    const at = later(110)
    changes.push({ at, change: (was) => ({ ...was, refunds: [...was.refunds, drawRefund(random, was, at)] }) })
  }
  changes.sort((a, b) => a.at - b.at)

  const tell = (step: Step) => {
    const copies = chance(random, 0.15) ? 2 : 1
    for (let copy = 0; copy < copies; copy++) {
      const late = random()
      const delay = late < 0.8 ? nat(random, 5) * MINUTE : nat(random, (late < 0.97 ? 3 : 40) * 1440) * MINUTE
      all.steps.push({ ...step, at: step.at + delay })
    }
  }
  tell({ kind: 'order', at: ordered, order })
  const versions = [order]
  for (const [version, { at, change }] of changes.entries()) {
    const before = order
    order = { ...change(order), updatedAt: iso(at + version) }
    versions.push(order)
    const refund = order.refunds.length > before.refunds.length ? order.refunds.at(-1) : undefined
    // A refund arrives separately, with the order, or in both ways.
    if (refund && chance(random, 0.7)) tell({ kind: 'refund', at, orderId: id, refund })
    if (!refund || chance(random, 0.7)) tell({ kind: 'order', at, order })
  }
  if (hasJourney) {
    const at = later(5)
    const known = versions.findLast(({ updatedAt }) => Date.parse(updatedAt) <= at) ?? order
    tell({ kind: 'order', at, order: { ...known, signals: [...always, signal('B')] } })
  }
}

const drawCurrency = (random: Random) => (chance(random, 0.7) ? 'GBP' : (CURRENCIES[1 + nat(random, 2)] ?? 'EUR'))

function drawPrice(random: Random): number {
  if (chance(random, 0.03)) return 0
  // Amounts so small that no commission is owed.
  if (chance(random, 0.08)) return 1 + nat(random, 3)
  return nat(random, chance(random, 0.05) ? 3_000_000 : 30_000)
}

function drawLine(random: Random, id: string): StoreLine {
  const quantity = 1 + nat(random, 3)
  const priceMinor = drawPrice(random)
  return {
    id,
    productId: null,
    sku: null,
    title: 'Piece',
    quantity,
    removedQuantity: 0,
    priceMinor,
    discountMinor: chance(random, 0.4) ? nat(random, priceMinor) : 0,
    includedTaxMinor: chance(random, 0.5) ? nat(random, Math.floor((priceMinor * quantity) / 5)) : 0,
    leftOut: chance(random, 0.05) ? 'gift card' : '',
  }
}

function editLines(random: Random, lines: StoreLine[]): StoreLine[] {
  const edited = lines.map((line) =>
    chance(random, 0.5) ? { ...line, removedQuantity: nat(random, line.quantity) } : line,
  )
  return chance(random, 0.3) ? [...edited, drawLine(random, `added${lines.length}`)] : edited
}

function drawRefund(random: Random, order: StoreOrder, at: number): StoreRefund {
  const lines = (order.lines ?? [])
    .filter(() => chance(random, 0.5))
    .map((line) => {
      const net = line.priceMinor * line.quantity - line.discountMinor - line.includedTaxMinor
      const amountMinor = chance(random, 0.4) ? Math.max(0, net) : nat(random, Math.max(0, net))
      return { lineId: chance(random, 0.02) ? 'unknown' : line.id, quantity: 1, amountMinor }
    })
  const otherMinor = chance(random, 0.2) ? nat(random, 6_000) - 3_000 : 0
  return { id: `r${order.refunds.length}`, refundedAt: iso(at), lines, otherMinor }
}
