import { ulid } from 'ulid'
import pg from 'pg'
import { resolveDestination } from '#server/catalogue/destination.ts'
import { buildOutboundUrl } from '#server/outbound/outbound-url.ts'
import { Random } from './catalogue/random.ts'
import { copyRows, type CopyValue } from './copy-rows.ts'
import { demoId } from './demo-ids.ts'

const DAYS = 14
const VIEWS = 9_000
const VISITORS = 1_400
/** One view in nine leads to the store. */
const CLICK_SHARE = 1 / 9
const SURFACES = ['home', 'discover', 'discover', 'product', 'product', 'product', 'partner', 'search'] as const

interface Row {
  id: string
  partner_id: string
  product_url: string | null
  price_minor: number
  currency: string
  stock: number | null
  hosts: string[]
  sends_ref: boolean
}

/**
 * Creates two weeks of demo visitors who view products and click through to the stores, so that Trending Now has data.
 */
export async function seedActivity(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  client.on('error', () => undefined)
  await client.connect()
  try {
    const { rows: products } = await client.query<Row>(`
      SELECT p.id, p.partner_id, p.product_url, p.price_minor, p.currency, p.stock, (s.sends_ref AND s.platform = 'shopify') AS sends_ref,
        ARRAY(SELECT host FROM partner_domains d WHERE d.partner_id = s.id) AS hosts
      FROM products p JOIN partners s ON s.id = p.partner_id WHERE p.status = 'active' ORDER BY p.id LIMIT 1200`)
    if (!products.length) return
    const random = new Random(14)
    const now = Date.now()
    const views: CopyValue[][] = []
    const clicks: CopyValue[][] = []
    for (let n = 0; n < VIEWS; n++) {
      // A few products get most of the views.
      const product = products[Math.floor(random.next() ** 3 * products.length)]
      if (!product) continue
      const at = now - Math.floor(random.next() * DAYS * 86_400_000)
      const visitor = `demo${String(Math.floor(random.next() * VISITORS)).padStart(18, '0')}`
      views.push([demoId(14, 'view', n), product.id, product.partner_id, visitor, new Date(at)])
      const destination = resolveDestination({ productUrl: product.product_url, verifiedHosts: product.hosts })
      if (!destination || random.next() > CLICK_SHARE) continue
      const id = `wc_${ulid(at)}`
      const clickedAt = new Date(at + 20_000)
      const url = buildOutboundUrl(destination, {
        clickId: id,
        partnerId: product.partner_id,
        utmSource: 'WTF',
        utmMedium: 'affiliate',
        utmCampaign: 'launch-product',
        sendsRef: product.sends_ref,
      })
      clicks.push([
        id,
        clickedAt,
        new Date(clickedAt.getTime() + 30 * 86_400_000),
        product.partner_id,
        product.id,
        visitor,
        SURFACES[Math.floor(random.next() * SURFACES.length)] ?? 'product',
        url,
        destination.hostname,
        product.price_minor,
        product.currency,
        product.stock,
        'Chrome',
        'GB',
        true,
      ])
    }
    await client.query('BEGIN')
    await copyRows(client, 'product_views', ['id', 'product_id', 'partner_id', 'visitor_id', 'viewed_at'], views)
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
        'stock',
        'browser_family',
        'country',
        'is_valid',
      ],
      clicks,
    )
    await client.query('COMMIT')
  } finally {
    await client.end()
  }
}
