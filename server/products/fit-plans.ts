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
  /** The quota and what to do, as a text for people. */
  reason: string
}

/**
 * Divides plans into those that fit into the partner's quotas and the rest. Plans that do not grow the catalogue always
 * fit. Call it under `writing`, and write what fits in the same transaction.
 * @param room the quotas left by earlier batches of a dry run; by default they are read now
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
  // Plans that free space come first, so that the others can use it.
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
 * Returns the same plans if all of them fit into the partner's quotas.
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
