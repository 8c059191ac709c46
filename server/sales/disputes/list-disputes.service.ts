import type { Db } from '#server/platform/db.ts'
import { judgedSignal } from '../store-order.schema.ts'
import type { DisputesQuery } from './disputes.schema.ts'

const PAGE_SIZE = 10

/**
 * Lists disputes of all partners with their evidence, for administrators: open ones by age, others the latest first, 10
 * a page. Amounts in minor units.
 */
export async function listDisputes(db: Db, { state, page }: DisputesQuery) {
  const open = await db.saleDispute.count({ where: { outcome: null } })
  const decided = await db.saleDispute.count({ where: { outcome: { not: null } } })
  const counts = { open, decided }
  const totalPages = Math.max(1, Math.ceil(counts[state] / PAGE_SIZE))
  const shown = Math.min(page, totalPages)
  const rows = await db.saleDispute.findMany({
    where: { outcome: state === 'open' ? null : { not: null } },
    orderBy: state === 'open' ? [{ openedAt: 'asc' }, { id: 'asc' }] : [{ decidedAt: 'desc' }, { id: 'desc' }],
    take: PAGE_SIZE,
    skip: (shown - 1) * PAGE_SIZE,
    include: {
      partner: { select: { id: true, businessName: true } },
      conversion: {
        include: {
          flags: { orderBy: { raisedAt: 'asc' } },
          transitions: { orderBy: [{ at: 'asc' }, { id: 'asc' }] },
        },
      },
    },
  })
  const ids = rows.map(({ conversionId }) => conversionId)
  const sums = await db.commissionEntry.groupBy({
    by: ['conversionId'],
    where: { conversionId: { in: ids } },
    _sum: { amountMinor: true },
  })
  const clicks = await db.outboundClick.findMany({
    where: { id: { in: rows.flatMap(({ conversion }) => conversion.clickId ?? []) } },
    select: {
      id: true,
      clickedAt: true,
      surface: true,
      agent: true,
      priceMinor: true,
      currency: true,
      country: true,
      destinationUrl: true,
    },
  })
  const waiting = state === 'open' ? await listWaiting(db, rows) : new Map<string, Waiting>()
  const items = rows.map(({ conversion: sale, openedById: _, ...dispute }) => ({
    ...dispute,
    /** Set if an administrator has proposed to void the sale. */
    waiting: waiting.get(dispute.id) ?? null,
    sale: {
      order: sale.orderName || sale.externalId,
      status: sale.status,
      source: sale.source,
      currency: sale.currency,
      netMinor: Number(sale.netMinor),
      orderedAt: sale.orderedAt,
      paidAt: sale.paidAt,
      matchLevel: sale.matchLevel,
      ledgerCurrency: sale.ledgerCurrency,
      owedMinor: Number(sums.find(({ conversionId }) => conversionId === sale.id)?._sum.amountMinor ?? 0n),
      click: clicks.find(({ id }) => id === sale.clickId) ?? null,
      signals: judgedSignal
        .array()
        .parse(sale.evidence)
        .map(({ level, from, verdict, reason }) => ({ level, from, verdict, reason })),
      flags: sale.flags.map(({ kind, raisedAt, resolvedAt, resolution }) => ({
        kind,
        raisedAt,
        resolvedAt,
        resolution,
      })),
      transitions: sale.transitions.map(({ to, reason, actor, at }) => ({ to, reason, actor, at })),
    },
  }))
  return { items, counts, page: shown, totalPages }
}

interface Waiting {
  by: string
  /** When it takes effect without a second administrator (UTC); null for never, and after it failed. */
  holdsFrom: Date | null
  /** Why the proposal did not take effect at that time; '' if it has not failed. */
  failure: string
}

/** Returns the proposals to void these disputes' sales, by dispute. */
async function listWaiting(db: Db, disputes: ReadonlyArray<{ id: string }>): Promise<Map<string, Waiting>> {
  const open = await db.approval.findMany({
    where: { action: 'dispute_void', status: 'open', subjectId: { in: disputes.map(({ id }) => id) } },
    select: { subjectId: true, proposedById: true, holdsFrom: true, failure: true },
  })
  const people = await db.user.findMany({
    where: { id: { in: open.map(({ proposedById }) => proposedById) } },
    select: { id: true, email: true },
  })
  return new Map(
    open.map(({ subjectId, proposedById, ...promised }) => {
      const by = people.find(({ id }) => id === proposedById)?.email ?? 'an administrator who has left'
      return [subjectId, { by, ...promised }]
    }),
  )
}
