import type { DemoProduct, DemoVariant } from '../demo.types.ts'
import type { Colour } from './colours.ts'
import { restrictedGtin, skuOf } from './identifiers.ts'
import type { LineProfile } from './line-profile.ts'
import { fullPrice, retailPrice, salePrice } from './pricing.ts'
import type { Random } from './random.ts'
import { listedSizes } from './sizes.ts'

/** The maximum number of variants per product. GTIN numbers reserve this many. */
const MAX_VARIANTS = 64

/** The first variant id in the demo's stores. */
const FIRST_STORE_ID = 41_000_000_000

const ONE_SIZE_COLOURS = [
  [1, 50],
  [2, 36],
  [3, 14],
] as const
const SIZED_COLOURS = [
  [1, 82],
  [2, 18],
] as const
const SIZES_ALONE = [
  [3, 35],
  [4, 37],
  [5, 21],
  [6, 7],
] as const
const SIZES_OF_TWO = [
  [2, 35],
  [3, 45],
  [4, 20],
] as const

const SHARES = {
  discounted: 0.22,
  /** The share of discounted products with two colours of which only one is reduced. */
  oneColourDiscounted: 0.25,
  largeSizeSurcharge: 0.04,
  soldOutProduct: 0.043,
  soldOutVariant: 0.075,
  unknownProduct: 0.065,
  unknownVariant: 0.025,
  lowStock: 0.14,
  gtinProduct: 0.78,
  gtinVariant: 0.9,
} as const

/** Returns a product's colours. The first is shown by default. */
export function pickColours(profile: LineProfile, colours: readonly Colour[], random: Random): readonly Colour[] {
  const oneSize = profile.line.sizes === 'none' || profile.line.sizes === 'one'
  return random.sample(colours, random.weighted<number>(oneSize ? ONE_SIZE_COLOURS : SIZED_COLOURS))
}

type StockMode = 'sold out' | 'unknown' | 'known'

function stockMode(random: Random): StockMode {
  const roll = random.next()
  if (roll < SHARES.soldOutProduct) return 'sold out'
  return roll < SHARES.soldOutProduct + SHARES.unknownProduct ? 'unknown' : 'known'
}

function stockOf(mode: StockMode, random: Random): number | null {
  if (mode === 'sold out') return 0
  if (mode === 'unknown') return null
  const roll = random.next()
  if (roll < SHARES.soldOutVariant) return 0
  if (roll < SHARES.soldOutVariant + SHARES.unknownVariant) return null
  if (roll < SHARES.soldOutVariant + SHARES.unknownVariant + SHARES.lowStock) return random.between(1, 4)
  return 5 + Math.floor(75 * random.next() * random.next())
}

interface Prices {
  full: number
  sale: number | null
  /** Added to the price of larger sizes. */
  surcharge: number
  /** The only colour on sale, or null if all are. */
  onlyColour: number | null
}

function pricesOf(profile: LineProfile, colourCount: number, random: Random): Prices {
  const full = fullPrice(profile.partner.key, profile.line.price, random)
  const sale = random.chance(SHARES.discounted) ? salePrice(profile.partner.key, full, random) : null
  const costsMore = sale === null && random.chance(SHARES.largeSizeSurcharge)
  const surcharge = costsMore ? Math.max(0, retailPrice(profile.partner.key, (full / 100) * 1.08) - full) : 0
  const onlyColour = colourCount > 1 && random.chance(SHARES.oneColourDiscounted) ? random.below(colourCount) : null
  return { full, sale, surcharge, onlyColour }
}

/** Returns a product's variants: every colour in every listed size. */
export function variantsOf(
  profile: LineProfile,
  index: number,
  gender: DemoProduct['gender'],
  colours: readonly Colour[],
  random: Random,
): DemoVariant[] {
  const most = random.weighted<number>(colours.length > 1 ? SIZES_OF_TWO : SIZES_ALONE)
  const sizes = listedSizes(profile.line.sizes, gender, most, random)
  const prices = pricesOf(profile, colours.length, random)
  const mode = stockMode(random)
  const hasGtins = random.chance(SHARES.gtinProduct)
  const variants: DemoVariant[] = []
  for (const [colourIndex, colour] of colours.entries()) {
    const reduced = prices.sale !== null && (prices.onlyColour === null || prices.onlyColour === colourIndex)
    for (const [sizeIndex, size] of sizes.entries()) {
      const full = prices.full + (sizeIndex >= 3 ? prices.surcharge : 0)
      const number = index * MAX_VARIANTS + variants.length
      variants.push({
        size,
        colourName: colour.name,
        colourHex: colour.hex,
        sku: skuOf(profile, index, colour, size),
        storeLink: `?variant=${FIRST_STORE_ID + number}`,
        gtin: hasGtins && random.chance(SHARES.gtinVariant) ? restrictedGtin(index, number) : null,
        priceMinor: reduced && prices.sale !== null ? prices.sale : full,
        originalPriceMinor: reduced ? prices.full : null,
        stock: stockOf(mode, random),
      })
    }
  }
  return variants
}
