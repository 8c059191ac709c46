import type { Prisma } from '#prisma/generated/client.ts'
import { formatMoney } from '#server/platform/money.schema.ts'
import type { FlagKind } from './flags.values.ts'

/** If an order follows the click this quickly, the shopper probably did not choose the product in between. */
const FAST_MS = 10_000
const MENDED = 'no longer applies'
const RAISED: FlagKind = 'raised_after_void'

interface Judged {
  id: string
  partnerId: string
  orderedAt: Date
  channel: string
  clickedAt: Date | null
  isOverRefunded: boolean
  isOwnStaff: boolean
}

/**
 * Raises the flags of one sale, with their evidence, and closes those that no longer apply. Flags that a person has
 * resolved stay resolved. A flag only keeps the sale from being confirmed automatically.
 */
export async function raiseSaleFlags(tx: Prisma.TransactionClient, sale: Judged, now: Date): Promise<void> {
  const found = findFlags(sale)
  const known = await tx.conversionFlag.findMany({ where: { conversionId: sale.id } })
  for (const [kind, evidence] of found) {
    const before = known.find((flag) => flag.kind === kind)
    if (before && (before.resolvedAt === null || before.resolvedById !== null)) continue
    const open = { evidence, resolvedAt: null, resolution: '', proposedAt: null, proposedById: null }
    await tx.conversionFlag.upsert({
      where: { conversionId_kind: { conversionId: sale.id, kind } },
      create: { conversionId: sale.id, partnerId: sale.partnerId, kind, evidence, raisedAt: now },
      update: open,
    })
  }
  // A proposed decision stays open until it takes effect, whatever the store reports.
  const mended = known.filter(
    ({ kind, resolvedAt, proposedAt }) =>
      resolvedAt === null && proposedAt === null && kind !== RAISED && !found.has(kind as FlagKind),
  )
  if (mended.length)
    await tx.conversionFlag.updateMany({
      where: { id: { in: mended.map(({ id }) => id) } },
      data: { resolvedAt: now, resolution: MENDED },
    })
}

/**
 * Flags a void sale whose value its store has increased. It stays void, because a person decided that it does not
 * count. But the store may have reused its number for another order, so an administrator reviews it and can add an
 * adjustment.
 * @param fromMinor its former value, in minor units of the order's currency
 */
export async function flagRaised(
  tx: Prisma.TransactionClient,
  { id, partnerId }: Pick<Judged, 'id' | 'partnerId'>,
  { fromMinor, toMinor, currency }: { fromMinor: bigint; toMinor: bigint; currency: string },
  now: Date,
): Promise<void> {
  if (toMinor <= fromMinor) return
  const where = { conversionId_kind: { conversionId: id, kind: RAISED } }
  const open = {
    evidence: { from: formatMoney(fromMinor, currency), to: formatMoney(toMinor, currency) },
    raisedAt: now,
  }
  // A further increase reopens the flag, even if a person has resolved it.
  await tx.conversionFlag.upsert({
    where,
    create: { conversionId: id, partnerId, kind: RAISED, ...open },
    update: {
      ...open,
      resolvedAt: null,
      resolvedById: null,
      resolution: '',
      proposedAt: null,
      proposedById: null,
    },
  })
}

function findFlags(sale: Judged): Map<FlagKind, Prisma.InputJsonObject> {
  const found = new Map<FlagKind, Prisma.InputJsonObject>()
  const afterMs = sale.clickedAt ? sale.orderedAt.getTime() - sale.clickedAt.getTime() : null
  if (afterMs !== null && afterMs >= 0 && afterMs < FAST_MS) found.set('fast_order', { seconds: afterMs / 1000 })
  if (afterMs !== null && afterMs < 0) found.set('clock_skew', { seconds: -afterMs / 1000 })
  if (sale.channel === 'pos' || sale.channel === 'draft') found.set('not_on_the_web', { channel: sale.channel })
  if (sale.isOwnStaff) found.set('own_staff', {})
  if (sale.isOverRefunded) found.set('refund_exceeds_order', {})
  return found
}
