import { LISTED_WHERE } from '#server/platform/listed.ts'
import { isId } from '#server/platform/ids.ts'
import type { Db } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { REVIEW_LIMITS } from './reviews-values.schema.ts'

/** The maximum number of variants read for sizes. */
const MAX_VARIANTS = 500

/** The minimum time between following our link to a product and reviewing it. */
const AFTER_LEAVING_MS = 24 * 3600_000

export interface Reviewable {
  id: string
  name: string
  partnerId: string
  businessName: string
  /** In the store's spelling; empty if there are fewer than two. */
  sizes: string[]
}

/**
 * The click that allows a first review of a product, or the reason why there is none. `from` is the earliest time for a
 * review; null if waiting does not help.
 */
export type Permission = { clickId: string } | { refusal: string; from: Date | null }

/** @throws AppError not_found for a product that is not listed */
export async function getReviewable(db: Db, productId: string): Promise<Reviewable> {
  const product = isId(productId)
    ? await db.product.findFirst({
        where: { id: productId, ...LISTED_WHERE },
        select: {
          id: true,
          name: true,
          partnerId: true,
          partner: { select: { businessName: true } },
          variants: {
            where: { size: { not: null } },
            orderBy: { position: 'asc' },
            select: { size: true },
            take: MAX_VARIANTS,
          },
        },
      })
    : null
  if (!product) throw new AppError('not_found', 'Product not found')
  const { partner, variants, ...rest } = product
  const sizes = [...new Set(variants.flatMap(({ size }) => size ?? []))].filter(
    (size) => size.length <= REVIEW_LIMITS.size,
  )
  return { ...rest, ...partner, sizes: sizes.length > 1 ? sizes : [] }
}

/** Returns whether a person owns a store, works for it, or has one of its email addresses. */
export const belongsToStore = async (db: Db, viewer: Viewer, partnerId: string): Promise<boolean> =>
  viewer.partner?.id === partnerId || (await storesOf(db, viewer, [partnerId])).has(partnerId)

export async function storesOf(db: Db, viewer: Viewer, partnerIds: string[]): Promise<ReadonlySet<string>> {
  const address = { equals: viewer.email, mode: 'insensitive' } as const
  const ownPartners = await db.partner.findMany({
    where: {
      id: { in: partnerIds },
      OR: [
        { ownerId: viewer.userId },
        { members: { some: { userId: viewer.userId } } },
        { email: address },
        { contactEmail: address },
      ],
    },
    select: { id: true },
  })
  return new Set(ownPartners.map(({ id }) => id))
}

/**
 * Selects a person's outgoing clicks that let them write a review. Clicks by bots and preloading do not count; clicks
 * beyond the limits and repeated clicks do.
 */
export const departuresOf = ({ userId }: Viewer) => ({
  userId,
  OR: [{ isValid: true }, { invalidReason: { in: ['duplicate', 'rate'] } }],
})

/** Returns the latest click time that allows a review. */
export const longEnoughAgo = (now: Date): Date => new Date(now.getTime() - AFTER_LEAVING_MS)

/** Returns why a person may never write or change a review of a product; null if they may. */
export async function whoMayNot(db: Db, viewer: Viewer, { partnerId }: Reviewable): Promise<string | null> {
  if (await belongsToStore(db, viewer, partnerId))
    return 'You are on the team of the store that sells this product, so you cannot review it. You can respond to other people’s reviews.'
  if (viewer.role === 'admin') return 'Administrators cannot write reviews. Sign in with a shopper account.'
  if (viewer.role !== 'customer') return 'Only shoppers can write reviews. Sign in with a shopper account to write one.'
  return null
}

/**
 * Allows signed-in shoppers who followed our link to the product at least a day ago. list-reviewable.service.ts applies
 * the same rule to many products.
 */
export async function mayReview(db: Db, viewer: Viewer, product: Reviewable, now: Date): Promise<Permission> {
  const refusal = await whoMayNot(db, viewer, product)
  if (refusal) return { refusal, from: null }
  const left = { ...departuresOf(viewer), productId: product.id }
  const ripe = await db.outboundClick.findFirst({
    where: { ...left, clickedAt: { lte: longEnoughAgo(now) } },
    orderBy: { clickedAt: 'desc' },
    select: { id: true },
  })
  if (ripe) return { clickId: ripe.id }
  const recent = await db.outboundClick.findFirst({
    where: left,
    orderBy: { clickedAt: 'asc' },
    select: { clickedAt: true },
  })
  if (recent)
    return {
      refusal: 'Come back tomorrow. You can write a review a day after visiting the store.',
      from: new Date(recent.clickedAt.getTime() + AFTER_LEAVING_MS),
    }
  return {
    refusal: `You can review a product after visiting its store. Press 'Shop at Partner Store' on the product page while you are signed in, look at the item at ${product.businessName}, and come back a day later.`,
    from: null,
  }
}
