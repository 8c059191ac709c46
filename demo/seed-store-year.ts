import { ulid } from 'ulid'
import pg from 'pg'
import { DAY_MS, HOUR_MS } from '#server/platform/durations.values.ts'
import { Random } from './catalogue/random.ts'
import { copyRows, type CopyValue } from './copy-rows.ts'
import { BASE_MS, demoId } from './demo-ids.ts'
import { DEMO_PARTNER } from './seed-accounts.ts'
import { partnerIdOf } from './seed-partners.ts'

const SEED = 17
/** A year, and the month before it; seedActivity creates the visitors of the last two weeks. */
const FROM_DAYS = 425
const TO_DAYS = 14
/** Views on the first and on the last day, with growth in between. */
const FIRST_VIEWS = 12
const LAST_VIEWS = 36
const CLICK_SHARE = 1 / 7
const SURFACES = ['discover', 'product', 'product', 'search', 'partner', 'wishlist'] as const

interface Row {
  id: string
  product_url: string
  price_minor: number
  currency: string
}

/**
 * Creates last year's views of the demo partner's products and clicks to its store, so that its figures have a history.
 * They count for the store, but do not affect popularity or trends, because none is an address's first view of the day.
 */
export async function seedStoreYear(databaseUrl: string, now = Date.now()): Promise<void> {
  const partnerId = partnerIdOf(DEMO_PARTNER)
  const client = new pg.Client({ connectionString: databaseUrl })
  client.on('error', () => undefined)
  await client.connect()
  try {
    const { rowCount } = await client.query(
      'SELECT 1 FROM product_views WHERE partner_id = $1 AND viewed_at < $2 LIMIT 1',
      [partnerId, new Date(now - (FROM_DAYS / 2) * DAY_MS)],
    )
    if (rowCount) return
    const { rows: products } = await client.query<Row>(
      `SELECT id, product_url, price_minor, currency FROM products
       WHERE partner_id = $1 AND status = 'active' AND product_url IS NOT NULL ORDER BY id LIMIT 60`,
      [partnerId],
    )
    if (!products.length) return
    const random = new Random(SEED)
    const views: CopyValue[][] = []
    const clicks: CopyValue[][] = []
    for (let day = FROM_DAYS; day > TO_DAYS; day--) {
      const midnight = Math.floor((now - day * DAY_MS) / DAY_MS) * DAY_MS
      const grown = FIRST_VIEWS + ((LAST_VIEWS - FIRST_VIEWS) * (FROM_DAYS - day)) / (FROM_DAYS - TO_DAYS)
      const isWeekend = [0, 6].includes(new Date(midnight).getUTCDay())
      const count = Math.round(grown * (isWeekend ? 1.35 : 0.85) * (0.8 + random.next() * 0.4))
      for (let view = 0; view < count; view++) {
        const product = products[Math.floor(random.next() ** 2 * products.length)]
        if (!product) continue
        const at = midnight + Math.floor((7 + 16 * Math.sqrt(random.next())) * HOUR_MS)
        const visitor = `year${String(Math.floor(random.next() * 4_000)).padStart(18, '0')}`
        views.push([
          demoId(SEED, 'view', views.length, at - BASE_MS),
          product.id,
          partnerId,
          visitor,
          new Date(at),
          false,
        ])
        if (random.next() > CLICK_SHARE) continue
        const clickedAt = at + 30_000
        clicks.push([
          `wc_${ulid(clickedAt)}`,
          new Date(clickedAt),
          new Date(clickedAt + 30 * DAY_MS),
          partnerId,
          product.id,
          visitor,
          SURFACES[Math.floor(random.next() * SURFACES.length)] ?? 'product',
          product.product_url,
          URL.parse(product.product_url)?.hostname ?? '',
          product.price_minor,
          product.currency,
          'Chrome',
          'GB',
          true,
          false,
        ])
      }
    }
    await client.query('BEGIN')
    await copyRows(
      client,
      'product_views',
      ['id', 'product_id', 'partner_id', 'visitor_id', 'viewed_at', 'is_first_of_address'],
      views,
    )
    await copyRows(
      client,
      'outbound_clicks',
      [
        'id',
        'clicked_at',
        'expires_at',
        'partner_id',
        'product_id',
        'visitor_id',
        'surface',
        'destination_url',
        'destination_host',
        'price_minor',
        'currency',
        'browser_family',
        'country',
        'is_valid',
        'is_first_of_address',
      ],
      clicks,
    )
    await client.query('COMMIT')
  } finally {
    await client.end()
  }
}
