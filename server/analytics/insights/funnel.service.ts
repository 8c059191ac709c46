import { Prisma } from '#prisma/generated/client.ts'
import { pictureJson, type Picture } from '#server/media/picture.ts'
import type { PartnerAsk } from '#server/platform/ask.ts'
import { csvLines } from '#server/platform/csv.ts'
import { countryName } from '#server/platform/countries.ts'
import { toAmount } from '#server/platform/money.schema.ts'
import { Turns } from '#server/platform/turns.ts'
import { percentOf } from '../metrics.values.ts'
import { spanOf } from '../span.ts'
import { inTurnOfDates } from '../turns-of-dates.ts'
import { funnelRows, hasCountries, type FunnelOf } from './funnel-rows.ts'
import {
  FUNNEL_PARTS,
  type FunnelMeasure,
  type FunnelPart,
  type FunnelQuery,
  type FunnelSort,
} from './insights.schema.ts'
import { lookup } from '#server/platform/lookup.schema.ts'

const PAGE_SIZE = 25
const MAX_ROWS = 100_000
const LINES_AT_ONCE = 1_000

type Asking = Pick<PartnerAsk, 'db' | 'partner'>

/** The steps of shoppers from a view to a sale. */
interface Steps {
  /** Null for a breakdown without views. */
  views: number | null
  /** Valid clicks. */
  clicks: number
  /** Counted sales. */
  sales: number
  /** Revenue of those sales, in minor units of the partner's currency. */
  revenueMinor: number
  /** Clicks per hundred views and sales per hundred clicks; null if the divisor is 0. */
  clickRate: number | null
  saleRate: number | null
}

interface FunnelRow extends Steps {
  /**
   * The product's or category's id ('none': no category), the surface, a search's words ('': those of too few people),
   * the device class, or the country's code ('': countries of too few people).
   */
  key: string
  /** For products, categories, devices and countries; null for a deleted product. */
  name: string | null
  picture: Picture | null
}

/**
 * Returns views, clicks and sales of the period, in total and by a part, 25 rows per page. A sale of several products
 * or categories counts in each of their rows but only once in `total`. `unknown` contains data without a row.
 * @throws TooMuchAsked as `inTurnOfDates`
 */
export const getFunnel = ({ db, partner }: Asking, query: FunnelQuery, now = new Date()) =>
  inTurnOfDates(partner.id, query.period, () => getSteps({ db, partner }, query, now))

async function getSteps({ db, partner }: Asking, query: FunnelQuery, now: Date) {
  const of = await funnelOf({ db, partner }, query, now)
  const hasViews = partHasViews(query.by)
  const sort = query.sort ?? (hasViews ? 'views' : 'clicks')
  const read = async (page: number) => {
    const [found] = await db.$queryRaw<
      Array<{
        total: Counts
        unknown: Counts | null
        found: number
        most: Counts
        rows: NamedCounts[]
        hasCountries: boolean
      }>
    >`
      WITH ${funnelRows(query.by, of)},
      page AS MATERIALIZED (
        SELECT keyed.*, row_number() OVER () AS place
        FROM (SELECT * FROM keyed WHERE ${SHOWN} ORDER BY ${orderBy(sort)} LIMIT ${PAGE_SIZE}::int OFFSET ${(page - 1) * PAGE_SIZE}::int) keyed
      )
      SELECT
        (SELECT jsonb_build_object('views', coalesce(sum(views), 0), 'clicks', coalesce(sum(clicks), 0),
          'sales', (SELECT count(*) FROM counted), 'net', (SELECT coalesce(sum(net), 0) FROM counted)) FROM keyed) AS total,
        (SELECT ${COUNTS} FROM keyed WHERE key IS NULL) AS unknown,
        (SELECT count(*)::int FROM keyed WHERE ${SHOWN}) AS found,
        (SELECT jsonb_build_object('views', coalesce(max(views), 0), 'clicks', coalesce(max(clicks), 0), 'sales', coalesce(max(sales), 0), 'net', 0)
          FROM keyed WHERE ${SHOWN}) AS most,
        ${hasCountries(of)} AS "hasCountries",
        (SELECT coalesce(jsonb_agg(${COUNTS} || ${NAMES[query.by]} ORDER BY keyed.place), '[]') FROM page keyed) AS rows`
    if (!found) throw new Error('The count query returned no row.')
    return found
  }
  const asked = await read(query.page)
  const totalPages = Math.max(1, Math.ceil(asked.found / PAGE_SIZE))
  const page = Math.min(query.page, totalPages)
  const { rows, total, unknown, most } = page === query.page ? asked : await read(page)
  return {
    asOf: now,
    currency: of.currency,
    sort,
    page,
    totalPages,
    found: asked.found,
    /** Leaves out countries while the network reports none. */
    parts: FUNNEL_PARTS.filter((by) => by !== 'country' || asked.hasCountries),
    total: stepsOf(total, true),
    unknown: unknown && stepsOf(unknown, true),
    /** The maximum of all rows, which scales the bars. */
    most: { views: most.views, clicks: most.clicks, sales: most.sales },
    rows: rows.map(({ key, name, picture, ...counts }): FunnelRow => {
      return { key, name: name ?? nameOf(query.by, key), picture, ...stepsOf(counts, hasViews) }
    }),
  }
}

const ofPartner = new Turns({ atOnce: 1, waiting: 0, retryAfterSeconds: 5 })

/** Returns the owner and name of a funnel file. */
export function describeFunnelFile({ partner }: Pick<Asking, 'partner'>, { by, period }: FunnelQuery) {
  const day = new Date().toISOString().slice(0, 10)
  return { partnerId: partner.id, fileName: `demand-by-${by}_${period}_${day}.csv` }
}

/**
 * Returns all rows of the funnel as a CSV file, a thousand lines at a time, at most 100,000. Rates in percent, money in
 * units of the partner's currency.
 * @throws TooMuchAsked while another file of the partner is being read; as `inTurnOfDates`
 */
export async function exportFunnel(
  { db, partner }: Asking,
  query: FunnelQuery,
  now = new Date(),
): Promise<AsyncGenerator<string>> {
  const of = await funnelOf({ db, partner }, query, now)
  const hasViews = partHasViews(query.by)
  const sort = query.sort ?? (hasViews ? 'views' : 'clicks')
  const read = () =>
    db.$queryRaw<NamedCounts[]>`
      WITH ${funnelRows(query.by, of)}
      SELECT keyed.key, keyed.views, keyed.clicks, keyed.sales, keyed.net::float8 AS net, ${NAME_ONLY[query.by]} AS name
      FROM (SELECT *, row_number() OVER () AS place FROM (SELECT * FROM keyed WHERE ${SHOWN} ORDER BY ${orderBy(sort)} LIMIT ${MAX_ROWS}::int) keyed) keyed
      ORDER BY keyed.place`
  const rows = await ofPartner.run(partner.id, () => inTurnOfDates(partner.id, query.period, read))
  return toLines(rows, query.by, of.currency)
}

const HEADS: Record<FunnelPart, string> = {
  product: 'Product',
  category: 'Category',
  surface: 'Page',
  search: 'Search',
  device: 'Device',
  country: 'Country',
}

const DEVICE_NAMES = lookup({ phone: 'Phone', tablet: 'Tablet', computer: 'Computer' })

/** Returns the name of a device class or country; null for other parts, and for keys without a name. */
function nameOf(by: FunnelPart, key: string): string | null {
  if (by === 'device') return DEVICE_NAMES[key] ?? null
  return by === 'country' ? countryName(key) || null : null
}

async function* toLines(rows: NamedCounts[], by: FunnelPart, currency: string): AsyncGenerator<string> {
  const views = partHasViews(by) ? ['Views', 'View to click (%)'] : []
  const id = by === 'product' ? ['Id'] : []
  yield csvLines([[HEADS[by], ...id, ...views, 'Clicks', 'Click to sale (%)', 'Sales', 'Revenue', 'Currency']])
  for (let at = 0; at < rows.length; at += LINES_AT_ONCE)
    yield csvLines(
      rows.slice(at, at + LINES_AT_ONCE).map((row) => {
        const steps = stepsOf(row, true)
        return [
          row.name ?? nameOf(by, row.key) ?? nameless(by, row.key),
          ...(by === 'product' ? [row.key] : []),
          ...(views.length ? [row.views, steps.clickRate ?? ''] : []),
          row.clicks,
          steps.saleRate ?? '',
          row.sales,
          toAmount(row.net, currency),
          currency,
        ]
      }),
    )
}

function nameless(by: FunnelPart, key: string): string {
  if (by === 'product') return 'Deleted product'
  if (by === 'category') return 'No category'
  if (by === 'country') return key || 'Other countries'
  return key || 'Other searches'
}

interface Counts {
  views: number
  clicks: number
  sales: number
  net: number
}
interface NamedCounts extends Counts {
  key: string
  name: string | null
  picture: Picture | null
}

async function funnelOf({ db, partner }: Asking, { period }: FunnelQuery, now: Date): Promise<FunnelOf> {
  const { currency, timeZone } = await db.partner.findUniqueOrThrow({
    where: { id: partner.id },
    select: { currency: true, timeZone: true },
  })
  const { from, to } = spanOf(period, now, timeZone)
  return { partnerId: partner.id, period, from, to, currency }
}

/** Views have no surface, device or country, and their search is unknown. */
const partHasViews = (by: FunnelPart): boolean => by === 'product' || by === 'category'

const stepsOf = ({ views, clicks, sales, net }: Counts, hasViews: boolean): Steps => ({
  views: hasViews ? views : null,
  clicks,
  sales,
  revenueMinor: net,
  clickRate: hasViews ? percentOf(clicks, views) : null,
  saleRate: percentOf(sales, clicks),
})

const SHOWN = Prisma.sql`key IS NOT NULL AND (views > 0 OR clicks > 0 OR sales > 0)`
const COUNTS = Prisma.sql`jsonb_build_object('key', keyed.key, 'views', keyed.views, 'clicks', keyed.clicks, 'sales', keyed.sales, 'net', keyed.net)`

const MEASURES: Record<FunnelMeasure, Prisma.Sql> = {
  views: Prisma.sql`views`,
  clicks: Prisma.sql`clicks`,
  sales: Prisma.sql`sales`,
  revenue: Prisma.sql`net`,
  'click-rate': Prisma.sql`clicks::float8 / nullif(views, 0)`,
  'sale-rate': Prisma.sql`sales::float8 / nullif(clicks, 0)`,
}

/** Breaks ties by activity, then by key, so that pages do not overlap. */
function orderBy(sort: FunnelSort): Prisma.Sql {
  const isUp = sort.endsWith('-up')
  const measure = MEASURES[(isUp ? sort.slice(0, -3) : sort) as FunnelMeasure]
  return Prisma.sql`${measure} ${isUp ? Prisma.sql`ASC` : Prisma.sql`DESC`} NULLS LAST, clicks DESC, views DESC, key`
}

const NAME_ONLY: Record<FunnelPart, Prisma.Sql> = {
  // eslint-disable-next-line house/listed-products -- the partner's own products, in any state
  product: Prisma.sql`(SELECT p.name FROM products p WHERE p.id = keyed.key::uuid)`,
  category: Prisma.sql`(SELECT c.name FROM categories c WHERE c.id = nullif(keyed.key, 'none')::uuid)`,
  surface: Prisma.sql`NULL::text`,
  search: Prisma.sql`NULL::text`,
  device: Prisma.sql`NULL::text`,
  country: Prisma.sql`NULL::text`,
}
const NAMES: Record<FunnelPart, Prisma.Sql> = {
  ...Object.fromEntries(
    (['category', 'surface', 'search', 'device', 'country'] as const).map((by) => [
      by,
      Prisma.sql`jsonb_build_object('name', ${NAME_ONLY[by]}, 'picture', NULL)`,
    ]),
  ),
  product: Prisma.sql`jsonb_build_object('name', ${NAME_ONLY.product}, 'picture', (
    SELECT ${pictureJson('f', 'i.alt')} FROM product_images i JOIN media_files f ON f.id = i.file_id
    WHERE i.product_id = keyed.key::uuid ORDER BY i.is_primary DESC, i.position LIMIT 1))`,
} as Record<FunnelPart, Prisma.Sql>
