/* eslint-disable house/listed-products -- the caller decides which products to update */
import { Prisma } from '#prisma/generated/client.ts'
import type { Db } from '#server/platform/db.ts'

/** Above 10,000 rows in one statement the search indexes would reload the full catalogue (note_products_written). */
const BATCH = 5_000

/**
 * Sets a computed number on many products. Skips products that an import is writing, so that the two cannot deadlock.
 * @returns the number of updated products
 */
export async function setInBatches(
  db: Db,
  column: 'popularity' | 'fit_shift',
  changes: ReadonlyArray<{ id: string; value: number }>,
  signal?: AbortSignal,
): Promise<number> {
  let changed = 0
  for (let at = 0; at < changes.length && !signal?.aborted; at += BATCH) {
    const batch = changes.slice(at, at + BATCH)
    changed += await db.$executeRaw`
      UPDATE products p SET ${Prisma.raw(column)} = due.value FROM (
        SELECT free.id, due.value FROM unnest(${batch.map(({ id }) => id)}::uuid[], ${batch.map(({ value }) => value)}::int[]) AS due (id, value)
        JOIN products free ON free.id = due.id FOR NO KEY UPDATE OF free SKIP LOCKED
      ) due WHERE p.id = due.id`
  }
  return changed
}
