import type { CommissionEntry, Prisma } from '#prisma/generated/client.ts'
import { entryFacts, entryHash, FIRST_HASH } from './entry-hash.ts'

/** An entry that does not have its position in the chain yet. */
export type NewEntry = Omit<CommissionEntry, 'partnerId' | 'seq' | 'previousHash' | 'hash'>

/** Empty values for entries by people, which are not computed from a plan. */
export const OF_NO_PLAN = {
  planId: null,
  tierFrom: null,
  rateBps: 0,
  baseMinor: 0n,
  orderNetMinor: null,
  orderCurrency: null,
  rate: null,
  month: null,
  position: null,
}

/**
 * Adds entries to the end of a partner's chain, in the given order. Nothing else writes to the ledger. Other writers
 * wait until the transaction ends.
 */
export async function appendEntries(
  tx: Prisma.TransactionClient,
  partnerId: string,
  entries: readonly NewEntry[],
): Promise<void> {
  if (!entries.length) return
  const [head] = await tx.$queryRaw<Array<{ seq: number; hash: Uint8Array }>>`
    INSERT INTO ledger_heads (partner_id, seq, hash) VALUES (${partnerId}::uuid, 0, ${FIRST_HASH})
    ON CONFLICT (partner_id) DO UPDATE SET seq = ledger_heads.seq RETURNING seq, hash`
  let { seq, hash } = head as { seq: number; hash: Uint8Array<ArrayBuffer> }
  const rows = entries.map((entry): Prisma.CommissionEntryCreateManyInput => {
    const numbered = { ...entry, partnerId, seq: ++seq }
    const previousHash = hash
    hash = Uint8Array.from(entryHash(previousHash, entryFacts(numbered)))
    return { ...numbered, previousHash, hash }
  })
  await tx.commissionEntry.createMany({ data: rows })
  await tx.ledgerHead.update({ where: { partnerId }, data: { seq, hash } })
}
