import { Prisma } from '#prisma/generated/client.ts'
import { BATCH, bySize, type Size } from '#server/platform/by-size.ts'
import type { Db } from '#server/platform/db.ts'

/**
 * SQL: the size of a product as the columns `rows` and `bytes`. Counts variants and pictures by their indexes instead
 * of reading them. `p` is the products row.
 */
export const PRODUCT_SIZE = Prisma.sql`
  (SELECT count(*) FROM product_variants v WHERE v.product_id = p.id)::int + (SELECT count(*) FROM product_images i WHERE i.product_id = p.id)::int AS rows,
  octet_length(p.description) + coalesce(octet_length(p.description_html), 0) + coalesce(octet_length(array_to_string(p.tags, '')), 0) AS bytes`

export type SizedProduct = Size & { id: string }

/** Returns the products' ids in batches of bounded size. */
export function* batchesOfProducts(products: Iterable<SizedProduct>): Generator<string[]> {
  for (const batch of bySize(products, (product) => product)) yield batch.map(({ id }) => id)
}

/**
 * Splits products into batches small enough to read and write at once: by their variants, pictures and texts, not by
 * their number. Skips ids that do not exist; keeps the order of `ids`.
 */
export async function* productBatches(
  db: Db | Prisma.TransactionClient,
  ids: readonly string[],
): AsyncGenerator<string[]> {
  for (let at = 0; at < ids.length; at += BATCH.items) {
    // eslint-disable-next-line house/listed-products -- returns only sizes; callers decide which products to read
    const sized = await db.$queryRaw<SizedProduct[]>`
      SELECT p.id, ${PRODUCT_SIZE} FROM unnest(${ids.slice(at, at + BATCH.items)}::uuid[]) WITH ORDINALITY asked (id, place)
      JOIN products p ON p.id = asked.id ORDER BY asked.place`
    yield* batchesOfProducts(sized)
  }
}
