import { findMovingProducts } from '#server/analytics/market-products.ts'
import { inOneSnapshot } from '#server/analytics/one-snapshot.ts'
import { spanOf } from '#server/analytics/span.ts'
import type { Ask } from '#server/platform/ask.ts'
import type { MarketInput } from './market.schema.ts'
import type { MarketProducts } from './market.types.ts'

const MAX_SHOWN = 5

/** Returns the products that sell most, and those that sell less than in the preceding period. Up to five each. */
export function getMarketProducts(
  { db }: Pick<Ask, 'db'>,
  { period }: MarketInput,
  now = new Date(),
): Promise<MarketProducts> {
  const { from, to, previousFrom } = spanOf(period, now, 'UTC')
  return inOneSnapshot(db, (tx) => findMovingProducts(tx, { from, to }, { from: previousFrom, to: from }, MAX_SHOWN))
}
