import type { Prisma, ProductImport } from '#prisma/generated/client.ts'
import type { Db } from '#server/platform/db.ts'
import { writing } from '#server/products/save-products.ts'

const PAGE = 1_000

type Reading = Pick<ProductImport, 'partnerId' | 'source' | 'feedId'>

/** Of a feed the products that it has named; of a file that somebody sends all that came in a file or from a store. */
export const canBeGone = ({ partnerId, feedId }: Pick<Reading, 'partnerId' | 'feedId'>) =>
  ({
    partnerId,
    deletedAt: null,
    syncedAt: { not: null },
    status: { not: 'archived' },
    ...(feedId === null ? {} : { feedId }),
  }) satisfies Prisma.ProductWhereInput

/** Those of them that are not archived and that this file does not name: some hundred at a time. */
export async function* findGone(
  db: Db,
  given: Reading,
  named: ReadonlySet<string>,
): AsyncGenerator<Array<{ id: string; handle: string; name: string }>> {
  // Its feed was removed since: nobody knows what it has named.
  if (given.source === 'feed' && given.feedId === null) return
  let after = ''
  for (;;) {
    // eslint-disable-next-line house/listed-products -- the partner's own, drafts too
    const page = await db.product.findMany({
      where: { ...canBeGone(given), ...(after === '' ? {} : { id: { gt: after } }) },
      orderBy: { id: 'asc' },
      take: PAGE,
      select: { id: true, handle: true, name: true },
    })
    if (!page.length) return
    after = page.at(-1)?.id ?? ''
    const gone = page.filter(({ handle }) => !named.has(handle))
    if (gone.length) yield gone
  }
}

/**
 * The feed's products are those that it names: only they can be gone from it. One that another feed brings too is of
 * whoever named it last.
 */
export async function noteNamed(db: Db, partnerId: string, feedId: string, handles: string[]): Promise<void> {
  await writing(
    db,
    partnerId,
    (tx) => tx.$executeRaw`
      UPDATE products p SET feed_id = f.id FROM product_feeds f
      WHERE f.id = ${feedId}::uuid AND p.partner_id = ${partnerId}::uuid AND p.handle = ANY(${handles})
        AND p.feed_id IS DISTINCT FROM f.id`,
  )
}
