import type { Prisma, LedgerActor } from '#prisma/generated/client.ts'
import { unitOf } from '#server/platform/money.schema.ts'
import { appendEntries, OF_NO_PLAN, type NewEntry } from './append-entries.ts'
import { planTerms } from './plan-terms.ts'
import { convertMinor, reckonDifferences, reckonShares, type Share } from './reckon.ts'

/**
 * The kinds of entries that add up to a sale's amount. A confirmation is not one: it records a position and moves no
 * money.
 */
export const OF_SALES = ['accrual', 'adjustment', 'reversal', 'clawback'] as const

/**
 * Updates the ledger to the commission that is owed for a sale now. Afterwards its entries add up to rate x net in each
 * tier. Existing entries never change; new ones make up the difference. Does nothing for a sale without a plan or an
 * exchange rate.
 * @param whyConfirmed the reason, if the sale has just been confirmed: an entry of zero records it and the sale's
 *   position, before the other entries
 */
export async function settle(
  tx: Prisma.TransactionClient,
  conversionId: string,
  now: Date,
  actor: { actor: LedgerActor; actorId?: string | null },
  reason: string,
  whyConfirmed: string | null = null,
): Promise<void> {
  const sale = await tx.conversion.findUniqueOrThrow({
    where: { id: conversionId },
    select: {
      partnerId: true,
      currency: true,
      netMinor: true,
      status: true,
      ledgerCurrency: true,
      ledgerRate: true,
      ledgerNetMinor: true,
      month: true,
      monthPosition: true,
      planId: true,
    },
  })
  const { planId, ledgerCurrency, ledgerRate, month, monthPosition } = sale
  if (!planId || !ledgerCurrency || !ledgerRate || !month) return
  const ledgerNetMinor = toLedger(sale.netMinor, sale.currency, ledgerCurrency, ledgerRate)
  if (ledgerNetMinor !== sale.ledgerNetMinor)
    await tx.conversion.update({ where: { id: conversionId }, data: { ledgerNetMinor }, select: { id: true } })
  const stands = await listSettledShares(tx, conversionId)
  const { basis, brackets } = await planTerms(tx, planId)
  const owed = reckonShares(basis, brackets, { position: monthPosition, netMinor: ledgerNetMinor })
  const changes = reckonDifferences(stands, owed)
  if (!changes.length && whyConfirmed === null) return
  const isInvoiced =
    changes.length > 0 && stands.length > 0 && (await tx.invoiceLine.count({ where: { conversionId } })) > 0
  const kindOf = ({ amountMinor }: Share) => {
    if (!stands.length) return 'accrual'
    if (isInvoiced) return amountMinor < 0n ? 'clawback' : 'adjustment'
    return sale.status === 'cancelled' ? 'reversal' : 'adjustment'
  }
  const facts = {
    conversionId,
    planId,
    currency: ledgerCurrency,
    orderNetMinor: sale.netMinor,
    orderCurrency: sale.currency,
    rate: ledgerRate,
    month,
    position: monthPosition,
    effectiveAt: now,
    actor: actor.actor,
    actorId: actor.actorId ?? null,
  }
  const entries: NewEntry[] = changes.map((change) => ({
    ...facts,
    kind: kindOf(change),
    tierFrom: Number(change.tierFrom),
    rateBps: change.rateBps,
    baseMinor: change.baseMinor,
    amountMinor: change.amountMinor,
    reason,
  }))
  if (whyConfirmed !== null) entries.unshift({ ...facts, kind: 'confirmation', ...NOTHING_OWED, reason: whyConfirmed })
  const takenBackMinor = await getTakenBack(tx, conversionId, sum(owed))
  if (takenBackMinor > 0n)
    entries.push({
      ...OF_NO_PLAN,
      kind: 'waiver',
      conversionId,
      currency: ledgerCurrency,
      amountMinor: takenBackMinor,
      effectiveAt: now,
      actor: facts.actor,
      actorId: facts.actorId,
      reason: 'the waiver exceeds what is owed now',
    })
  await appendEntries(tx, sale.partnerId, entries)
}

const sum = (shares: readonly Share[]): bigint => shares.reduce((total, { amountMinor }) => total + amountMinor, 0n)

/** Returns how much of a sale's waivers to take back, so that they never exceed the commission. Manual entries stay. */
async function getTakenBack(tx: Prisma.TransactionClient, conversionId: string, owedMinor: bigint): Promise<bigint> {
  const written = await tx.commissionEntry.groupBy({
    by: ['kind'],
    where: { conversionId, kind: { in: ['waiver', 'manual'] } },
    _sum: { amountMinor: true },
  })
  const of = (kind: string) => written.find((each) => each.kind === kind)?._sum.amountMinor ?? 0n
  const [waived, tooMuch] = [-of('waiver'), -(owedMinor + of('waiver') + of('manual'))]
  return tooMuch < waived ? tooMuch : waived
}

const NOTHING_OWED = { tierFrom: null, rateBps: 0, baseMinor: 0n, amountMinor: 0n }

/** Converts an order's amount to the ledger's currency at a fixed rate. */
export const toLedger = (minor: bigint, currency: string, ledgerCurrency: string, rate: string): bigint =>
  convertMinor(minor, rate, { from: unitOf(currency), to: unitOf(ledgerCurrency) })

/** Returns the commission that the ledger records for a sale, by tier. */
async function listSettledShares(tx: Prisma.TransactionClient, conversionId: string): Promise<Share[]> {
  const sums = await tx.commissionEntry.groupBy({
    by: ['tierFrom', 'rateBps'],
    where: { conversionId, kind: { in: [...OF_SALES] } },
    _sum: { baseMinor: true, amountMinor: true },
  })
  return sums.map(({ tierFrom, rateBps, _sum }) => ({
    tierFrom: BigInt(tierFrom ?? 0),
    rateBps,
    baseMinor: _sum.baseMinor ?? 0n,
    amountMinor: _sum.amountMinor ?? 0n,
  }))
}
