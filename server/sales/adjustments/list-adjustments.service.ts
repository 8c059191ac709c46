import { describeDeciding } from '#server/two-people/money-policy.ts'
import type { SignedInAsk, PartnerAsk } from '#server/platform/ask.ts'
import type { Db } from '#server/platform/db.ts'
import type { AdjustmentsQuery } from './adjustments.schema.ts'

const PAGE_SIZE = 25
const MAX_SHOWN = 100

/**
 * Lists proposals of all partners for administrators, 25 a page: pending ones oldest first, all others latest first.
 * Amounts in minor units. `about` is the subject of a new proposal; it is null if no existing partner or sale is given.
 */
export async function listAdjustments(
  { db, viewer }: Pick<SignedInAsk, 'db' | 'viewer'>,
  { status, page, partner, sale }: AdjustmentsQuery,
) {
  const counted = await db.adjustment.groupBy({ by: ['status'], _count: true })
  const countOf = (each: string) => counted.find((row) => row.status === each)?._count ?? 0
  const counts = {
    proposed: countOf('proposed'),
    approved: countOf('approved'),
    rejected: countOf('rejected'),
    withdrawn: countOf('withdrawn'),
  }
  const totalPages = Math.max(1, Math.ceil(counts[status] / PAGE_SIZE))
  const shown = Math.min(page, totalPages)
  const rows = await db.adjustment.findMany({
    where: { status },
    orderBy: status === 'proposed' ? [{ proposedAt: 'asc' }, { id: 'asc' }] : [{ decidedAt: 'desc' }, { id: 'desc' }],
    take: PAGE_SIZE,
    skip: (shown - 1) * PAGE_SIZE,
    include: {
      partner: { select: { id: true, businessName: true } },
      conversion: { select: { id: true, orderName: true, externalId: true } },
    },
  })
  const people = await namesOf(
    db,
    rows.flatMap(({ proposedById, decidedById }) => [proposedById, decidedById]),
  )
  const deciding = await describeDeciding(db, viewer.userId, status === 'proposed' ? rows : [], new Date())
  return {
    items: rows.map(({ amountMinor, proposedById, decidedById, ...row }, index) => ({
      ...row,
      amountMinor: Number(amountMinor),
      proposedBy: people.get(proposedById) ?? 'an administrator who has left',
      decidedBy: decidedById && (people.get(decidedById) ?? 'an administrator who has left'),
      isOwn: proposedById === viewer.userId,
      deciding: deciding[index] ?? null,
    })),
    about: await getAbout(db, partner, sale),
    counts,
    page: shown,
    totalPages,
  }
}

async function getAbout(db: Db, partnerId: string | undefined, saleId: string | undefined) {
  if (saleId) {
    const sale = await db.conversion.findUnique({
      where: { id: saleId },
      select: { orderName: true, externalId: true, partner: { select: { id: true, businessName: true } } },
    })
    return sale && { partner: sale.partner, sale: { id: saleId, name: sale.orderName || sale.externalId } }
  }
  const partner = partnerId
    ? await db.partner.findUnique({ where: { id: partnerId }, select: { id: true, businessName: true } })
    : null
  return partner && { partner, sale: null }
}

async function namesOf(db: Db, ids: ReadonlyArray<string | null>): Promise<Map<string, string>> {
  const known = ids.filter((id) => id !== null)
  const users = await db.user.findMany({ where: { id: { in: known } }, select: { id: true, email: true } })
  return new Map(users.map(({ id, email }) => [id, email]))
}

/**
 * Lists the entries in the partner's ledger that people have written, the latest first, 100 at most. Amounts in minor
 * units.
 */
export async function listWrittenEntries({ db, partner }: Pick<PartnerAsk, 'db' | 'partner'>) {
  const entries = await db.commissionEntry.findMany({
    where: { partnerId: partner.id, kind: { in: ['waiver', 'manual'] } },
    orderBy: { seq: 'desc' },
    take: MAX_SHOWN,
    select: {
      seq: true,
      kind: true,
      conversionId: true,
      amountMinor: true,
      currency: true,
      reason: true,
      effectiveAt: true,
    },
  })
  return entries.map(({ amountMinor, conversionId, ...entry }) => ({
    ...entry,
    saleId: conversionId,
    amountMinor: Number(amountMinor),
  }))
}
