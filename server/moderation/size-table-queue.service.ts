import type { Prisma } from '#prisma/generated/client.ts'
import type { SignedInAsk } from '#server/platform/ask.ts'
import { writeAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { parseSizeRows } from '#server/sizing/size-tables.service.ts'
import { PROPOSED } from '#server/sizing/table-counts.ts'
import type { JudgeSizeTableInput, SizeTablesQuery } from './size-tables.schema.ts'

const PAGE_SIZE = 12

/**
 * Lists size tables that approved partners propose for brands they do not own, 12 a page. Waiting tables come longest
 * waiting first, others latest decision first. Rows are in millimetres, times in UTC.
 */
export async function listSizeTableProposals({ db }: Pick<SignedInAsk, 'db'>, { state, page }: SizeTablesQuery) {
  const ids = await proposalIds(db)
  const where: Record<SizeTablesQuery['state'], Prisma.SizeTableWhereInput> = {
    waiting: { id: { in: ids } },
    accepted: { judgement: 'accepted' },
    refused: { judgement: 'refused' },
  }
  const [waiting, accepted, refused] = [
    ids.length,
    await db.sizeTable.count({ where: where.accepted }),
    await db.sizeTable.count({ where: where.refused }),
  ]
  const counts = { waiting, accepted, refused }
  const totalPages = Math.max(1, Math.ceil(counts[state] / PAGE_SIZE))
  const shown = Math.min(page, totalPages)
  const tables = await db.sizeTable.findMany({
    where: where[state],
    orderBy: state === 'waiting' ? [{ updatedAt: 'asc' }, { id: 'asc' }] : [{ judgedAt: 'desc' }, { id: 'desc' }],
    take: PAGE_SIZE,
    skip: (shown - 1) * PAGE_SIZE,
    select: {
      id: true,
      revision: true,
      audience: true,
      source: true,
      measures: true,
      easeMm: true,
      rows: true,
      updatedAt: true,
      judgement: true,
      judgedAt: true,
      judgementReason: true,
      brand: { select: { name: true, slug: true, owner: { select: { id: true, businessName: true } } } },
      category: { select: { name: true } },
      partner: { select: { id: true, businessName: true } },
    },
  })
  return {
    tables: tables.map(({ rows, ...table }) => ({ ...table, rows: parseSizeRows(rows) })),
    counts,
    page: shown,
    totalPages,
  }
}

/** Lists the waiting tables, oldest first. */
async function proposalIds(db: Db): Promise<string[]> {
  const rows = await db.$queryRaw<Array<{ id: string }>>`
    SELECT id FROM (${PROPOSED}) proposed ORDER BY since, id LIMIT ${MAX_WAITING}`
  return rows.map(({ id }) => id)
}
/** Maximum waiting tables to load. The others follow once these are reviewed. */
const MAX_WAITING = 1_000

/**
 * Accepts or rejects a partner's size table for a brand it does not own. The partner sees the reason for a rejection
 * next to the table. Rejected tables are not used for size advice.
 * @throws AppError not_found; conflict if the table was changed, removed or reviewed since it was loaded
 */
export async function judgeSizeTable(
  { db, visit, viewer }: Pick<SignedInAsk, 'db' | 'visit' | 'viewer'>,
  { tableId, revision, to, ...said }: JudgeSizeTableInput,
): Promise<{ brand: string }> {
  const reason = 'reason' in said ? said.reason : ''
  return db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM size_tables WHERE id = ${tableId}::uuid FOR UPDATE`
    const table = await tx.sizeTable.findUnique({
      where: { id: tableId },
      select: {
        revision: true,
        removedAt: true,
        judgement: true,
        partnerId: true,
        brand: { select: { name: true, slug: true } },
      },
    })
    if (!table) throw new AppError('not_found', 'This size table no longer exists.')
    if (table.revision !== revision || table.removedAt || table.judgement === to)
      throw new AppError(
        'conflict',
        'This table was changed, removed or reviewed after you opened the page. Please check it again.',
      )
    await tx.sizeTable.update({
      where: { id: tableId },
      data: { judgement: to, judgedAt: new Date(), judgedById: viewer.userId, judgementReason: reason },
    })
    const data = {
      partnerId: table.partnerId,
      brand: table.brand.slug,
      revision,
      before: table.judgement ?? 'proposed',
      after: to,
      ...(reason && { reason }),
    }
    await writeAudit(db, visit, { actorId: viewer.userId, action: `size_table_${to}`, subjectId: tableId, data }, tx)
    return { brand: table.brand.name }
  })
}
