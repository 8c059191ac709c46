import { Prisma } from '#prisma/generated/client.ts'
import type { PartnerAsk } from '#server/platform/ask.ts'
import { escapeLike } from '#server/platform/like.ts'
import { MAX_SEARCHED, type SalesFilter } from './sales.schema.ts'

type Ask = Pick<PartnerAsk, 'db' | 'partner'>

/**
 * Terms that the trigram index can look up: three letters or digits in a row, or two that begin a word. For other terms
 * it would return every row.
 */
const LOOKED_UP = /[a-z0-9]{3}|[^a-z0-9][a-z0-9]{2}/i

/** Returns the searchable texts of a sale. The migration of sale_lookups writes the same. */
export const lookupText = (sale: {
  orderName: string
  externalId: string
  clickId: string | null
  lines: ReadonlyArray<{ title: string; sku: string | null }>
}): string =>
  [sale.orderName, sale.externalId, sale.clickId, ...sale.lines.flatMap(({ title, sku }) => [title, sku])]
    .filter(Boolean)
    .join('\n')

/** Selects the partner's conversions `c` of a period. */
export const salesInTime = (partnerId: string, { from, to }: Pick<SalesFilter, 'from' | 'to'>): Prisma.Sql =>
  Prisma.sql`c.partner_id = ${partnerId}::uuid
    ${from ? Prisma.sql`AND c.ordered_at >= ${new Date(from)}` : Prisma.empty}
    ${to ? Prisma.sql`AND c.ordered_at < ${new Date(to)}` : Prisma.empty}`

/** Whether a sale's texts contain `q`. Looks up each sale, so the cost depends only on the sales in question. */
const hasText = (conversionId: Prisma.Sql, q: string): Prisma.Sql =>
  Prisma.sql`(SELECT s.text ILIKE ${likeOf(q)} FROM sale_lookups s WHERE s.conversion_id = ${conversionId})`

/**
 * Does the same as `hasText` for all sales `c` of the partner at once. Rare words use the index; for others, all of the
 * partner's texts are read.
 */
export const havingText = (partnerId: string, q: string): Prisma.Sql =>
  Prisma.sql`c.id = ANY(ARRAY(${hits(partnerId, q)}))`

/**
 * Finds the partner's conversions `c` that match a filter, whatever their status, at a limited cost. Rare words are
 * looked up in the index, others in the latest MAX_SEARCHED sales of the period.
 * @returns `isCut`: there are earlier sales that were not searched
 */
export async function findSales(
  { db, partner }: Ask,
  { q, from, to }: Pick<SalesFilter, 'q' | 'from' | 'to'>,
): Promise<{ found: Prisma.Sql; isCut: boolean }> {
  const inTime = salesInTime(partner.id, { from, to })
  if (!q) return { found: inTime, isCut: false }
  const isBeyond = async (rows: Prisma.Sql): Promise<boolean> => {
    const [row] = await db.$queryRaw<Array<{ isBeyond: boolean }>>`
      SELECT count(*) > ${MAX_SEARCHED}::int AS "isBeyond" FROM (${rows} LIMIT ${MAX_SEARCHED + 1}::int) few`
    return row?.isBeyond === true
  }
  if (LOOKED_UP.test(q) && !(await isBeyond(hits(partner.id, q))))
    return { found: Prisma.sql`${inTime} AND ${havingText(partner.id, q)}`, isCut: false }
  const latest = Prisma.sql`SELECT c.id FROM conversions c WHERE ${inTime} ORDER BY c.ordered_at DESC, c.id DESC LIMIT ${MAX_SEARCHED}::int`
  return {
    found: Prisma.sql`c.partner_id = ${partner.id}::uuid AND c.id = ANY(ARRAY(
      SELECT latest.id FROM (${latest}) latest WHERE ${hasText(Prisma.sql`latest.id`, q)}))`,
    isCut: await isBeyond(Prisma.sql`SELECT FROM conversions c WHERE ${inTime}`),
  }
}

const hits = (partnerId: string, q: string): Prisma.Sql =>
  Prisma.sql`SELECT s.conversion_id FROM sale_lookups s WHERE s.partner_id = ${partnerId}::uuid AND s.text ILIKE ${likeOf(q)}`

const likeOf = (q: string): string => `%${escapeLike(q)}%`
