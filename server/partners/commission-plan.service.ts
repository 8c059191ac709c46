import type { Prisma } from '#prisma/generated/client.ts'
import type { Db } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Tier } from './commission.schema.ts'
import { CLICK_WINDOW_DAYS, DUE_DAY } from './terms.values.ts'

/** A version of a plan by the value of sales, as partners read and accept it. */
export interface CommissionPlan {
  id: string
  name: string
  version: number
  /** Of the tiers' limits. */
  currency: string
  /** From the lowest sales up. */
  tiers: Tier[]
  terms: CommissionTerms
}

/** What decides beside the rates whether a sale owes commission, and when. `lockDays` run from an order's payment. */
export interface CommissionTerms {
  clickDays: number
  lockDays: number
  /** An order with a discount code of the partner owes commission without a click. */
  codesEarn: boolean
  /** Of the month after the one that is invoiced. */
  dueDay: number
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
  lockDays: true,
  codesEarn: true,
  tiers: { orderBy: { fromValue: 'asc' } },
} satisfies Prisma.CommissionPlanSelect

function described({
  tiers,
  lockDays,
  codesEarn,
  ...plan
}: Prisma.CommissionPlanGetPayload<{ select: typeof SHOWN }>): CommissionPlan {
  return {
    ...plan,
    terms: { clickDays: CLICK_WINDOW_DAYS, lockDays, codesEarn, dueDay: DUE_DAY },
    tiers: tiers.map(({ name, fromValue, upTo, rateBps }) => ({
      name,
      fromMinor: fromValue,
      upToMinor: upTo,
      rateBps,
    })),
  }
}
