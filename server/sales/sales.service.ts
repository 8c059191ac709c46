import { Prisma } from '#prisma/generated/client.ts'
import type { PartnerAsk } from '#server/platform/ask.ts'
import { AppError } from '#server/platform/errors.ts'
import { escapeLike } from '#server/platform/like.ts'
import { NEXT_STATUSES, type ConversionStatus } from './lifecycle.values.ts'
import { hasherOf, inTurn, standing } from './record-order.ts'
import { reviseSale } from './revise-sale.ts'
import { SALES_PAGE, type ListSalesInput, type SaleInput } from './sales.schema.ts'
import { uniteRefunds } from './snapshot.ts'

type Ask = Pick<PartnerAsk, 'db' | 'partner'>

/** Partners type parts of what stands there; more than this is not counted. */
const MOST_COUNTED = 100_000

interface Row {
  id: string
  orderName: string
  externalId: string
  source: string
  orderedAt: Date
  currency: string
  commissionableMinor: bigint
  refundedMinor: bigint
  netMinor: bigint
  status: ConversionStatus
  statusReason: string
  matchLevel: string | null
  ledgerCurrency: string | null
  owedMinor: bigint
  lines: bigint
  title: string | null
  openFlags: bigint
}

/**
 * The partner's sales, the latest order first, a page at a time, and how many there are of each status. Amounts in minor units:
 * of the order in its own currency, what is owed in the ledger's.
 */
export async function listSales({ db, partner }: Ask, { status, q, page }: ListSalesInput) {
  const found = Prisma.sql`FROM conversions c WHERE c.partner_id = ${partner.id}::uuid ${q ? matching(q) : Prisma.empty}`
  const counts = await db.$queryRaw<Array<{ status: ConversionStatus; count: bigint }>>`
    SELECT status::text, count(*) FROM (SELECT c.status ${found} LIMIT ${MOST_COUNTED}::int) s GROUP BY status`
  const rows = await db.$queryRaw<Row[]>`
    SELECT c.id, c.order_name AS "orderName", c.external_id AS "externalId", c.source::text, c.ordered_at AS "orderedAt", c.currency,
      c.commissionable_minor AS "commissionableMinor", c.refunded_minor AS "refundedMinor", c.net_minor AS "netMinor", c.status::text,
      c.status_reason AS "statusReason", c.match_level::text AS "matchLevel", c.ledger_currency AS "ledgerCurrency",
      (SELECT coalesce(sum(e.amount_minor), 0)::bigint FROM commission_entries e WHERE e.conversion_id = c.id) AS "owedMinor",
      (SELECT count(*) FROM conversion_lines l WHERE l.conversion_id = c.id) AS lines,
      (SELECT l.title FROM conversion_lines l WHERE l.conversion_id = c.id ORDER BY l.place LIMIT 1) AS title,
      (SELECT count(*) FROM conversion_flags f WHERE f.conversion_id = c.id AND f.resolved_at IS NULL) AS "openFlags"
    ${found} ${status ? Prisma.sql`AND c.status = ${status}::conversion_status` : Prisma.empty}
    ORDER BY c.ordered_at DESC, c.id DESC LIMIT ${SALES_PAGE}::int OFFSET ${(page - 1) * SALES_PAGE}::int`
  const known = new Map(counts.map(({ status: name, count }) => [name, Number(count)]))
  const byStatus = Object.fromEntries(
    Object.keys(NEXT_STATUSES).map((name) => [name, known.get(name as ConversionStatus) ?? 0]),
  ) as Record<ConversionStatus, number>
  const all = Object.values(byStatus).reduce((sum, count) => sum + count, 0)
  return {
    counts: { all, ...byStatus },
    total: status ? byStatus[status] : all,
    page,
    pageSize: SALES_PAGE,
    sales: rows.map((row) => ({
      ...row,
      commissionableMinor: Number(row.commissionableMinor),
      refundedMinor: Number(row.refundedMinor),
      netMinor: Number(row.netMinor),
      owedMinor: Number(row.owedMinor),
      lines: Number(row.lines),
      openFlags: Number(row.openFlags),
    })),
  }
}

function matching(q: string): Prisma.Sql {
  const like = `%${escapeLike(q)}%`
  return Prisma.sql`AND (c.order_name ILIKE ${like} OR c.external_id ILIKE ${like} OR c.click_id ILIKE ${like}
    OR EXISTS (SELECT 1 FROM conversion_lines l WHERE l.conversion_id = c.id AND (l.title ILIKE ${like} OR l.sku ILIKE ${like})))`
}

/**
 * The partner says that a sale is ours which no signal names for sure: it is owed from now on.
 * @throws AppError not_found; conflict if it is not one that can be confirmed
 */
export async function confirmUnmatched(
  { db, partner, viewer }: Pick<PartnerAsk, 'db' | 'partner' | 'viewer'>,
  { saleId }: SaleInput,
  now = new Date(),
): Promise<void> {
  const hashOf = await hasherOf(db)
  await inTurn(db, partner.id, async (tx) => {
    const stored = await tx.conversion.findFirst({
      where: { id: saleId, partnerId: partner.id },
      include: { lines: { orderBy: { place: 'asc' } } },
    })
    if (!stored) throw new AppError('not_found', 'There is no such sale.')
    if (stored.status !== 'tracked' || (stored.matchLevel !== 'U' && stored.matchLevel !== 'D'))
      throw new AppError('conflict', 'This sale is not one that waits for you.')
    const { refunds } = await uniteRefunds(tx, partner.id, stored.externalId, [])
    const told = { ...standing(stored), refunds, hashOf, isConfirmedByPartner: true }
    const { status } = await reviseSale(tx, stored, told, now, { actor: 'partner', actorId: viewer.userId })
    if (status !== 'pending') {
      const { statusReason } = await tx.conversion.findUniqueOrThrow({ where: { id: saleId } })
      throw new AppError('conflict', `This sale cannot be confirmed: ${statusReason}.`)
    }
  })
}
