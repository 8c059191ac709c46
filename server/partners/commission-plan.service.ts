import type { Prisma } from '#prisma/generated/client.ts'
import type { Db } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Tier } from './commission.schema.ts'

/** A version of a plan by the value of sales, as partners read and accept it. */
export interface CommissionPlan {
  id: string
  name: string
  version: number
  /** Of the tiers' limits. */
  currency: string
  /** From the lowest sales up. */
  tiers: Tier[]
}

/**
 * The plan that newcomers accept.
 * @throws AppError unavailable if none is active
 */
export async function readActivePlan(db: Db | Prisma.TransactionClient): Promise<CommissionPlan> {
  const plan = await db.commissionPlan.findFirst({ where: { isActive: true, basis: 'sales_value' }, select: SHOWN })
  if (!plan) throw new AppError('unavailable', 'There is no commission plan for new partners at the moment.')
  return described(plan)
}

/** A plan that somebody has accepted: it stays, active or not. */
export async function readPlan(db: Db | Prisma.TransactionClient, id: string): Promise<CommissionPlan> {
  return described(await db.commissionPlan.findUniqueOrThrow({ where: { id }, select: SHOWN }))
}

const SHOWN = {
  id: true,
  name: true,
  version: true,
  currency: true,
  tiers: { orderBy: { fromValue: 'asc' } },
} satisfies Prisma.CommissionPlanSelect

function described({ tiers, ...plan }: Prisma.CommissionPlanGetPayload<{ select: typeof SHOWN }>): CommissionPlan {
  return {
    ...plan,
    tiers: tiers.map(({ name, fromValue, upTo, rateBps }) => ({
      name,
      fromMinor: fromValue,
      upToMinor: upTo,
      rateBps,
    })),
  }
}
