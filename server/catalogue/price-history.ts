import type { Db } from '#server/platform/db.ts'
import { DAY_MS } from '#server/platform/durations.values.ts'
import { KEPT_PLAN } from '#server/platform/kept-plan.ts'
import { currentRequest } from '#server/platform/request-context.ts'

/** The period that the page shows. */
export const HISTORY_MS = 365 * DAY_MS
/** The reference period for a reduction: Directive 98/6/EC, article 6a. */
const REFERENCE_MS = 30 * DAY_MS
/** Sample size, because variants with the same price usually share a history. */
const MAX_VARIANTS = 20
/**
 * Price changes kept and read per variant; with more, the history begins later. Enough for 60 days of four changes
 * each, since a reduction of 30 days ago is judged by the 30 days before it.
 */
export const MAX_CHANGES = 250

/** The price of a variant from `changedAt` on. */
export interface PriceRow {
  variantId: string
  priceMinor: number
  changedAt: Date
}

/** The price `priceMinor` from `at` (milliseconds since 1970) until the next step. */
interface PriceStep {
  at: number
  priceMinor: number
}

/**
 * Compares the store's former price with the history.
 * - `holds`: it was sold for at least as much until the reduction.
 * - `smaller`: it was reduced, but from less than the store shows.
 * - `none`: it was sold as cheaply in the 30 days before.
 * - `usual`: it has cost this for more than 30 days.
 */
type Reduction =
  { kind: 'holds' | 'smaller' | 'none'; since: number; referenceMinor: number } | { kind: 'usual'; since: number }

export interface PriceHistory {
  /** Milliseconds since 1970. */
  readAt: number
  /** Oldest first, each with a different price than the one before; the last is the current price. */
  steps: PriceStep[]
  /** The lowest price since `latelyAt`, 30 days before `readAt`, in minor units. */
  lowestMinor: number
  latelyAt: number
  /** Null if the store shows no former price, or if there is too little data to judge it. */
  reduction: Reduction | null
}

/**
 * Returns a product's price over the last 12 months: at each moment the lowest price of the variants that give its
 * current price. Amounts in minor units of the product's currency. Null without data.
 */
export async function findPriceHistory(
  db: Db,
  product: {
    currency: string
    priceMinor: number
    originalPriceMinor: number | null
    variants: ReadonlyArray<{ id: string; priceMinor: number }>
  },
  now = new Date(),
): Promise<PriceHistory | null> {
  const ids = product.variants.filter(({ priceMinor }) => priceMinor === product.priceMinor).map(({ id }) => id)
  if (!ids.length) return null
  const rows = await db.$queryRaw<PriceRow[]>`${KEPT_PLAN}
    SELECT h.variant_id AS "variantId", h.price_minor AS "priceMinor", h.changed_at AS "changedAt"
    FROM unnest(${ids.slice(0, MAX_VARIANTS)}::uuid[]) v (id) CROSS JOIN LATERAL (
      SELECT h.* FROM price_history h
      WHERE h.variant_id = v.id AND h.currency = ${product.currency} AND h.changed_at <= ${now}::timestamptz
      ORDER BY h.changed_at DESC LIMIT ${MAX_CHANGES}::int
    ) h
    ORDER BY h.changed_at, h.id`
  const history = judgePrices(rows, product, now.getTime(), knownFrom(rows))
  if (history?.reduction && history.reduction.kind !== 'usual')
    currentRequest()?.endAt?.(new Date(history.reduction.since + REFERENCE_MS))
  return history
}

/** Returns when the complete history of every variant begins, in milliseconds since 1970. */
function knownFrom(rows: readonly PriceRow[]): number {
  const counts = new Map<string, number>()
  for (const { variantId } of rows) counts.set(variantId, (counts.get(variantId) ?? 0) + 1)
  const cut = [...counts].filter(([, count]) => count === MAX_CHANGES)
  return Math.max(0, ...cut.map(([id]) => rows.find(({ variantId }) => variantId === id)?.changedAt.getTime() ?? 0))
}

/**
 * Computes the history from the rows, oldest first, of all variants that give the price. A row from before the window
 * sets the window's starting price.
 * @param now milliseconds since 1970
 * @param from the earliest start of the history; milliseconds since 1970
 */
export function judgePrices(
  rows: readonly PriceRow[],
  { priceMinor, originalPriceMinor }: { priceMinor: number; originalPriceMinor: number | null },
  now: number,
  from = 0,
): PriceHistory | null {
  const steps = lowestSteps(rows, Math.max(from, now - HISTORY_MS))
  const last = steps.at(-1)
  if (!last) return null
  // The displayed price is authoritative, even if a change was not recorded.
  if (last.priceMinor !== priceMinor) steps.push({ at: now, priceMinor })
  const latelyAt = now - REFERENCE_MS
  return {
    readAt: now,
    steps,
    lowestMinor: lowestBetween(steps, latelyAt, now),
    latelyAt,
    reduction:
      originalPriceMinor !== null && originalPriceMinor > priceMinor
        ? judgeReduction(steps, { priceMinor, originalPriceMinor }, now)
        : null,
  }
}

function judgeReduction(
  steps: readonly PriceStep[],
  { priceMinor, originalPriceMinor }: { priceMinor: number; originalPriceMinor: number },
  now: number,
): Reduction | null {
  const since = steps.at(-1)?.at ?? now
  if (now - since > REFERENCE_MS) return { kind: 'usual', since }
  if (steps.length === 1) return null
  const referenceMinor = lowestBetween(steps, since - REFERENCE_MS, since - 1)
  const kind = referenceMinor >= originalPriceMinor ? 'holds' : referenceMinor > priceMinor ? 'smaller' : 'none'
  return { kind, since, referenceMinor }
}

function lowestSteps(rows: readonly PriceRow[], start: number): PriceStep[] {
  const prices = new Map<string, number>()
  const steps: PriceStep[] = []
  for (const { variantId, priceMinor, changedAt } of rows) {
    prices.set(variantId, priceMinor)
    const step = { at: Math.max(start, changedAt.getTime()), priceMinor: Math.min(...prices.values()) }
    // Rows of one moment, such as an import's, form one step.
    if (steps.at(-1)?.at === step.at) steps.pop()
    if (steps.at(-1)?.priceMinor !== step.priceMinor) steps.push(step)
  }
  return steps
}

/** Returns the lowest price that applied at any moment from `from` to `to`. */
function lowestBetween(steps: readonly PriceStep[], from: number, to: number): number {
  return Math.min(
    ...steps
      .filter(({ at }, index) => at <= to && (steps[index + 1]?.at ?? Infinity) > from)
      .map(({ priceMinor }) => priceMinor),
  )
}
