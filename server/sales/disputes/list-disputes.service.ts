import type { Db } from '#server/platform/db.ts'
import { holdsFrom } from '../flags.values.ts'
import { judgedSignal } from '../store-order.schema.ts'
import { mayVoidAlone } from '../void-alone.ts'
import type { DisputesQuery } from './disputes.schema.ts'

const PAGE_SIZE = 10
/** After this time the job that voids due sales has run. */
const JOB_MS = 3_600_000

/**
 * Lists disputes of all partners with their evidence, for administrators, 10 a page: the oldest open ones first, others
 * the latest first. Amounts in minor units.
 */
export async function listDisputes(db: Db, { state, page }: DisputesQuery, now = new Date()) {
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
  const waiting = state === 'open' ? await listWaiting(db, rows, now) : new Map<string, Waiting>()
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
  /** When it takes effect without a second administrator (UTC); null for never. */
  holdsFrom: Date | null
}

/** Returns the proposals to void these disputes' sales, by dispute. */
async function listWaiting(
  db: Db,
  disputes: ReadonlyArray<{ id: string; conversionId: string }>,
  now: Date,
): Promise<Map<string, Waiting>> {
  const saleOf = new Map(disputes.map(({ id, conversionId }) => [id, conversionId]))
  const open = await db.approval.findMany({
    where: { action: 'dispute_void', status: 'open', subjectId: { in: [...saleOf.keys()] } },
    select: { subjectId: true, proposedById: true, proposedAt: true },
  })
  const waiting = new Map<string, Waiting>()
  for (const { subjectId, proposedById, proposedAt } of open) {
    const person = await db.user.findUnique({ where: { id: proposedById }, select: { email: true } })
    const conversionId = saleOf.get(subjectId) ?? ''
    const isSmall = await mayVoidAlone(db, proposedById, { conversionId, proposedAt }, now)
    const from = holdsFrom(proposedAt)
    // The job has refused it since, because the order has changed or the person may no longer decide.
    const isRefused = now.getTime() > from.getTime() + JOB_MS
    const by = person?.email ?? 'an administrator who has left'
    waiting.set(subjectId, { by, holdsFrom: person && isSmall && !isRefused ? from : null })
  }
  return waiting
}

/** Returns the number of open disputes, and the time (UTC) of the oldest one. */
export async function countWaitingDisputes(db: Db) {
  const { _count, _min } = await db.saleDispute.aggregate({
    where: { outcome: null },
    _count: true,
    _min: { openedAt: true },
  })
  return { count: _count, oldest: _min.openedAt }
}
