import type { Prisma } from '#prisma/generated/client.ts'
import type { Db } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { findExchangeRate } from '#server/platform/exchange-rate.ts'
import type { Tier } from './commission.schema.ts'
import { CLICK_WINDOW_DAYS, DUE_DAY } from './terms.values.ts'

/** A version of a sales-value plan, as partners read and accept it. */
export interface CommissionPlan {
  id: string
  name: string
  version: number
  /** The currency of the tiers' limits. */
  currency: string
  /** The tiers, lowest first. */
  tiers: Tier[]
  terms: CommissionTerms
  /** The exchange rate from the plan's to the partner's currency, if they differ. Only for display, never for sales. */
  exchange?: { currency: string; rate: string; asOf: Date }
}

/**
 * The plan's rules other than its rates. They decide whether and when a sale earns commission. `lockDays` count from
 * the order's payment.
 */
interface CommissionTerms {
  clickDays: number
  lockDays: number
  /** Whether an order with one of the partner's discount codes earns commission without a click. */
  codesEarn: boolean
  /** The day of the month when an invoice is due, in the month after the invoiced one. */
  dueDay: number
}

/**
 * Returns the plan for new partners.
 * @throws AppError unavailable if none is active
 */
export async function getActivePlan(db: Db | Prisma.TransactionClient): Promise<CommissionPlan> {
  const plan = await db.commissionPlan.findFirst({ where: { isActive: true, basis: 'sales_value' }, select: SHOWN })
  if (!plan) throw new AppError('unavailable', 'There is no commission plan for new partners at the moment.')
  return described(plan)
}

/** Returns a plan that someone has accepted. It stays available after it becomes inactive. */
export async function getPlan(db: Db | Prisma.TransactionClient, id: string): Promise<CommissionPlan> {
  return described(await db.commissionPlan.findUniqueOrThrow({ where: { id }, select: SHOWN }))
}

/** Adds the latest exchange rate to the partner's currency, so that pages can also show the tiers in that currency. */
export async function withExchange(db: Db, plan: CommissionPlan, currency: string): Promise<CommissionPlan> {
  const found = await findExchangeRate(db, plan.currency, currency)
  return found?.asOf ? { ...plan, exchange: { currency, rate: found.rate, asOf: found.asOf } } : plan
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
