import type { Prisma } from '#prisma/generated/client.ts'
import { mediaName, type Picture } from '#server/media/picture.ts'
import type { Db } from '#server/platform/db.ts'
import type { ProductChange } from '#server/products/describe-changes.ts'
import type { ProductQueueQuery } from './product-flags.schema.ts'

const PAGE_SIZE = 10
const VERSIONS = 3
/** The maximum number of reports shown per product. */
const MAX_REPORTS = 20

const FILE = { select: { sha256: true, width: true, height: true, colour: true } } as const
const PRODUCT = {
  id: true,
  name: true,
  description: true,
  status: true,
  revision: true,
  currency: true,
  priceMinor: true,
  originalPriceMinor: true,
  productUrl: true,
  deletedAt: true,
  takenDownAt: true,
  takenDownReason: true,
  brand: { select: { name: true } },
  category: { select: { name: true } },
  partner: { select: { id: true, businessName: true, verificationStatus: true, isPaused: true } },
  images: { orderBy: [{ isPrimary: 'desc' }, { position: 'asc' }], take: 4, select: { alt: true, file: FILE } },
} as const satisfies Prisma.ProductSelect

/**
 * Lists flagged products, longest waiting first, or products that were taken down, latest first; 10 a page. Each is
 * shown as shoppers see it now, with the partner's latest changes and its open reports. Amounts are in minor units,
 * times in UTC.
 */
export async function listFlaggedProducts(db: Db, { state, page }: ProductQueueQuery) {
  const counts = { waiting: await countFlaggedProducts(db), taken_down: await countTakenDown(db) }
  const totalPages = Math.max(1, Math.ceil(counts[state] / PAGE_SIZE))
  const shown = Math.min(page, totalPages)
  const skip = (shown - 1) * PAGE_SIZE
  const places =
    state === 'waiting'
      ? await db.$queryRaw<Array<{ id: string }>>`
          SELECT product_id AS id FROM product_flags WHERE resolved_at IS NULL GROUP BY product_id
          ORDER BY min(raised_at), product_id LIMIT ${PAGE_SIZE}::int OFFSET ${skip}::int`
      : // eslint-disable-next-line house/listed-products -- administrators see products that were taken down
        await db.$queryRaw<Array<{ id: string }>>`
          SELECT p.id FROM products p WHERE p.taken_down_at IS NOT NULL ORDER BY p.taken_down_at DESC, p.id LIMIT ${PAGE_SIZE}::int OFFSET ${skip}::int`
  const ids = places.map(({ id }) => id)
  // eslint-disable-next-line house/listed-products -- administrators see reported products, listed or not
  const rows = await db.product.findMany({ where: { id: { in: ids } }, select: PRODUCT })
  const byId = new Map(rows.map((row) => [row.id, row]))
  const products = []
  for (const id of ids) {
    const row = byId.get(id)
    if (row) products.push({ ...productOf(row), ...(await getHistory(db, id)) })
  }
  return { products, counts, page: shown, totalPages }
}

async function countFlaggedProducts(db: Db): Promise<number> {
  const [row] = await db.$queryRaw<Array<{ n: number }>>`
    SELECT count(DISTINCT product_id)::int AS n FROM product_flags WHERE resolved_at IS NULL`
  return row?.n ?? 0
}

// eslint-disable-next-line house/listed-products -- administrators see products that were taken down
const countTakenDown = (db: Db) => db.product.count({ where: { takenDownAt: { not: null } } })

function productOf({ images, partner, deletedAt, ...row }: Prisma.ProductGetPayload<{ select: typeof PRODUCT }>) {
  return {
    ...row,
    partner: { id: partner.id, businessName: partner.businessName },
    isDeleted: deletedAt !== null,
    isListed:
      row.status === 'active' && !row.takenDownAt && partner.verificationStatus === 'approved' && !partner.isPaused,
    pictures: images.flatMap(({ file, alt }): Picture[] =>
      file ? [{ name: mediaName(file.sha256), width: file.width, height: file.height, colour: file.colour, alt }] : [],
    ),
  }
}

/** Returns the partner's latest changes and the open reports. */
async function getHistory(db: Db, productId: string) {
  const events = await db.productEvent.findMany({
    where: { productId },
    orderBy: { revision: 'desc' },
    take: VERSIONS,
    select: { id: true, createdAt: true, type: true, changes: true, act: { select: { actorName: true } } },
  })
  const flags = await db.productFlag.findMany({
    where: { productId, resolvedAt: null },
    orderBy: [{ raisedAt: 'asc' }, { id: 'asc' }],
    take: MAX_REPORTS,
    select: { id: true, kind: true, words: true, raisedAt: true, reporterId: true },
  })
  return {
    versions: events.map(({ act, changes, ...event }) => ({
      ...event,
      by: act.actorName,
      changes: changes as unknown as ProductChange[],
    })),
    flags: flags.map(({ reporterId, ...flag }) => ({ ...flag, isSignedIn: reporterId !== null })),
  }
}
