import type { CommissionEntry } from '#prisma/generated/client.ts'
import { monthOf } from './place-in-month.ts'
import { OF_SALES } from './settle.ts'

interface ReplayedSale {
  baseMinor: bigint
  /** Null if no entry has confirmed it yet. */
  confirmed: { month: Date | null; position: bigint | null } | null
}

/**
 * Derives the positions of a partner's confirmed sales from its chain. Each sale begins where the sales end that were
 * confirmed before it in the same month, plan and currency. Only the entries up to that point count. `placeInMonth`
 * computes the same from the sales themselves. Stores two numbers and a position per sale, some 300 bytes, and two sums
 * per month.
 */
export class ReplayedPlaces {
  readonly #basisOf: ReadonlyMap<string, 'sales_value' | 'sales_count'>
  readonly #sales = new Map<string, ReplayedSale>()
  readonly #months = new Map<string, { sales_value: bigint; sales_count: bigint }>()

  /** @param basisOf by the id of a plan */
  constructor(basisOf: ReadonlyMap<string, 'sales_value' | 'sales_count'>) {
    this.#basisOf = basisOf
  }

  /** Processes the chain's next entry. @returns why it is invalid at its position, or null if it is valid */
  take(entry: CommissionEntry): string | null {
    const { kind, conversionId, month, position } = entry
    const isOfSale = OF_SALES.some((each) => each === kind)
    if (conversionId === null || (!isOfSale && kind !== 'confirmation')) return null
    const sale = this.#sales.get(conversionId) ?? { baseMinor: 0n, confirmed: null }
    this.#sales.set(conversionId, sale)
    if (kind === 'confirmation') return this.#confirm(sale, entry)
    const before = sale.baseMinor
    sale.baseMinor += entry.baseMinor
    if (!sale.confirmed) return null
    const sums = this.#sumsOf(entry)
    sums.sales_value += entry.baseMinor
    sums.sales_count += counted(sale.baseMinor) - counted(before)
    return isSame(sale.confirmed, { month, position }) ? null : 'its sale is confirmed with another month or position'
  }

  /** Returns the position of the sale's confirmation; null if no entry confirms it. */
  confirmedAt(conversionId: string): ReplayedSale['confirmed'] {
    return this.#sales.get(conversionId)?.confirmed ?? null
  }

  #confirm(sale: ReplayedSale, entry: CommissionEntry): string | null {
    if (sale.confirmed) return 'its sale is confirmed twice'
    const { planId, month, position, baseMinor, amountMinor, effectiveAt } = entry
    const sums = this.#sumsOf(entry)
    const place = sums[this.#basisOf.get(planId ?? '') ?? 'sales_value']
    sale.confirmed = { month, position }
    sums.sales_value += sale.baseMinor
    sums.sales_count += counted(sale.baseMinor)
    if (baseMinor !== 0n || amountMinor !== 0n) return 'a confirmation must have no amount'
    if (!month || month > monthOf(effectiveAt)) return 'it is confirmed before its month begins'
    return place === position ? null : `given the entries before it, its position must be ${place}, not ${position}`
  }

  #sumsOf({ month, planId, currency }: CommissionEntry) {
    const key = `${month?.getTime()} ${planId} ${currency}`
    const sums = this.#months.get(key) ?? { sales_value: 0n, sales_count: 0n }
    this.#months.set(key, sums)
    return sums
  }
}

const counted = (baseMinor: bigint) => (baseMinor > 0n ? 1n : 0n)
const isSame = (one: NonNullable<ReplayedSale['confirmed']>, other: NonNullable<ReplayedSale['confirmed']>) =>
  one.month?.getTime() === other.month?.getTime() && one.position === other.position
