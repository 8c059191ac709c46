import type { PartnerAsk } from '#server/platform/ask.ts'

/** What an export of the partner's ledger is called, how many entries it has, and up to which hash its chain goes; null: it has none. */
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
