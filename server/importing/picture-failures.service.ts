import type { PartnerAsk } from '#server/platform/ask.ts'
import { RateLimit } from '#server/platform/rate-limit.ts'
import { AppError } from '#server/platform/errors.ts'
import { resumePictures } from '#server/quotas/resume-pictures.ts'
import { PICTURE_CHANNEL } from '#server/products/await-pictures.ts'

type Ask = Pick<PartnerAsk, 'db' | 'partner'>

const GROUPS_SHOWN = 10
const PRODUCTS_SHOWN = 3

/** Each attempt contacts hosts that the partner chose. */
const tries = new RateLimit('retried pictures', 3, 10 * 60_000)

interface PictureFailure {
  /** The host of the pictures. */
  host: string
  /** Worded to follow a colon: 'host not found'. */
  reason: string
  failed: number
  /** The number of pictures of the partner's products on this host. */
  total: number
  /** The next attempt; null if there is none unless the partner requests it. */
  nextAt: Date | null
  products: Array<{ id: string; name: string }>
}

/**
 * Lists the partner's pictures that could not be downloaded, by host and reason. The ten groups with the most pictures
 * come first.
 */
export async function listPictureFailures({ db, partner }: Ask): Promise<PictureFailure[]> {
  const groups = await db.$queryRaw<Array<Omit<PictureFailure, 'total' | 'products'> & { productIds: string[] }>>`
    SELECT lower(split_part(f.url, '/', 3)) AS host, f.reason, count(*)::int AS failed, min(f.next_at) AS "nextAt",
      (array_agg(DISTINCT i.product_id))[1:${PRODUCTS_SHOWN}] AS "productIds"
    FROM picture_fetches f JOIN product_images i ON i.id = f.image_id
    WHERE f.partner_id = ${partner.id}::uuid AND f.reason <> ''
    GROUP BY 1, 2 ORDER BY 3 DESC, 1, 2 LIMIT ${GROUPS_SHOWN}`
  if (!groups.length) return []
  const hosts = [...new Set(groups.map(({ host }) => host))]
  const [totals, products] = await Promise.all([
    // eslint-disable-next-line house/listed-products -- the partner's own products, including drafts
    db.$queryRaw<Array<{ host: string; total: number }>>`
      SELECT lower(split_part(i.source_url, '/', 3)) AS host, count(*)::int AS total
      FROM product_images i JOIN products p ON p.id = i.product_id
      WHERE p.partner_id = ${partner.id}::uuid AND lower(split_part(i.source_url, '/', 3)) = ANY(${hosts}::text[])
      GROUP BY 1`,
    // eslint-disable-next-line house/listed-products -- the partner's own products, including drafts
    db.product.findMany({
      where: { partnerId: partner.id, id: { in: groups.flatMap(({ productIds }) => productIds) }, deletedAt: null },
      orderBy: [{ name: 'asc' }, { id: 'asc' }],
      select: { id: true, name: true },
    }),
  ])
  return groups.map(({ productIds, ...group }) => ({
    ...group,
    total: totals.find(({ host }) => host === group.host)?.total ?? group.failed,
    products: products.filter(({ id }) => productIds.includes(id)),
  }))
}

/** Counts the partner's pictures that could not be downloaded. */
export async function countPictureFailures({ db, partner }: Ask): Promise<{ missing: number }> {
  return { missing: await db.pictureFetch.count({ where: { partnerId: partner.id, reason: { not: '' } } }) }
}

/**
 * Downloads all missing pictures of the partner again, with the full number of attempts.
 * @throws AppError too_many after three times in ten minutes
 */
export async function retryPictures({ db, partner }: Ask): Promise<void> {
  if (!tries.allows(partner.id))
    throw new AppError('too_many', 'You tried this three times in ten minutes. Please wait ten minutes and try again.')
  await db.$transaction(async (tx) => {
    await resumePictures(tx, partner.id)
    await tx.$executeRaw`SELECT pg_notify(${PICTURE_CHANNEL}, ${partner.id}::text)`
  })
}
