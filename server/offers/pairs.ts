import { Prisma } from '#prisma/generated/client.ts'

/** Of one product; the page shows no more. */
const MOST_MATCHES = 60

/** Two products as the tables of matches name them: the smaller id first. */
export const pairOf = (one: string, other: string): { productId: string; otherId: string } =>
  one < other ? { productId: one, otherId: other } : { productId: other, otherId: one }

/** What a product matches and no administrator has separated from it: rows of `id`, `way` and `evidence`, by two indexes. */
export const matchesOf = (productId: string): Prisma.Sql => Prisma.sql`
  (SELECT m.other_id AS id, m.way, m.evidence FROM item_matches m WHERE m.product_id = ${productId}::uuid
      AND NOT EXISTS (SELECT 1 FROM item_separations x WHERE x.product_id = m.product_id AND x.other_id = m.other_id)
    UNION ALL
    SELECT m.product_id, m.way, m.evidence FROM item_matches m WHERE m.other_id = ${productId}::uuid
      AND NOT EXISTS (SELECT 1 FROM item_separations x WHERE x.product_id = m.product_id AND x.other_id = m.other_id)
    LIMIT ${MOST_MATCHES}::int)`
