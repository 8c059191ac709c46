import { resolveDestination } from '#server/catalogue/destination.ts'
import { inOneTrip, type Db } from '#server/platform/db.ts'
import { ACTIVE_TEXT, OPEN_TEXT } from '#server/platform/listed-text.ts'
import { newClickId } from './click-id.ts'
import { buildOutboundUrl } from './outbound-url.ts'
import { variantDestination, type LinkedVariant } from './variant-destination.ts'

/** A product's link, and the facts that the shopper saw. Amounts in minor units. */
export interface Target {
  productId: string
  partnerId: string
  productUrl: string | null
  currency: string
  priceMinor: number
  stock: number | null
  variants: Array<LinkedVariant & { id: string; priceMinor: number; stock: number | null }>
  platform: string
  utmSource: string
  utmMedium: string
  utmCampaign: string
  sendsRef: boolean
  verifiedHosts: string[]
  /** Changes whenever one of the rows behind this data changes. */
  version: string
}

/**
 * The row versions behind a target. `p` is the products row, `s` the partners row. PostgreSQL changes `xmin` with every
 * update. Change notifications may be five seconds late, which is too late for a suspended store.
 */
export const VERSION = `concat_ws(' ', p.xmin, s.xmin, (SELECT string_agg(xmin::text, ',' ORDER BY host) FROM partner_domains WHERE partner_id = s.id),
        (SELECT string_agg(xmin::text, ',' ORDER BY id) FROM product_variants WHERE product_id = p.id))`

/** Finds listed products by id. Leaves out others. */
export async function findTargets(db: Db, productIds: string[]): Promise<Map<string, Target>> {
  const rows = await inOneTrip<Target>(db, [{ name: 'find targets', text: TARGETS, values: [productIds] }])
  return new Map(rows.map((row) => [row.productId, row]))
}

const TARGETS = `
    SELECT p.id AS "productId", p.partner_id AS "partnerId", p.product_url AS "productUrl", p.currency, p.price_minor AS "priceMinor", p.stock,
      s.utm_source AS "utmSource", s.utm_medium AS "utmMedium", s.utm_campaign AS "utmCampaign", (s.sends_ref AND s.platform = 'shopify') AS "sendsRef", s.platform::text AS platform,
      ARRAY(SELECT host FROM partner_domains WHERE partner_id = s.id) AS "verifiedHosts",
      (SELECT coalesce(jsonb_agg(jsonb_build_object('id', id, 'priceMinor', price_minor, 'stock', stock, 'size', size, 'colourName', colour_name,
        'options', options, 'storeLink', store_link)), '[]') FROM product_variants WHERE product_id = p.id) AS variants,
      ${VERSION} AS version
    FROM products p JOIN partners s ON s.id = p.partner_id
    WHERE p.id = ANY($1::uuid[]) AND ${ACTIVE_TEXT} AND ${OPEN_TEXT}`

/** The destinations of a product's clicks. */
export interface Departure {
  target: Target
  /** The way to a variant or to the product; null if there is no safe address. */
  wayTo: ((variantId: string | null) => Way) | null
}

interface Way {
  host: string
  /** The address with a click's id, or without one. */
  link: (clickId: string | null) => string
}

/** By product id. */
export type Departures = Pick<ReadonlyMap<string, Departure>, 'get'>

/** Computes the destinations of a target's clicks: the product's address once, a variant's for each click. */
export function departureFor(target: Target): Departure {
  const page = resolveDestination(target)
  if (!page) return { target, wayTo: null }
  const wayToPage = wayOf(page, target)
  const wayTo = (variantId: string | null) => {
    const variant = target.variants.find(({ id }) => id === variantId)
    return variant ? wayOf(variantDestination(page, variant, target), target) : wayToPage
  }
  return { target, wayTo }
}

function wayOf(destination: URL, target: Target): Way {
  const bare = buildOutboundUrl(destination, { ...target, clickId: null })
  // Ids need no escaping in addresses, so the id can be inserted afterwards.
  const sample = newClickId()
  const parts = buildOutboundUrl(destination, { ...target, clickId: sample }).split(sample)
  return { host: destination.hostname, link: (clickId) => (clickId === null ? bare : parts.join(clickId)) }
}
