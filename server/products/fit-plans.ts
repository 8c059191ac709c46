import type { Prisma } from '#prisma/generated/client.ts'
import { labelSlug } from '#server/catalogue/label-slug.ts'
import type { Db } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { CatalogueRoom, type Growth } from '#server/quotas/catalogue-room.ts'
import type { Quota } from '#server/quotas/quotas-values.schema.ts'
import { sayOver } from '#server/quotas/say-limit.ts'
import type { ProductPlan } from './plan-product.ts'

declare const isFitted: unique symbol
/** Plans that the partner's quotas have room for. Only these can be written. */
export type FittedPlans = ProductPlan[] & { readonly [isFitted]: true }

/** A product that is left out because of a quota. */
export interface OverPlan {
  plan: ProductPlan
  quota: Quota
  /** For people to read: what is reached and what to do. */
  reason: string
}

/**
 * Divides plans into those that the partner's quotas have room for and the rest. What does not grow the catalogue always
 * fits. Call it under `writing`, and write what fits in the same transaction.
 * @param room what earlier batches left, if nothing is written; otherwise it is read now
 */
export async function fitPlans(
  tx: Db | Prisma.TransactionClient,
  partnerId: string,
  plans: ProductPlan[],
  room?: CatalogueRoom,
): Promise<{ fitting: FittedPlans; over: OverPlan[] }> {
  const growths = new Map(plans.map((plan) => [plan, growthOf(plan)]))
  if (![...growths.values()].some(grows) && !room) return { fitting: plans as FittedPlans, over: [] }
  const left = room ?? (await CatalogueRoom.read(tx, partnerId))
  await left.learnLabels(tx, partnerId, [...growths.values()])
  const quotaOf = new Map<ProductPlan, Quota>()
  // Those that only make room come first, so that the others find it.
  for (const [plan, growth] of [...growths].sort(([, a], [, b]) => Number(grows(a)) - Number(grows(b)))) {
    const quota = left.take(growth)
    if (quota) quotaOf.set(plan, quota)
  }
  return {
    fitting: plans.filter((plan) => !quotaOf.has(plan)) as FittedPlans,
    over: [...quotaOf].map(([plan, quota]) => ({ plan, quota, reason: sayOver(quota, left.quotas) })),
  }
}

/**
 * The same plans, if the partner's quotas have room for all of them.
 * @throws AppError too_many
 */
export async function requireRoom(
  tx: Prisma.TransactionClient,
  partnerId: string,
  plans: ProductPlan[],
): Promise<FittedPlans> {
  const { fitting, over } = await fitPlans(tx, partnerId, plans)
  if (over[0]) throw new AppError('too_many', over[0].reason)
  return fitting
}

function growthOf({ before, after }: ProductPlan): Growth {
  return {
    products: before ? 0 : 1,
    variants: after.variants.length - (before?.variants.length ?? 0),
    pictures: after.images.length - (before?.images.length ?? 0),
    labelBefore: before && labelSlug(before.brand.name),
    labelAfter: labelSlug(after.brand.name),
  }
}

const grows = ({ products, variants, pictures, labelBefore, labelAfter }: Growth): boolean =>
  products > 0 || variants > 0 || pictures > 0 || labelBefore !== labelAfter
