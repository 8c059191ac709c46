import type { Prisma } from '#prisma/generated/client.ts'
import { mediaName, type Picture } from '#server/media/picture.ts'
import type { Db } from '#server/platform/db.ts'
import type { MatchQueueQuery } from './offers.schema.ts'

const PAGE_SIZE = 10
const MAX_REPORTS = 20

const FILE = { select: { sha256: true, width: true, height: true, colour: true } } as const
const PRODUCT = {
  id: true,
  name: true,
  status: true,
  currency: true,
  priceMinor: true,
  originalPriceMinor: true,
  takenDownAt: true,
  brand: { select: { name: true } },
  partner: { select: { id: true, businessName: true, verificationStatus: true, isPaused: true } },
  variants: { orderBy: [{ position: 'asc' }], take: 3, select: { sku: true, gtin: true } },
  images: { orderBy: [{ isPrimary: 'desc' }, { position: 'asc' }], take: 1, select: { alt: true, file: FILE } },
} as const satisfies Prisma.ProductSelect

/**
 * Lists matches that shoppers say are wrong, 10 a page, longest waiting first; or separated ones, latest first. Each
 * has both products as shoppers see them and its open reports. Amounts in minor units, times are UTC.
 */
export async function listReportedMatches(db: Db, { state, page }: MatchQueueQuery) {
  const counts = { waiting: await countReported(db), separated: await db.itemSeparation.count() }
  const totalPages = Math.max(1, Math.ceil(counts[state] / PAGE_SIZE))
  const shown = Math.min(page, totalPages)
  const skip = (shown - 1) * PAGE_SIZE
  const pairs =
    state === 'waiting'
      ? await db.$queryRaw<Pair[]>`
          SELECT product_id AS "productId", other_id AS "otherId", NULL AS "separatedAt" FROM match_reports WHERE resolved_at IS NULL
          GROUP BY product_id, other_id ORDER BY min(raised_at), product_id, other_id LIMIT ${PAGE_SIZE}::int OFFSET ${skip}::int`
      : await db.itemSeparation.findMany({
          orderBy: [{ separatedAt: 'desc' }, { productId: 'asc' }, { otherId: 'asc' }],
          take: PAGE_SIZE,
          skip,
          select: { productId: true, otherId: true, separatedAt: true },
        })
  const ids = pairs.flatMap(({ productId, otherId }) => [productId, otherId])
  // eslint-disable-next-line house/listed-products -- administrators see reported products, listed or not
  const rows = await db.product.findMany({ where: { id: { in: ids } }, select: PRODUCT })
  const byId = new Map(rows.map((row) => [row.id, productOf(row)]))
  const matches = []
  for (const { productId, otherId, separatedAt } of pairs) {
    const [product, other] = [byId.get(productId), byId.get(otherId)]
    if (product && other) matches.push({ product, other, separatedAt, ...(await getFound(db, productId, otherId)) })
  }
  return { matches, counts, page: shown, totalPages }
}

interface Pair {
  productId: string
  otherId: string
  separatedAt: Date | null
}

async function countReported(db: Db): Promise<number> {
  const [row] = await db.$queryRaw<Array<{ n: number }>>`
    SELECT count(*)::int AS n FROM (SELECT DISTINCT product_id, other_id FROM match_reports WHERE resolved_at IS NULL) pairs`
  return row?.n ?? 0
}

async function getFound(db: Db, productId: string, otherId: string) {
  const match = await db.itemMatch.findUnique({
    where: { productId_otherId: { productId, otherId } },
    select: { way: true, evidence: true, matchedAt: true },
  })
  const reports = await db.matchReport.findMany({
    where: { productId, otherId, resolvedAt: null },
    orderBy: [{ raisedAt: 'asc' }, { id: 'asc' }],
    take: MAX_REPORTS,
    select: { id: true, words: true, raisedAt: true, reporterId: true },
  })
  const newest = await db.matchReport.aggregate({
    where: { productId, otherId, resolvedAt: null },
    _max: { raisedAt: true },
  })
  return {
    /** Null if the matching no longer finds it. */
    match,
    /**
     * The time of the newest open report, shown or not. A decision to keep the match answers all reports up to then.
     */
    seenTo: newest._max.raisedAt,
    reports: reports.map(({ reporterId, ...report }) => ({ ...report, isSignedIn: reporterId !== null })),
  }
}

function productOf({ images, partner, variants, ...row }: Prisma.ProductGetPayload<{ select: typeof PRODUCT }>) {
  const { status, takenDownAt, ...product } = row
  const [image] = images
  const picture: Picture | null = image?.file
    ? { ...image.file, name: mediaName(image.file.sha256), alt: image.alt }
    : null
  return {
    ...product,
    picture,
    numbers: variants,
    partner: { id: partner.id, businessName: partner.businessName },
    isListed: status === 'active' && !takenDownAt && partner.verificationStatus === 'approved' && !partner.isPaused,
  }
}
