import type { ConversionStatus } from './lifecycle.values.ts'

/** The facts that decide whether a commission is owed for an order. */
export interface Facts {
  /** Null for a new order. */
  status: ConversionStatus | null
  /** An administrator's reason why it does not count; empty if there is none. */
  voidReason: string
  isCancelled: boolean
  isTest: boolean
  isPaid: boolean
  /** Whether a message contained the order's lines. */
  areLinesKnown: boolean
  commissionableMinor: bigint
  refundedMinor: bigint
  hasPlan: boolean
  /** Whether a signal earns a commission, or the partner has confirmed the sale. */
  earns: boolean
  whyNotEarning: string
  /** Null if its currency can be converted. */
  currencyWithoutRate: string | null
}

export interface Decision {
  status: ConversionStatus
  reason: string
}

/** Returns the `voidReason` for an administrator's findings. It is part of a sentence, so it has no full stop. */
export const rejectedBecause = (findings: string): string => `rejected after review (${inOneLine(findings)})`

/** Returns an administrator's findings without line breaks and without a final full stop. */
export const inOneLine = (findings: string): string => findings.replace(/\s+/g, ' ').replace(/\.$/, '')

/** take-up-sales.ts looks for this reason. */
export const NO_RATE = 'there is no exchange rate'

/** For these statuses only the facts decide. */
const OPEN: readonly (ConversionStatus | null)[] = [null, 'tracked', 'pending', 'cancelled']

/**
 * Decides an order's status from the facts. Once confirmed, only a cancellation, a test order or an administrator
 * changes it. Once invoiced, nothing does: refunds then become ledger entries.
 */
export function decideStatus(facts: Facts): Decision | null {
  const whyVoid =
    facts.voidReason || (facts.isCancelled ? 'the store cancelled the order' : facts.isTest ? 'a test order' : '')
  if (facts.status === 'confirmed' && whyVoid) return { status: 'cancelled', reason: whyVoid }
  if (!OPEN.includes(facts.status)) return null
  if (whyVoid) return { status: 'cancelled', reason: whyVoid }
  const tracked = (reason: string): Decision => ({ status: 'tracked', reason })
  if (!facts.areLinesKnown) return tracked('the store has not sent its products yet')
  if (facts.commissionableMinor === 0n) return { status: 'cancelled', reason: 'no commissionable items' }
  if (facts.refundedMinor >= facts.commissionableMinor) return { status: 'cancelled', reason: 'fully refunded' }
  if (!facts.isPaid) return tracked('not paid yet')
  if (!facts.hasPlan) return tracked('no plan had been accepted when it was ordered')
  if (!facts.earns) return tracked(facts.whyNotEarning)
  if (facts.currencyWithoutRate) return tracked(`${NO_RATE} for ${facts.currencyWithoutRate}`)
  return { status: 'pending', reason: 'the order was paid' }
}
