import { Prisma } from '#prisma/generated/client.ts'
import type { Db } from '#server/platform/db.ts'
import type { PersonAsk } from '#server/platform/ask.ts'
import { DEFAULT_PRIORITY, MAX_WISHES } from './wishlist.schema.ts'

/** How long a removed product keeps its owner's notes and settings, and is not recommended. */
export const REMOVED_DAYS = 30
/**
 * Within this time a removed product is restored unchanged. Later it is saved as new, with its owner's notes and
 * settings.
 */
const UNDO_WINDOW = '1 hour'

/** The fields of an item that the shop sets, not its owner. */
const KNOWN_BY_SHOP = Prisma.sql`ARRAY['id', 'added_at', 'added_price_minor', 'added_currency', 'last_facts', 'usual_price_minor', 'usual_currency', 'dearer_since', 'was_below_target', 'was_in_stock', 'was_low_stock']`

/**
 * SQL for a LATERAL join that returns a row of wishlist_items for a product. `p` is the products row, `kept` its row of
 * removed_wishes (all null if there is none), and `id` an expression for a new id. A price that is already below the
 * target when the product is saved again is not news.
 */
export const wishRow = ({ userId }: PersonAsk['viewer'], id: Prisma.Sql): Prisma.Sql => Prisma.sql`
  jsonb_populate_record(null::wishlist_items, jsonb_build_object(
    'id', ${id}, 'user_id', ${userId}::uuid, 'product_id', p.id, 'priority', ${DEFAULT_PRIORITY}::int, 'note', '', 'added_at', now(),
    'added_price_minor', p.price_minor, 'added_currency', p.currency, 'watches_stock', true, 'was_below_target', false, 'was_low_stock', false
  ) || coalesce(CASE WHEN kept.removed_at > now() - ${UNDO_WINDOW}::interval THEN kept.item
    ELSE kept.item - ${KNOWN_BY_SHOP} || jsonb_build_object('was_below_target',
      coalesce(p.price_minor <= (kept.item->>'target_minor')::int AND p.currency = kept.item->>'target_currency', false)) END, '{}'))`

/** Returns how many more items fit on the wishlist. */
export const roomOf = ({ userId }: PersonAsk['viewer']): Prisma.Sql =>
  Prisma.sql`(${MAX_WISHES}::int - (SELECT count(*) FROM wishlist_items WHERE user_id = ${userId}::uuid))`

export const wishlistIsFull = `Your wishlist is full: it holds ${MAX_WISHES.toLocaleString('en-US')} products. Remove one to add another.`

/**
 * SQL: an INSERT for a CTE. Stores the rows of the CTE `gone` (deleted from wishlist_items), so that they can be
 * restored.
 */
export const keepGone = (batchId: string): Prisma.Sql => Prisma.sql`
  INSERT INTO removed_wishes (id, user_id, product_id, batch_id, item)
  SELECT gone.id, gone.user_id, gone.product_id, ${batchId}::uuid, to_jsonb(gone) FROM gone
  ON CONFLICT (user_id, product_id) DO UPDATE SET id = EXCLUDED.id, batch_id = EXCLUDED.batch_id, item = EXCLUDED.item, removed_at = now()`

/** A condition on removed_wishes `r`: the product has not been deleted since. */
// eslint-disable-next-line house/listed-products -- also restores products that are no longer listed
export const CAN_COME_BACK = Prisma.sql`(r.product_id IS NULL OR EXISTS (SELECT 1 FROM products p WHERE p.id = r.product_id))`

/** Returns how many items of a removal can still be restored. */
export async function countRemoved(db: Db, { userId }: PersonAsk['viewer'], batchId: string): Promise<number> {
  const [row] = await db.$queryRaw<Array<{ count: number }>>`
    SELECT count(*)::int AS count FROM removed_wishes r WHERE r.user_id = ${userId}::uuid AND r.batch_id = ${batchId}::uuid AND ${CAN_COME_BACK}`
  return row?.count ?? 0
}

/**
 * Keeps the newest 2,000 removed items of an account, so that repeated filling and clearing does not fill the table.
 */
export function forgetOldest(db: Db, { userId }: PersonAsk['viewer']): Promise<number> {
  return db.$executeRaw`
    DELETE FROM removed_wishes WHERE id IN (
      SELECT id FROM removed_wishes WHERE user_id = ${userId}::uuid ORDER BY removed_at DESC, id DESC OFFSET ${MAX_WISHES}::int
    )`
}
