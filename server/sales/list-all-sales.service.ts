import { Prisma } from '#prisma/generated/client.ts'
import type { Db } from '#server/platform/db.ts'
import { DAY_MS } from '#server/platform/durations.values.ts'
import { escapeLike } from '#server/platform/like.ts'
import { ofStatus, saleRowOf, salesShown, type RawSaleRow } from './sale-rows.ts'
import type { AllSalesQuery } from './sales-for-admins.schema.ts'

const PAGE_SIZE = 50
/** If more partners share a name, only this many are searched. */
const MAX_PARTNERS = 50
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * Lists sales of all partners for administrators, the latest order first, 50 a page. Amounts in minor units, those of
 * the order in its own currency, commission in the ledger's. `older` starts the next page; null if there is none.
 */
export async function listAllSales(db: Db, { partner, status, from, to, after }: AllSalesQuery) {
  const wanted = Prisma.sql`true ${ofStatus(status)}
    ${from ? Prisma.sql`AND c.ordered_at >= ${new Date(from)}` : Prisma.empty}
    ${to ? Prisma.sql`AND c.ordered_at < ${new Date(Date.parse(to) + DAY_MS)}` : Prisma.empty}
    ${after ? afterSale(after) : Prisma.empty}`
  const found = partner ? await ofPartners(db, partner, wanted) : wanted
  const rows = await db.$queryRaw<RawSaleRow[]>(salesShown(found, 'newest', { limit: PAGE_SIZE + 1, offset: 0 }))
  const shown = rows.slice(0, PAGE_SIZE).map(saleRowOf)
  const last = rows.length > PAGE_SIZE ? shown.at(-1) : undefined
  const partnerOf = await listPartnersOf(
    db,
    shown.map(({ id }) => id),
  )
  return {
    sales: shown.flatMap((sale) => {
      const seller = partnerOf.get(sale.id)
      return seller ? [{ ...sale, partner: seller }] : []
    }),
    older: last ? `${last.orderedAt.getTime()}_${last.id}` : null,
  }
}

/** Reads a page of each partner from its own index, so that a few old sales are found among many of other partners. */
async function ofPartners(db: Db, partner: string, wanted: Prisma.Sql): Promise<Prisma.Sql> {
  const partners = await db.partner.findMany({
    where: UUID.test(partner)
      ? { id: partner }
      : { businessName: { contains: escapeLike(partner), mode: 'insensitive' } },
    orderBy: { id: 'asc' },
    take: MAX_PARTNERS,
    select: { id: true },
  })
  const ids = partners.map(({ id }) => id)
  return Prisma.sql`c.id = ANY(ARRAY(
    SELECT latest.id FROM unnest(${ids}::uuid[]) AS each (id) CROSS JOIN LATERAL (
      SELECT c.id FROM conversions c WHERE c.partner_id = each.id AND ${wanted}
      ORDER BY c.ordered_at DESC, c.id DESC LIMIT ${PAGE_SIZE + 1}::int
    ) latest))`
}

function afterSale(after: string): Prisma.Sql {
  const [at = '', id = ''] = after.split('_')
  return Prisma.sql`AND (c.ordered_at, c.id) < (${new Date(Number(at))}, ${id}::uuid)`
}

async function listPartnersOf(db: Db, saleIds: readonly string[]) {
  const sales = await db.conversion.findMany({
    where: { id: { in: [...saleIds] } },
    select: { id: true, partner: { select: { id: true, businessName: true } } },
  })
  return new Map(sales.map(({ id, partner }) => [id, partner]))
}
