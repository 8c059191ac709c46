import { ulid } from 'ulid'
import pg from 'pg'
import { resolveDestination } from '#server/catalogue/destination.ts'
import { buildOutboundUrl } from '#server/outbound/outbound-url.ts'
import { DAY_MS } from '#server/platform/durations.values.ts'
import { Random } from './catalogue/random.ts'
import { copyRows, type CopyValue } from './copy-rows.ts'
import { BASE_MS, demoId } from './demo-ids.ts'
import { DEMO_PARTNER } from './seed-accounts.ts'
import { partnerIdOf } from './seed-partners.ts'

/** The visitors of these days decide what is trending. */
const DAYS = 14
const VIEWS = 9_000
const VISITORS = 1_400
/** The shop's views have grown by 15 % a week for SINCE_DAYS. */
const GROWTH = Math.log(1.15) / 7
const SINCE_DAYS = 280
/** One view in nine leads to the store. */
const CLICK_SHARE = 1 / 9
const SURFACES = ['home', 'discover', 'discover', 'product', 'product', 'product', 'partner', 'search'] as const

interface Row {
  id: string
  partner_id: string
  product_url: string | null
  created_at: Date
  price_minor: number
  currency: string
  stock: number | null
  hosts: string[]
  sends_ref: boolean
}

/** Returns an age in days between two, in a shop that has grown steadily. */
function ageBetween(least: number, most: number, share: number): number {
  const [first, last] = [Math.exp(-GROWTH * least), Math.exp(-GROWTH * most)]
  return -Math.log(first - share * (first - last)) / GROWTH
}

/** Returns the number of views between two ages, in days. */
const viewsBetween = (least: number, most: number) =>
  Math.round((VIEWS * (Math.exp(-GROWTH * least) - Math.exp(-GROWTH * most))) / (1 - Math.exp(-GROWTH * DAYS)))

/**
 * Creates demo visitors who view products and visit the stores. Trending Now counts those of the last two weeks.
 * Earlier visitors, fewer the longer ago, only give the shop a history, and do not affect popularity or trends.
 * seedStoreYear creates the demo partner's own history.
 */
export async function seedActivity(databaseUrl: string, now = Date.now()): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  client.on('error', () => undefined)
  await client.connect()
  try {
    const { rows: products } = await client.query<Row>(`
      SELECT p.id, p.partner_id, p.product_url, p.created_at, p.price_minor, p.currency, p.stock, (s.sends_ref AND s.platform = 'shopify') AS sends_ref,
        ARRAY(SELECT host FROM partner_domains d WHERE d.partner_id = s.id) AS hosts
      FROM products p JOIN partners s ON s.id = p.partner_id WHERE p.status = 'active' ORDER BY p.id LIMIT 1200`)
    if (!products.length) return
    const random = new Random(14)
    const views: CopyValue[][] = []
    const clicks: CopyValue[][] = []
    // A few products get most of the views.
    const draw = (among: Row[]) => among[Math.floor(random.next() ** 3 * among.length)]
    const view = (product: Row, ageDays: number, isLately: boolean) => {
      const at = Math.floor(now - ageDays * DAY_MS)
      const visitor = `demo${String(Math.floor(random.next() * VISITORS)).padStart(18, '0')}`
      const id = demoId(14, 'view', views.length, at - BASE_MS)
      views.push([id, product.id, product.partner_id, visitor, new Date(at), isLately])
      const destination = resolveDestination({ productUrl: product.product_url, verifiedHosts: product.hosts })
      if (destination && random.next() <= CLICK_SHARE)
        clicks.push(clickOf(product, { at, visitor, destination, isLately, random }))
    }
    for (let n = 0; n < VIEWS; n++) {
      const product = draw(products)
      if (product) view(product, ageBetween(0, DAYS, random.next()), true)
    }
    const others = products.filter(({ partner_id }) => partner_id !== partnerIdOf(DEMO_PARTNER))
    for (let n = viewsBetween(DAYS, SINCE_DAYS); n > 0; n--) {
      const ageDays = ageBetween(DAYS, SINCE_DAYS, random.next())
      const product = draw(others)
      // Skips products that did not exist yet at that time.
      if (product && product.created_at.getTime() < now - ageDays * DAY_MS) view(product, ageDays, false)
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
        'stock',
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

interface Clicking {
  /** When the product was viewed, in ms. */
  at: number
  visitor: string
  destination: URL
  isLately: boolean
  random: Random
}

function clickOf(product: Row, { at, visitor, destination, isLately, random }: Clicking): CopyValue[] {
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
  return [
    id,
    clickedAt,
    new Date(clickedAt.getTime() + 30 * DAY_MS),
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
    isLately,
  ]
}
