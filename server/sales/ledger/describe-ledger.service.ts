import type { PartnerAsk } from '#server/platform/ask.ts'

/**
 * Returns the name of an export of the partner's ledger, its number of entries, and the last hash of its chain; null
 * without entries.
 */
export async function describeLedger({ db, partner }: Pick<PartnerAsk, 'db' | 'partner'>) {
  const [head, { businessName }] = await Promise.all([
    db.ledgerHead.findUnique({ where: { partnerId: partner.id } }),
    db.partner.findUniqueOrThrow({ where: { id: partner.id }, select: { businessName: true } }),
  ])
  const name = businessName
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  return {
    partnerId: partner.id,
    fileName: `ledger-${name || 'store'}.ndjson`,
    entries: head?.seq ?? 0,
    head: head && Buffer.from(head.hash).toString('hex'),
  }
}
