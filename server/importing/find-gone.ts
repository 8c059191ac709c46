import type { Prisma, ProductImport } from '#prisma/generated/client.ts'
import type { Db } from '#server/platform/db.ts'

const PAGE = 1_000
const NAMED_AT_ONCE = 5_000

type Reading = Pick<ProductImport, 'partnerId' | 'source' | 'feedId'>

/** Products that came from a file or a store and can be archived. */
const CAN_BE_GONE = {
  deletedAt: null,
  syncedAt: { not: null },
  status: { not: 'archived' },
} satisfies Prisma.ProductWhereInput

/** Counts the products of a feed that can be archived, including those that other feeds contain, too. */
export const countNamed = (db: Db, feedId: string): Promise<number> =>
  // eslint-disable-next-line house/listed-products -- the partner's own products, including drafts
  db.feedProduct.count({ where: { feedId, product: CAN_BE_GONE } })

/** Counts the products of a partner's stores that can be archived. */
export const countNamedByStores = (db: Db, partnerId: string): Promise<number> =>
  // eslint-disable-next-line house/listed-products -- the partner's own products, including drafts
  db.product.count({ where: { partnerId, ...CAN_BE_GONE, storeProducts: { some: {} } } })

/**
 * Finds the products to archive because this file does not contain them, a few hundred at a time. For a feed: products
 * that it used to contain and that are in no other feed or store. For a store: products that it or a former store of
 * the partner used to contain and that are in no feed. For an uploaded file: all products from files or stores.
 */
export async function* findGone(
  db: Db,
  { partnerId, source, feedId }: Reading,
  named: ReadonlySet<string>,
): AsyncGenerator<Array<{ id: string; handle: string; name: string }>> {
  // Its feed has been removed, so we no longer know which products it contained.
  if (source === 'feed' && feedId === null) return
  const pages =
    source === 'store'
      ? unnamedOfStores(db, partnerId, named)
      : feedId === null
        ? unnamedOfPartner(db, partnerId, named)
        : unnamedOfFeed(db, feedId, named)
  for await (const page of pages) {
    const gone = page.filter(({ canBeGone }) => canBeGone)
    if (gone.length) yield gone
  }
}

/** Records that a feed contains these products. */
export async function noteNamed(
  db: Db,
  { partnerId, feedId }: { partnerId: string; feedId: string },
  handles: readonly string[],
): Promise<void> {
  for (let at = 0; at < handles.length; at += NAMED_AT_ONCE)
    // eslint-disable-next-line house/listed-products -- the partner's own products, including drafts
    await db.$executeRaw`
      INSERT INTO feed_products (feed_id, product_id)
      SELECT f.id, p.id FROM products p JOIN product_feeds f ON f.partner_id = p.partner_id
      WHERE f.id = ${feedId}::uuid AND p.partner_id = ${partnerId}::uuid
        AND p.handle = ANY(${handles.slice(at, at + NAMED_AT_ONCE)})
      ON CONFLICT DO NOTHING`
}

/** Forgets the products that a feed no longer contains. Call it once its file was accepted. */
export async function forgetUnnamed(db: Db, feedId: string, named: ReadonlySet<string>): Promise<void> {
  for await (const page of unnamedOfFeed(db, feedId, named))
    await db.feedProduct.deleteMany({ where: { feedId, productId: { in: page.map(({ id }) => id) } } })
}

interface Unnamed {
  id: string
  handle: string
  name: string
  canBeGone: boolean
}

const unnamedOfPartner = (db: Db, partnerId: string, named: ReadonlySet<string>) =>
  unnamed(named, async (after) => {
    // eslint-disable-next-line house/listed-products -- the partner's own products, including drafts
    const page = await db.product.findMany({
      where: { partnerId, ...CAN_BE_GONE, ...(after === null ? {} : { id: { gt: after } }) },
      orderBy: { id: 'asc' },
      take: PAGE,
      select: { id: true, handle: true, name: true },
    })
    return page.map((product) => ({ ...product, canBeGone: true }))
  })

const unnamedOfFeed = (db: Db, feedId: string, named: ReadonlySet<string>) =>
  unnamed(
    named,
    (after) =>
      // eslint-disable-next-line house/listed-products -- the partner's own products, including drafts
      db.$queryRaw<Unnamed[]>`
        SELECT p.id, p.handle, p.name, p.deleted_at IS NULL AND p.synced_at IS NOT NULL AND p.status <> 'archived'
          AND NOT EXISTS (SELECT FROM feed_products o WHERE o.product_id = p.id AND o.feed_id <> n.feed_id)
          AND NOT EXISTS (SELECT FROM store_products s WHERE s.product_id = p.id) AS "canBeGone"
        FROM feed_products n JOIN products p ON p.id = n.product_id
        WHERE n.feed_id = ${feedId}::uuid AND (${after}::uuid IS NULL OR n.product_id > ${after}::uuid)
        ORDER BY n.product_id LIMIT ${PAGE}`,
  )

const unnamedOfStores = (db: Db, partnerId: string, named: ReadonlySet<string>) =>
  unnamed(
    named,
    (after) =>
      // eslint-disable-next-line house/listed-products -- the partner's own products, including drafts
      db.$queryRaw<Unnamed[]>`
        SELECT DISTINCT p.id, p.handle, p.name, p.deleted_at IS NULL AND p.synced_at IS NOT NULL AND p.status <> 'archived'
          AND NOT EXISTS (SELECT FROM feed_products f WHERE f.product_id = p.id) AS "canBeGone"
        FROM shopify_connections c JOIN store_products n ON n.connection_id = c.id JOIN products p ON p.id = n.product_id
        WHERE c.partner_id = ${partnerId}::uuid AND (${after}::uuid IS NULL OR n.product_id > ${after}::uuid)
        ORDER BY p.id LIMIT ${PAGE}`,
  )

async function* unnamed(
  named: ReadonlySet<string>,
  readPage: (after: string | null) => Promise<Unnamed[]>,
): AsyncGenerator<Unnamed[]> {
  let after: string | null = null
  for (;;) {
    const page: Unnamed[] = await readPage(after)
    after = page.at(-1)?.id ?? null
    if (after === null) return
    const others = page.filter(({ handle }) => !named.has(handle))
    if (others.length) yield others
  }
}
