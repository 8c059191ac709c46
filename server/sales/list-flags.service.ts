import type { Db } from '#server/platform/db.ts'
import type { FlagKind } from './flags.values.ts'
import type { FlagsQuery } from './sales-for-admins.schema.ts'
import { listWaitingForRate } from './take-up-sales.ts'

const PAGE_SIZE = 25

/** Open flags of all sales and stores for administrators, the oldest first, 25 a page; and the currencies in which sales wait for a rate. */
export async function listOpenFlags(db: Db, { page }: FlagsQuery) {
  const where = { resolvedAt: null }
  const total = await db.conversionFlag.count({ where })
  const totalPages = Math.max(1, Math.ceil(total / PAGE_SIZE))
  const shown = Math.min(page, totalPages)
  const rows = await db.conversionFlag.findMany({
    where,
    orderBy: [{ raisedAt: 'asc' }, { id: 'asc' }],
    take: PAGE_SIZE,
    skip: (shown - 1) * PAGE_SIZE,
    select: {
      id: true,
      kind: true,
      evidence: true,
      raisedAt: true,
      partner: { select: { id: true, businessName: true } },
      conversion: { select: { orderName: true, externalId: true, status: true } },
    },
  })
  const flags = rows.map(({ kind, evidence, ...row }) => ({
    ...row,
    kind: kind as FlagKind,
    evidence: evidence as Record<string, string | number>,
  }))
  return { flags, total, page: shown, totalPages, waitingForRate: await listWaitingForRate(db) }
}
