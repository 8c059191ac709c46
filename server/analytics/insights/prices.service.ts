import type { PartnerAsk } from '#server/platform/ask.ts'
import { ACTIVE, LISTED } from '#server/platform/listed.ts'
import { unitOf } from '#server/platform/money.schema.ts'
import { BASE_CURRENCY } from '#server/platform/money.ts'
import { ratesToBase } from '#server/search/rates.ts'
import { MARKET } from './insights.schema.ts'

const MAX_CATEGORIES = 50
/** The percentiles that the chart shows. */
const SHARES = [0.1, 0.25, 0.5, 0.75, 0.9]

/**
 * Prices of one category, in minor units of the answer's currency. Approximate, because amounts in other currencies are
 * converted.
 */
interface CategoryPrices {
  id: string
  name: string
  store: { products: number; medianMinor: number }
  /** Null if too few other partners sell in the category. */
  market: {
    products: number
    stores: number
    sharesMinor: { p10: number; p25: number; p50: number; p75: number; p90: number }
  } | null
  /** By how many percent the partner's median is above the market's; negative if below, null without a market. */
  differencePercent: number | null
}

interface Read {
  id: string
  name: string
  ownProducts: number
  ownMedian: number
  products: number
  stores: number
  shares: number[] | null
}

/**
 * For up to fifty categories that the partner sells in, returns the median price of its active products, and the price
 * distribution of other partners' listed products if there are at least MARKET of them. Medians are interpolated
 * (percentile_cont).
 */
export async function comparePrices({ db, partner }: Pick<PartnerAsk, 'db' | 'partner'>) {
  const [{ currency: storeCurrency }, rates, read] = await Promise.all([
    db.partner.findUniqueOrThrow({ where: { id: partner.id }, select: { currency: true } }),
    ratesToBase(db),
    db.$queryRaw<Read[]>`
      WITH own AS MATERIALIZED (
        SELECT p.category_id AS id, count(*)::int AS products, percentile_cont(0.5) WITHIN GROUP (ORDER BY p.price_base_minor) AS median
        FROM products p WHERE p.partner_id = ${partner.id}::uuid AND ${ACTIVE} AND p.category_id IS NOT NULL
        GROUP BY p.category_id ORDER BY count(*) DESC, p.category_id LIMIT ${MAX_CATEGORIES}::int
      )
      SELECT own.id, c.name, own.products AS "ownProducts", own.median AS "ownMedian", market.*
      FROM own JOIN categories c ON c.id = own.id
      CROSS JOIN LATERAL (
        SELECT count(*)::int AS products, count(DISTINCT p.partner_id)::int AS stores,
          percentile_cont(${SHARES}::float8[]) WITHIN GROUP (ORDER BY p.price_base_minor) AS shares
        FROM products p
        WHERE p.category_id = own.id AND p.partner_id <> ${partner.id}::uuid AND ${LISTED}
      ) market
      ORDER BY own.products DESC, c.name, own.id`,
  ])
  const rate = rates.get(storeCurrency)
  const currency = rate === undefined ? BASE_CURRENCY : storeCurrency
  const factor = unitOf(currency) / unitOf(BASE_CURRENCY) / (rate ?? 1)
  const shown = (baseMinor: number) => Math.round(baseMinor * factor)
  const rows = read.map(({ id, name, ownProducts, ownMedian, products, stores, shares }): CategoryPrices => {
    const [p10 = 0, p25 = 0, p50 = 0, p75 = 0, p90 = 0] = (shares ?? []).map(shown)
    const isKnown = products >= MARKET.products && stores >= MARKET.stores
    const median = shares?.[2] ?? 0
    return {
      id,
      name,
      store: { products: ownProducts, medianMinor: shown(ownMedian) },
      market: isKnown ? { products, stores, sharesMinor: { p10, p25, p50, p75, p90 } } : null,
      differencePercent: isKnown && median > 0 ? Math.round((ownMedian / median - 1) * 100) : null,
    }
  })
  return { currency, rows, fewest: MARKET }
}
