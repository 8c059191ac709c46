import type { Db } from '#server/platform/db.ts'

const PAGE = 1_000

/**
 * The partner's products that came in a file or from a store, are not archived, and are not named by this file: some
 * hundred at a time.
 */
export async function* findGone(
  db: Db,
  partnerId: string,
  named: ReadonlySet<string>,
): AsyncGenerator<Array<{ id: string; handle: string; name: string }>> {
  let after = ''
  for (;;) {
    // eslint-disable-next-line house/listed-products -- the partner's own, drafts too
    const page = await db.product.findMany({
      where: {
        partnerId,
        deletedAt: null,
        syncedAt: { not: null },
        status: { not: 'archived' },
        ...(after === '' ? {} : { id: { gt: after } }),
      },
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
