import { Prisma } from '#prisma/generated/client.ts'

/** Of one product, the surest and longest known first: so many that no store alone can fill them. */
const MOST_MATCHES = 500

/** Two products as the tables of matches name them: the smaller id first. */
export const pairOf = (one: string, other: string): { productId: string; otherId: string } =>
  one < other ? { productId: one, otherId: other } : { productId: other, otherId: one }

/** What a product matches and no administrator has separated from it: rows of `id`, `way` and `evidence`, by two indexes. */
export const matchesOf = (productId: string): Prisma.Sql => Prisma.sql`
  (SELECT found.id, found.way, found.evidence FROM (
    SELECT m.other_id AS id, m.way, m.evidence, m.matched_at FROM item_matches m WHERE m.product_id = ${productId}::uuid
      AND NOT EXISTS (SELECT 1 FROM item_separations x WHERE x.product_id = m.product_id AND x.other_id = m.other_id)
    UNION ALL
    SELECT m.product_id, m.way, m.evidence, m.matched_at FROM item_matches m WHERE m.other_id = ${productId}::uuid
      AND NOT EXISTS (SELECT 1 FROM item_separations x WHERE x.product_id = m.product_id AND x.other_id = m.other_id)
    ) found ORDER BY found.way, found.matched_at, found.id LIMIT ${MOST_MATCHES}::int)`

/** Kept pages of the products say what is true of them now. */
export async function tellPages(
  tx: Prisma.TransactionClient,
  pairs: ReadonlyArray<{ productId: string; otherId: string }>,
): Promise<void> {
  if (!pairs.length) return
  const ids = [...new Set(pairs.flatMap(({ productId, otherId }) => [productId, otherId]))]
  // Nothing that a feed of the catalogue tells.
  await tx.$executeRaw`INSERT INTO product_changes (kind, about_id, is_told) SELECT 'pages', id, false FROM unnest(${ids}::uuid[]) id`
  await tx.$queryRaw`SELECT pg_notify('product_changes', '')::text`
}
