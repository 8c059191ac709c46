import { parsePageMarks, type PageMarks } from './parse-page-marks.ts'

type Platform = 'Shopify' | 'Wix' | 'WooCommerce'

export interface PlatformDetection {
  platform: Platform | 'Multiple Platforms' | 'Unknown'
  /** Percent: 80 to 95, by the strongest indicator; 0 if there is none. */
  confidence: number
  /** Names of the indicators found, the strongest first. */
  indicators: string[]
}

/** A site's response to a browser. */
export interface SiteAnswer {
  html: string
  /** Names in lower case. */
  headers: Readonly<Record<string, string | readonly string[] | undefined>>
  /** The page's address after all redirects. */
  url?: string
}

type Place = keyof PageMarks | 'headers'

interface Indicator {
  platform: Platform
  name: string
  /** Percent. */
  confidence: number
  place: Place
  /** The text to look for. Each line of a place begins and ends with a line break. */
  text: string
}

const of =
  (platform: Platform) =>
  (confidence: number, place: Place, text: string, name: string): Indicator => ({
    platform,
    name,
    confidence,
    place,
    text,
  })
const shopify = of('Shopify')
const wix = of('Wix')
const wooCommerce = of('WooCommerce')

/** The indicators of each platform's stores: loaded resources, markup, scripts and headers. */
const INDICATORS: readonly Indicator[] = [
  shopify(95, 'scripts', 'shopify.theme=', 'Shopify.theme'),
  shopify(95, 'scripts', 'shopify.shop="', 'Shopify.shop'),
  shopify(90, 'scripts', 'window.shopifyanalytics=', 'ShopifyAnalytics'),
  shopify(90, 'scripts', 'shopify.checkout=', 'Shopify.checkout'),
  shopify(95, 'attributes', '\nmeta shopify-checkout-api-token=', 'checkout token'),
  shopify(90, 'attributes', '\nmeta shopify-digital-wallet=', 'digital wallet'),
  shopify(95, 'attributes', '\nid=shopify-features\n', 'shopify-features'),
  shopify(90, 'attributes', '\nid=shopify-section-', 'theme sections'),
  shopify(95, 'hosts', '\n.cdn.shopify.com\n', 'cdn.shopify.com'),
  shopify(90, 'hosts', '\n.checkout.shopify.com\n', 'checkout.shopify.com'),
  shopify(90, 'hosts', '.myshopify.com\n', 'myshopify.com'),
  shopify(85, 'hosts', '.shopifycdn.com\n', 'shopifycdn.com'),
  shopify(85, 'hosts', '.shopifycdn.net\n', 'shopifycdn.net'),
  shopify(85, 'paths', '/cdn/shop/', '/cdn/shop'),
  shopify(80, 'paths', '/cdn/shopifycloud/', '/cdn/shopifycloud'),
  shopify(95, 'headers', '\nx-shopid:', 'x-shopid'),
  shopify(95, 'headers', '\nx-shopify-stage:', 'x-shopify-stage'),
  shopify(95, 'headers', '\nx-sorting-hat-shopid:', 'x-sorting-hat-shopid'),
  shopify(95, 'headers', '\npowered-by: shopify', 'powered-by'),
  shopify(90, 'headers', '\nset-cookie: _shopify_', '_shopify cookies'),

  wix(95, 'attributes', '\nmeta generator=wix.com', 'generator'),
  wix(95, 'attributes', '\nmeta x-wix-', 'site properties'),
  wix(95, 'attributes', '\nid=wix-viewer-model\n', 'wix-viewer-model'),
  wix(95, 'attributes', '\nid=wix-essential-viewer-model\n', 'wix-essential-viewer-model'),
  wix(90, 'scripts', 'wixbisession=', 'wixBiSession'),
  wix(90, 'scripts', 'wixsiteproperties=', 'wixSiteProperties'),
  wix(90, 'hosts', '.wixstatic.com\n', 'wixstatic.com'),
  wix(85, 'hosts', '.parastorage.com\n', 'parastorage.com'),
  wix(90, 'hosts', '.wixsite.com\n', 'wixsite.com'),
  wix(95, 'headers', '\nx-wix-request-id:', 'x-wix-request-id'),
  wix(80, 'headers', '\nserver: pepyaka', 'server'),

  wooCommerce(95, 'attributes', '\nmeta generator=woocommerce', 'generator'),
  wooCommerce(90, 'attributes', '\nclass=woocommerce-page\n', 'woocommerce-page'),
  wooCommerce(90, 'attributes', '\nclass=woocommerce-no-js\n', 'woocommerce-no-js'),
  wooCommerce(85, 'attributes', '\nclass=woocommerce\n', 'woocommerce'),
  wooCommerce(80, 'attributes', '\nid=woocommerce-', 'woocommerce styles'),
  wooCommerce(95, 'paths', '/wp-content/plugins/woocommerce/', 'plugin'),
  wooCommerce(90, 'paths', '?wc-ajax=', 'wc-ajax'),
  wooCommerce(90, 'scripts', '"wc_ajax_url":', 'wc_ajax_url'),
  wooCommerce(90, 'scripts', 'varwoocommerce_params=', 'woocommerce_params'),
  wooCommerce(85, 'scripts', 'varwc_add_to_cart_params=', 'wc_add_to_cart_params'),
  wooCommerce(90, 'headers', '\nset-cookie: woocommerce_', 'woocommerce cookies'),
  wooCommerce(90, 'headers', '\nset-cookie: wp_woocommerce_session_', 'woocommerce session'),
]

/** Detects the platform of the store that a page belongs to. */
export function detectPlatformOf({ html, headers, url }: SiteAnswer): PlatformDetection {
  const marks = parsePageMarks(html)
  const places: Record<Place, string> = {
    ...marks,
    hosts: marks.hosts + hostLine(url),
    headers: headerLines(headers),
  }
  const found = INDICATORS.filter(({ place, text }) => places[place].includes(text)).toSorted(
    (a, b) => b.confidence - a.confidence,
  )
  const [surest] = found
  if (!surest) return { platform: 'Unknown', confidence: 0, indicators: [] }
  const isOne = found.every(({ platform }) => platform === surest.platform)
  return {
    platform: isOne ? surest.platform : 'Multiple Platforms',
    confidence: surest.confidence,
    indicators: found.map(({ platform, name }) => `${platform}: ${name}`),
  }
}

const hostLine = (url: string | undefined) =>
  url !== undefined && URL.canParse(url) ? `\n.${new URL(url).hostname}\n` : ''

function headerLines(headers: SiteAnswer['headers']): string {
  const lines = Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((one) => `${name}: ${one}`.toLowerCase()),
  )
  return `\n${lines.join('\n')}\n`
}
