import type { Random } from './random.ts'

interface PriceStyle {
  /** Full prices are multiples of this, in major units. */
  step: number
  /** The ending of every price, in minor units. */
  ending: 0 | 50 | 95 | 99
}

const STYLES: Readonly<Record<string, PriceStyle>> = {
  'oswick-and-dray': { step: 5, ending: 0 },
  linhavento: { step: 1, ending: 0 },
  lowstoop: { step: 2, ending: 0 },
  'inverskerry-mill': { step: 1, ending: 50 },
  stilvejr: { step: 5, ending: 0 },
  calzavetta: { step: 10, ending: 0 },
  wrenhallam: { step: 1, ending: 0 },
  'pettifers-daughter': { step: 1, ending: 95 },
  splitridge: { step: 5, ending: 95 },
  'tuesday-drawer': { step: 1, ending: 0 },
  'seitenfluegel-vier': { step: 10, ending: 0 },
  lastwash: { step: 2, ending: 0 },
  'bahia-lenta': { step: 1, ending: 99 },
  'atelier-corveane': { step: 5, ending: 0 },
}

const PLAIN: PriceStyle = { step: 1, ending: 0 }

const DISCOUNTS = [
  [0.1, 2],
  [0.15, 3],
  [0.2, 6],
  [0.25, 4],
  [0.3, 6],
  [0.4, 4],
  [0.5, 3],
  [0.6, 1],
] as const

/** Returns a price near the amount (in major units) with the partner's usual ending, in minor units. */
export function retailPrice(partnerKey: string, amount: number, step?: number): number {
  const style = STYLES[partnerKey] ?? PLAIN
  const grain = step ?? style.step
  const rounded = Math.max(grain, Math.round(amount / grain) * grain)
  return style.ending === 0 ? rounded * 100 : (rounded - 1) * 100 + style.ending
}

/** Returns a full price within the range; lower ones are more likely. */
export function fullPrice(partnerKey: string, [low, high]: readonly [number, number], random: Random): number {
  const spread = (random.next() + random.next()) / 2
  return retailPrice(partnerKey, low * Math.pow(high / low, spread))
}

/** Returns the price after a discount of 10 to 60%, or null if rounding leaves too little. */
export function salePrice(partnerKey: string, fullMinor: number, random: Random): number | null {
  const discount = random.weighted(DISCOUNTS)
  const { step } = STYLES[partnerKey] ?? PLAIN
  const sale = retailPrice(partnerKey, (fullMinor / 100) * (1 - discount), Math.min(step, 5))
  const share = 1 - sale / fullMinor
  return share >= 0.08 && share <= 0.62 ? sale : null
}
