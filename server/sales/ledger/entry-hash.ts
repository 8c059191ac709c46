import { createHash } from 'node:crypto'
import type { CommissionEntry } from '#prisma/generated/client.ts'

/** The hash before a partner's first entry. */
export const FIRST_HASH = Buffer.alloc(32)

/**
 * Returns an entry's facts as covered by its hash and written to exports: names in this order, amounts as whole
 * numbers, dates as ISO 8601 in UTC.
 */
export function entryFacts(entry: Omit<CommissionEntry, 'hash' | 'previousHash'>) {
  return {
    partnerId: entry.partnerId,
    seq: entry.seq,
    kind: entry.kind,
    conversionId: entry.conversionId,
    planId: entry.planId,
    tierFrom: entry.tierFrom,
    rateBps: entry.rateBps,
    baseMinor: Number(entry.baseMinor),
    amountMinor: Number(entry.amountMinor),
    currency: entry.currency,
    orderNetMinor: entry.orderNetMinor === null ? null : Number(entry.orderNetMinor),
    orderCurrency: entry.orderCurrency,
    rate: entry.rate,
    month: entry.month?.toISOString().slice(0, 10) ?? null,
    position: entry.position === null ? null : Number(entry.position),
    effectiveAt: entry.effectiveAt.toISOString(),
    reason: entry.reason,
    actor: entry.actor,
    actorId: entry.actorId,
  }
}

/** Returns the SHA-256 of the previous entry's hash (32 bytes) and the entry's facts as JSON. */
export const entryHash = (previousHash: Uint8Array, facts: ReturnType<typeof entryFacts>): Buffer =>
  createHash('sha256').update(previousHash).update(JSON.stringify(facts)).digest()
