import { Prisma } from '#prisma/generated/client.ts'
import { countsBetween } from '#server/outbound/view-counts.ts'
import type { PeriodChoice } from '#server/platform/period.schema.ts'
import { NOT_PERSONAL } from '#server/search/log/popular.service.ts'
import { COUNTED } from '../counted-sales.ts'
import { FEWEST, type FunnelPart } from './insights.schema.ts'
import { safeSum } from '../safe-sum.ts'

export interface FunnelOf {
  partnerId: string
  period: PeriodChoice
  /** The start of the period (included). */
  from: Date
  /** The end of the period (not included). */
  to: Date
  /** The partner's currency: revenue only includes sales in it. */
  currency: string
}

const NO_SALES = Prisma.sql`0 AS sales, 0::bigint AS net`

/**
 * SQL: common table expressions for the funnel of a partner. `counted` has its counted sales of the period, and `keyed`
 * (key text, views, clicks, sales int, net bigint) has one row for each key with data. A null key stands for unknown
 * values. Views and clicks of products come from stored counts.
 */
export function funnelRows(by: FunnelPart, of: FunnelOf): Prisma.Sql {
  return Prisma.sql`
    counted AS MATERIALIZED (
      SELECT c.id, c.click_id, CASE WHEN c.currency = ${of.currency} THEN c.net_minor ELSE 0 END AS net, c.currency = ${of.currency} AND c.net_minor > 0 AS is_own
      FROM conversions c
      WHERE c.partner_id = ${of.partnerId}::uuid AND c.ordered_at >= ${of.from} AND c.ordered_at < ${of.to} AND ${COUNTED}
    ),
    keyed AS MATERIALIZED (
      SELECT key, sum(views)::int AS views, sum(clicks)::int AS clicks, sum(sales)::int AS sales, ${safeSum('net')} AS net
      FROM (${PARTS[by](of)}) parts GROUP BY key
    )`
}

const PARTS: Record<FunnelPart, (of: FunnelOf) => Prisma.Sql> = {
  product: (of) => Prisma.sql`
    SELECT product_id::text AS key, views, clicks, ${NO_SALES} FROM (${seenOrLeft(of)}) done
    UNION ALL
    SELECT l.product_id::text, 0, 0, count(DISTINCT counted.id)::int, ${LINES_NET}
    FROM counted JOIN conversion_lines l ON l.conversion_id = counted.id GROUP BY l.product_id`,
  category: (of) => Prisma.sql`
    SELECT coalesce(own.category_id::text, 'none') AS key, views, clicks, ${NO_SALES}
    FROM (${seenOrLeft(of)}) done LEFT JOIN ${categoriesOf(of)} own ON own.id = done.product_id
    UNION ALL
    SELECT CASE WHEN l.product_id IS NOT NULL THEN coalesce(own.category_id::text, 'none') END, 0, 0, count(DISTINCT counted.id)::int, ${LINES_NET}
    FROM counted JOIN conversion_lines l ON l.conversion_id = counted.id LEFT JOIN ${categoriesOf(of)} own ON own.id = l.product_id
    GROUP BY 1`,
  surface: (of) => byClick(of, Prisma.sql`k.surface`),
  device: (of) => byClick(of, Prisma.sql`nullif(k.device, '')`),
  country: (of) => byClick(of, countryKey(of)),
  search: (of) => Prisma.sql`
    ${searchWords(of)}
    UNION ALL ${allViews(of)}
    UNION ALL
    SELECT NULL, 0, count(*)::int, ${NO_SALES} FROM outbound_clicks WHERE ${validIn(of)}`,
}

/** SQL: clicks by a key, and the sales of clicks with it. `k` is the click. */
const byClick = (of: FunnelOf, key: Prisma.Sql): Prisma.Sql => Prisma.sql`
  SELECT ${key} AS key, 0 AS views, count(*)::int AS clicks, ${NO_SALES} FROM outbound_clicks k WHERE ${validIn(of)} GROUP BY 1
  UNION ALL
  SELECT ${key}, 0, 0, count(*)::int, sum(counted.net)
  FROM counted LEFT JOIN outbound_clicks k ON k.id = counted.click_id GROUP BY 1
  UNION ALL ${allViews(of)}`

/**
 * SQL: a click's country, if the network has reported it. Countries with fewer than FEWEST visitors are combined under
 * the key ''.
 */
const countryKey = (of: FunnelOf): Prisma.Sql => Prisma.sql`
  CASE WHEN k.is_located THEN CASE WHEN k.country IN (
    SELECT country FROM outbound_clicks WHERE ${validIn(of)} AND is_located GROUP BY country HAVING count(DISTINCT visitor_id) >= ${FEWEST}
  ) THEN k.country ELSE '' END END`

/** Whether the network has reported the country of any click in the period. */
export const hasCountries = (of: FunnelOf): Prisma.Sql =>
  Prisma.sql`EXISTS (SELECT 1 FROM outbound_clicks WHERE ${validIn(of)} AND is_located)`

const LINES_NET = Prisma.sql`coalesce(sum(l.net_minor - l.refunded_minor) FILTER (WHERE counted.is_own), 0)`

const validIn = ({ partnerId, from, to }: FunnelOf): Prisma.Sql =>
  Prisma.sql`partner_id = ${partnerId}::uuid AND is_valid AND clicked_at >= ${from} AND clicked_at < ${to}`

/** SQL: stored counts of a period. In these, a period excludes its first moment and includes its last. */
const countsIn = (kind: 'views' | 'clicks', { partnerId, period, from, to }: FunnelOf): Prisma.Sql =>
  countsBetween(kind, partnerId, period, { from: new Date(from.getTime() - 1), to: new Date(to.getTime() - 1) })

/** SQL: views and clicks by product, in two rows. */
const seenOrLeft = (of: FunnelOf): Prisma.Sql => Prisma.sql`
  SELECT product_id, views, 0 AS clicks FROM ${countsIn('views', of)} seen
  UNION ALL
  SELECT product_id, 0, clicks FROM ${countsIn('clicks', of)} followed`

// eslint-disable-next-line house/listed-products -- the partner's own products, in any state
const categoriesOf = ({ partnerId }: FunnelOf): Prisma.Sql => Prisma.sql`(
  SELECT p.id, p.category_id FROM products p WHERE p.partner_id = ${partnerId}::uuid)`

const allViews = (of: FunnelOf): Prisma.Sql => Prisma.sql`
  SELECT NULL, coalesce(sum(views), 0)::int, 0, ${NO_SALES} FROM ${countsIn('views', of)} seen`

/**
 * SQL: clicks by the words of their search, with the sales of those clicks. Words from fewer than FEWEST visitors, and
 * those that look personal, are combined under the key ''. Subtracts all these clicks from those without a key.
 */
const searchWords = (of: FunnelOf): Prisma.Sql => Prisma.sql`
  SELECT told.key, 0 AS views, told.clicks, told.sales, told.net FROM (
    WITH left_by AS MATERIALIZED (
      SELECT search_id, visitor_id, 1 AS clicks, 0 AS sales, 0::bigint AS net FROM outbound_clicks WHERE ${validIn(of)} AND search_id IS NOT NULL
      UNION ALL
      SELECT k.search_id, k.visitor_id, 0, 1, counted.net FROM counted JOIN outbound_clicks k ON k.id = counted.click_id AND k.search_id IS NOT NULL
    ), asked AS MATERIALIZED (
      SELECT s.id::text AS search_id, lower(regexp_replace(btrim(s.query), '\\s+', ' ', 'g')) AS shown
      FROM search_log s
      WHERE s.id IN (SELECT DISTINCT search_id::uuid FROM left_by WHERE search_id ~ ${UUID})
    ), worded AS (
      SELECT asked.shown, count(DISTINCT left_by.visitor_id) AS visitors, sum(clicks)::int AS clicks, sum(sales)::int AS sales, ${safeSum('net')} AS net
      FROM left_by JOIN asked USING (search_id) GROUP BY asked.shown
    ), named AS (
      SELECT CASE WHEN visitors >= ${FEWEST} AND ${NOT_PERSONAL} THEN shown ELSE '' END AS key, clicks, sales, net FROM worded
    )
    SELECT key, clicks, sales, net FROM named
    UNION ALL SELECT NULL, -clicks, 0, 0::bigint FROM named
    UNION ALL SELECT NULL, 0, count(*)::int - (SELECT coalesce(sum(sales), 0)::int FROM named), 0::bigint FROM counted
  ) told`
const UUID = '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'
