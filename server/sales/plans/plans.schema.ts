import { z } from 'zod'
import { toMinor } from '#server/platform/money.schema.ts'
import { oneLine } from '#server/platform/texts.schema.ts'

export const MAX_TIERS = 8
const MAX_RATE_BPS = 5_000
const MAX_LIMIT = 2_000_000_000
/** Currencies with default rates, so that amounts can be converted for new partners. */
export const PLAN_CURRENCIES = ['GBP', 'USD', 'EUR', 'CAD'] as const

const tier = z.object({
  name: oneLine('Name this tier', 40),
  /** In units of the currency, or a number of sales. Empty in the last tier. */
  upTo: z.string().trim().max(20),
  /** In percent, two decimals: '7.5'. */
  rate: z
    .string()
    .trim()
    .regex(/^\d{1,2}(\.\d{1,2})?$/, 'Enter a percentage, such as 7.5'),
})

/**
 * A draft of a version. Each tier begins where the previous one ends, so there are no gaps. The output has the
 * database's units: limits in minor units or numbers of sales, rates in basis points.
 */
export const draftInput = z
  .strictObject({
    name: oneLine('Name the plan', 60),
    basis: z.enum(['sales_value', 'sales_count']),
    currency: z.enum(PLAN_CURRENCIES),
    lockDays: z.coerce
      .number()
      .int('Enter a whole number of days')
      .min(14, 'At least 14 days')
      .max(90, 'At most 90 days'),
    codesEarn: z.boolean(),
    tiers: z.array(tier).min(1, 'Add at least one tier').max(MAX_TIERS),
  })
  .transform(({ tiers, ...plan }, context) => {
    let from = 0
    const brackets = tiers.map(({ name, upTo, rate }, index) => {
      const refuse = (field: string, message: string) =>
        context.addIssue({ code: 'custom', path: [`tier${index}${field}`], message })
      const fromValue = from
      const rateBps = Number(toMinor(rate, 'USD') ?? 0n)
      if (rateBps > MAX_RATE_BPS) refuse('Rate', `At most ${MAX_RATE_BPS / 100}%`)
      if (index === tiers.length - 1) {
        if (upTo !== '') refuse('UpTo', 'The last tier has no upper limit. Leave this empty')
        return { name, fromValue, upTo: null, rateBps }
      }
      const value = limitOf(upTo, plan)
      if (value === null || value > MAX_LIMIT) refuse('UpTo', 'Enter the upper limit of this tier, such as 25000')
      else if (value <= from) refuse('UpTo', 'The upper limit must be above the start of the tier')
      from = value ?? from
      return { name, fromValue, upTo: from, rateBps }
    })
    return { ...plan, tiers: brackets }
  })
export type Draft = z.output<typeof draftInput>

const limitOf = (text: string, { basis, currency }: { basis: string; currency: string }): number | null => {
  const value = basis === 'sales_count' ? (/^\d{1,9}$/.test(text) ? BigInt(text) : null) : toMinor(text, currency)
  return value === null ? null : Number(value)
}

export const planInput = z.strictObject({ planId: z.uuid() })
export type PlanInput = z.output<typeof planInput>

/** `from`: the plan for new partners at the time of the decision; empty if there was none. */
export const activatePlanInput = z.strictObject({ planId: z.uuid(), from: z.union([z.uuid(), z.literal('')]) })
export type ActivatePlanInput = z.output<typeof activatePlanInput>
