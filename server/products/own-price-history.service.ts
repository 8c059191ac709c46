import { findPriceHistory } from '#server/catalogue/price-history.ts'
import type { PartnerAsk } from '#server/platform/ask.ts'
import type { ProductChange } from './describe-changes.ts'
import { loadOwnProduct } from './edit-product.service.ts'
import type { ProductInput } from './product-form.schema.ts'

const ACTS_READ = 100
const ACTS_SHOWN = 20
const LINES_SHOWN = 5

/**
 * Returns a product's prices for its partner: the last 12 months as shoppers see them, and the last changes with their
 * authors, in the currency at the time. Amounts in minor units.
 * @throws AppError not_found for a deleted product or another partner's
 */
export async function ownPriceHistory({ db, partner }: Pick<PartnerAsk, 'db' | 'partner'>, input: ProductInput) {
  const { product } = await loadOwnProduct(db, partner.id, input.productId)
  const { currency, priceMinor, priceMaxMinor } = product
  const [history, events] = await Promise.all([
    findPriceHistory(db, product),
    db.productEvent.findMany({
      where: { productId: product.id, partnerId: partner.id },
      orderBy: { createdAt: 'desc' },
      take: ACTS_READ,
      select: { id: true, createdAt: true, changes: true, currency: true, act: { select: { actorName: true } } },
    }),
  ])
  const acts = events.flatMap(({ changes, createdAt, act, ...event }) => {
    const lines = (changes as unknown as ProductChange[]).filter(({ field }) => /^(?:price|originalPrice)$/.test(field))
    if (!lines.length) return []
    return [
      {
        ...event,
        by: act.actorName,
        at: createdAt,
        lines: lines.slice(0, LINES_SHOWN),
        more: Math.max(0, lines.length - LINES_SHOWN),
      },
    ]
  })
  return { currency, priceMinor, priceMaxMinor, history, acts: acts.slice(0, ACTS_SHOWN) }
}
