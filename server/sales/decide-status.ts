import type { ConversionStatus } from './lifecycle.values.ts'

/** The facts that decide whether a commission is owed for an order. */
export interface Facts {
  /** Null: it is new. */
  status: ConversionStatus | null
  /** Why an administrator found that it does not count; empty: nobody did. */
  voidReason: string
  isCancelled: boolean
  isTest: boolean
  isPaid: boolean
  /** A message has told its lines. */
  areLinesKnown: boolean
  commissionableMinor: bigint
  refundedMinor: bigint
  hasPlan: boolean
  /** A signal earns, or the partner has confirmed the sale. */
  earns: boolean
  whyNotEarning: string
  /** Null: it can be converted. */
  currencyWithoutRate: string | null
}

export interface Decision {
  status: ConversionStatus
  reason: string
}

/** The job that takes sales up again looks for it. */
export const NO_RATE = 'there is no exchange rate'

/** Of these the facts alone decide, whatever came before. */
const OPEN: readonly (ConversionStatus | null)[] = [null, 'tracked', 'pending', 'cancelled']

/**
 * What an order's status is by the facts. Once confirmed, only a cancelled order, a test or an administrator changes it, and once invoiced nothing:
 * what goes back then is a matter of entries.
 */
export function decideStatus(facts: Facts): Decision | null {
  const whyVoid =
    facts.voidReason || (facts.isCancelled ? 'the store cancelled the order' : facts.isTest ? 'a test order' : '')
  if (facts.status === 'confirmed' && whyVoid) return { status: 'cancelled', reason: whyVoid }
  if (!OPEN.includes(facts.status)) return null
  if (whyVoid) return { status: 'cancelled', reason: whyVoid }
  const tracked = (reason: string): Decision => ({ status: 'tracked', reason })
  if (!facts.areLinesKnown) return tracked('the store has not sent its products yet')
  if (facts.commissionableMinor === 0n) return { status: 'cancelled', reason: 'nothing in it is commissionable' }
  if (facts.refundedMinor >= facts.commissionableMinor) return { status: 'cancelled', reason: 'fully refunded' }
  if (!facts.isPaid) return tracked('not paid yet')
  if (!facts.hasPlan) return tracked('no plan had been accepted when it was ordered')
  if (!facts.earns) return tracked(facts.whyNotEarning)
  if (facts.currencyWithoutRate) return tracked(`${NO_RATE} for ${facts.currencyWithoutRate}`)
  return { status: 'pending', reason: 'paid' }
}
