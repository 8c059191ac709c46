import type { PartnerAsk } from '#server/platform/ask.ts'
import { UNMET_DAYS, unmetSearches } from '#server/search/log/unmet-searches.ts'

const SHOWN = 12

/** Words of a search without results. */
interface Unmet {
  query: string
  /** Searches in the last 30 days; each address counts once a day. */
  searches: number
  foundNothing: number
  /** True for searches on the partner's own page, false for the shop. */
  isOnOwnPage: boolean
  /** The kind of garment, and the number of the partner's products in it. */
  category: { name: string; products: number }
}

/**
 * Lists searches without results of the last 30 days, in the shop or on the partner's page, for the kinds of garments
 * that the partner sells. The most common come first.
 */
export async function listUnmetSearches({ db, partner }: Pick<PartnerAsk, 'db' | 'partner'>) {
  const [searches, categories] = await Promise.all([unmetSearches(db), listOwnKinds(db, partner.id)])
  const rows: Unmet[] = []
  for (const { query, partnerKey, categories: named, ...counts } of searches) {
    const isOnOwnPage = partnerKey === partner.id
    const category = named.flatMap((slug) => categories.get(slug) ?? [])[0]
    if (category && (isOnOwnPage || partnerKey === '')) rows.push({ query, ...counts, isOnOwnPage, category })
  }
  return { days: UNMET_DAYS, rows: rows.slice(0, SHOWN), others: Math.max(0, rows.length - SHOWN) }
}

/** Returns the categories of the partner's products and all their ancestors, by slug. */
async function listOwnKinds(db: PartnerAsk['db'], partnerId: string) {
  // eslint-disable-next-line house/listed-products -- the partner's own products, including drafts
  const rows = await db.$queryRaw<Array<{ slug: string; name: string; products: number }>>`
    WITH RECURSIVE own AS MATERIALIZED (
      SELECT p.category_id AS id, count(*)::int AS products FROM products p
      WHERE p.partner_id = ${partnerId}::uuid AND p.deleted_at IS NULL AND p.category_id IS NOT NULL GROUP BY p.category_id
    ), kinds AS (
      SELECT id, products FROM own
      UNION ALL SELECT c.parent_id, kinds.products FROM kinds JOIN categories c ON c.id = kinds.id WHERE c.parent_id IS NOT NULL
    )
    SELECT c.slug, c.name, sum(kinds.products)::int AS products FROM kinds JOIN categories c ON c.id = kinds.id GROUP BY c.id`
  return new Map(rows.map(({ slug, ...kind }) => [slug, kind]))
}
