import { Prisma } from '#prisma/generated/client.ts'

/** Maximum matches per product, surest and oldest first. One store alone cannot fill it. */
const MAX_MATCHES = 500

/** Returns two products in the order of the match tables: the smaller id first. */
export const pairOf = (one: string, other: string): { productId: string; otherId: string } =>
  one < other ? { productId: one, otherId: other } : { productId: other, otherId: one }

/**
 * SQL: rows of `id`, `way` and `evidence` for a product's matches that no administrator has separated. Uses two
 * indexes.
 */
export const matchesOf = (productId: string): Prisma.Sql => Prisma.sql`
  (SELECT found.id, found.way, found.evidence FROM (
    SELECT m.other_id AS id, m.way, m.evidence, m.matched_at FROM item_matches m WHERE m.product_id = ${productId}::uuid
      AND NOT EXISTS (SELECT 1 FROM item_separations x WHERE x.product_id = m.product_id AND x.other_id = m.other_id)
    UNION ALL
    SELECT m.product_id, m.way, m.evidence, m.matched_at FROM item_matches m WHERE m.other_id = ${productId}::uuid
      AND NOT EXISTS (SELECT 1 FROM item_separations x WHERE x.product_id = m.product_id AND x.other_id = m.other_id)
    ) found ORDER BY found.way, found.matched_at, found.id LIMIT ${MAX_MATCHES}::int)`

/** Makes cached pages of the products show the current matches. */
export async function tellPages(
  tx: Prisma.TransactionClient,
  pairs: ReadonlyArray<{ productId: string; otherId: string }>,
): Promise<void> {
  if (!pairs.length) return
  const ids = [...new Set(pairs.flatMap(({ productId, otherId }) => [productId, otherId]))]
  // Does not affect the catalogue's feeds.
  await tx.$executeRaw`INSERT INTO product_changes (kind, about_id, is_told) SELECT 'pages', id, false FROM unnest(${ids}::uuid[]) id`
  await tx.$queryRaw`SELECT pg_notify('product_changes', '')::text`
}
