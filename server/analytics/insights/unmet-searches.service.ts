import type { PartnerAsk } from '#server/platform/ask.ts'
import { UNMET_DAYS, unmetSearches } from '#server/search/log/unmet-searches.ts'

const SHOWN = 12

/** Words that shoppers looked for without finding them. */
interface Unmet {
  query: string
  /** In the last 30 days; of one address they count once a day. */
  searches: number
  foundNothing: number
  /** Whether they were looked for on the partner's own page, and not in the whole shop. */
  isOnOwnPage: boolean
  /** The kind of garment, and how many products of the partner's are of it. */
  category: { name: string; products: number }
}

/**
 * What shoppers of the last 30 days asked for and did not find, in the shop or on the partner's page, of the kinds of garments
 * that the partner has products of: the most missed first.
 */
export async function listUnmetSearches({ db, partner }: Pick<PartnerAsk, 'db' | 'partner'>) {
  const [searches, categories] = await Promise.all([unmetSearches(db), readOwnKinds(db, partner.id)])
  const rows: Unmet[] = []
  for (const { query, partnerKey, categories: named, ...counts } of searches) {
    const isOnOwnPage = partnerKey === partner.id
    const category = named.flatMap((slug) => categories.get(slug) ?? [])[0]
    if (category && (isOnOwnPage || partnerKey === '')) rows.push({ query, ...counts, isOnOwnPage, category })
  }
  return { days: UNMET_DAYS, rows: rows.slice(0, SHOWN), others: Math.max(0, rows.length - SHOWN) }
}

/** The categories that the partner's products stand in, and all above them, by slug. */
async function readOwnKinds(db: PartnerAsk['db'], partnerId: string) {
  // eslint-disable-next-line house/listed-products -- the partner's own, drafts too
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
