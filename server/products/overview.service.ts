import type { ProductEventType } from '#prisma/generated/enums.ts'
import type { Picture } from '#server/media/picture.ts'
import { viewsOf } from '#server/outbound/view-counts.ts'
import type { PartnerAsk } from '#server/platform/ask.ts'
import { growthPercent, periodRange, type Period } from '#server/platform/period.schema.ts'
import { ACTIVE } from '#server/platform/listed.ts'
import { getBestSellers, listLatestSales } from './best-sellers.ts'
import { listLowPerformers } from './low-performers.ts'
import { currencyOf, IS_OUT, ownUndeleted, PICTURE, RUNS_LOW } from './own-products.ts'
import type { OverviewQuery } from './own-products.schema.ts'

const TOP_CATEGORIES = 10
const MAX_VIEWED = 5
/** The panel shows 5 of them, and the rest on demand. */
const STOCK_ALERTS = 50
const ACTIVITIES = 10

export interface ProductFigures {
  currency: string
  total: number
  /** Percent growth over the number of products before the period; null if there were none. */
  growth: number | null
  active: number
  /** Price times known stock over all variants, minor units; text, because it may exceed a safe integer. */
  inventoryMinor: string
  /** Mean price, minor units; null without products. */
  averageMinor: number | null
  low: number
  out: number
  /** Products viewed in the period. */
  viewed: number
  /** Products sold in the period. */
  sold: number
}

interface PanelProduct {
  id: string
  name: string
  picture: Picture | null
}

interface Activity {
  id: string
  type: ProductEventType | 'viewed' | 'sold'
  /** Null for a sale of a product that is not in our catalogue. */
  productId: string | null
  productName: string
  /** For views: their number since midnight (UTC). */
  count: number
  /** Null for views and sales. */
  actorName: string | null
  at: Date
}

/**
 * Returns the overview of the viewer's products: figures, categories, low stock, views, low performers and recent activity. Amounts are
 * minor units of the partner's currency; times are UTC.
 */
export async function getProductsOverview(
  { db, partner }: Pick<PartnerAsk, 'db' | 'partner'>,
  { period }: OverviewQuery,
  now = new Date(),
) {
  const { from } = periodRange(period, now)
  const [figures, { viewed, mostViewed }, { sold, topSelling }, lowPerformers, categories, stockAlerts, activities] =
    await Promise.all([
      getFigures(db, partner.id, from),
      getViews(db, partner.id, period, now),
      getBestSellers(db, partner.id, from, now),
      listLowPerformers(db, partner.id, period, now),
      getCategoryCounts(db, partner.id),
      listStockAlerts(db, partner.id),
      listRecentActivity(db, partner.id, now),
    ])
  return {
    asOf: now,
    figures: { ...figures, viewed, sold },
    categories,
    stockAlerts,
    mostViewed,
    topSelling,
    lowPerformers,
    activities,
  }
}

type Database = PartnerAsk['db']

/** Uses only products_own_idx: add any new column in these queries to that index. */
async function getFigures(
  db: Database,
  partnerId: string,
  from: Date,
): Promise<Omit<ProductFigures, 'viewed' | 'sold'>> {
  // eslint-disable-next-line house/listed-products -- includes the partner's own drafts
  const [row] = await db.$queryRaw<Array<Omit<ProductFigures, 'growth' | 'viewed' | 'sold'> & { before: number }>>`
    WITH own AS (
      SELECT count(*) FILTER (WHERE p.deleted_at IS NULL)::int AS total,
        (round(avg(p.price_minor) FILTER (WHERE p.deleted_at IS NULL)))::int AS "averageMinor",
        count(*) FILTER (WHERE p.deleted_at IS NULL AND ${ACTIVE})::int AS active,
        count(*) FILTER (WHERE p.deleted_at IS NULL AND ${RUNS_LOW})::int AS low,
        count(*) FILTER (WHERE p.deleted_at IS NULL AND ${IS_OUT})::int AS out,
        coalesce(sum(p.inventory_minor) FILTER (WHERE p.deleted_at IS NULL AND p.currency = ${currencyOf(partnerId)}), 0)::text AS "inventoryMinor",
        count(*) FILTER (WHERE p.created_at < ${from} AND (p.deleted_at IS NULL OR p.deleted_at >= ${from}))::int AS before
      FROM products p WHERE p.partner_id = ${partnerId}::uuid
    )
    SELECT own.*, ${currencyOf(partnerId)} AS currency FROM own`
  if (!row) throw new Error('The count query returned no row.')
  const { before, ...figures } = row
  return { ...figures, growth: growthPercent(figures.total, before) }
}

/** Returns the ten categories with the most products, and the number of products in all others. */
async function getCategoryCounts(db: Database, partnerId: string) {
  // eslint-disable-next-line house/listed-products -- includes the partner's own drafts
  const rows = await db.$queryRaw<Array<{ id: string; name: string; products: number }>>`
    SELECT c.id, c.name, counted.products FROM (
      SELECT p.category_id, count(*)::int AS products FROM products p
      WHERE ${ownUndeleted(partnerId)} AND p.category_id IS NOT NULL GROUP BY p.category_id
    ) counted JOIN categories c ON c.id = counted.category_id ORDER BY counted.products DESC, c.name`
  const others = rows.slice(TOP_CATEGORIES)
  return {
    top: rows.slice(0, TOP_CATEGORIES),
    others: { categories: others.length, products: others.reduce((sum, { products }) => sum + products, 0) },
  }
}

function listStockAlerts(db: Database, partnerId: string) {
  // eslint-disable-next-line house/listed-products -- only the partner's own products
  return db.$queryRaw<Array<PanelProduct & { stock: number }>>`
    SELECT p.id, p.name, p.stock, ${PICTURE} FROM (
      SELECT p.* FROM products p WHERE ${ownUndeleted(partnerId)} AND (${RUNS_LOW} OR ${IS_OUT}) ORDER BY p.stock, p.name, p.id LIMIT ${STOCK_ALERTS}::int
    ) p ORDER BY p.stock, p.name, p.id`
}

/**
 * Returns the number of products viewed in the period, and the most viewed ones. Joins only those, because there may be
 * thousands of viewed products.
 */
async function getViews(db: Database, partnerId: string, period: Period, to: Date) {
  // eslint-disable-next-line house/listed-products -- only the partner's own products
  const rows = await db.$queryRaw<Array<{ viewed: number; mostViewed: Array<PanelProduct & { views: number }> }>>`
    WITH seen AS MATERIALIZED (SELECT * FROM ${viewsOf(partnerId, period, to)} counted),
    own AS MATERIALIZED (SELECT p.id FROM products p WHERE ${ownUndeleted(partnerId)}),
    most AS (
      SELECT product_id, views FROM seen
      WHERE product_id IN (SELECT id FROM own)
      ORDER BY views DESC, product_id LIMIT ${MAX_VIEWED}::int
    ), shown AS (
      SELECT p.id, p.name, most.views, ${PICTURE} FROM most JOIN products p ON p.id = most.product_id
    )
    SELECT (SELECT count(*)::int FROM seen) AS viewed, (SELECT coalesce(jsonb_agg(shown ORDER BY views DESC, name, id), '[]') FROM shown) AS "mostViewed"`
  return rows[0] ?? { viewed: 0, mostViewed: [] }
}

async function listRecentActivity(db: Database, partnerId: string, now: Date): Promise<Activity[]> {
  const midnight = new Date(now)
  midnight.setUTCHours(0, 0, 0, 0)
  const events = await db.productEvent.findMany({
    where: { partnerId },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: ACTIVITIES,
    select: {
      id: true,
      type: true,
      productId: true,
      productName: true,
      createdAt: true,
      act: { select: { actorName: true } },
    },
  })
  // eslint-disable-next-line house/listed-products -- only the partner's own products
  const views = await db.$queryRaw<Array<{ productId: string; productName: string; count: number; at: Date }>>`
    SELECT p.id AS "productId", p.name AS "productName", seen.count, seen.at FROM (
      SELECT product_id, count(*)::int AS count, max(viewed_at) AS at FROM product_views
      WHERE partner_id = ${partnerId}::uuid AND viewed_at >= ${midnight} AND viewed_at <= ${now} GROUP BY product_id ORDER BY max(viewed_at) DESC LIMIT ${ACTIVITIES}::int
    ) seen JOIN products p ON p.id = seen.product_id WHERE ${ownUndeleted(partnerId)}`
  const sales = await listLatestSales(db, partnerId, ACTIVITIES)
  return [
    ...sales.map((sale) => ({ ...sale, type: 'sold' as const, count: 1, actorName: null })),
    ...events.map(({ createdAt, act, ...event }) => ({ ...event, count: 1, actorName: act.actorName, at: createdAt })),
    ...views.map((view) => ({ ...view, id: view.productId, type: 'viewed' as const, actorName: null })),
  ]
    .toSorted((a, b) => b.at.getTime() - a.at.getTime())
    .slice(0, ACTIVITIES)
}
