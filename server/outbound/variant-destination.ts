import { resolveDestination, type Destination } from '#server/catalogue/destination.ts'
import { toSlug } from '#server/catalogue/slug.ts'

/** The variant data that a store's page needs to select the variant. */
export interface LinkedVariant {
  size: string | null
  colourName: string | null
  options: Readonly<Record<string, string>>
  /** An address, or parameters for the product's address; null if unknown. */
  storeLink: string | null
}

const NAMES_OF_SIZE = ['size']
const NAMES_OF_COLOUR = ['colour', 'color']

/**
 * Returns the address that opens the store with a variant selected: from the store, else with the attributes that
 * WooCommerce reads, else the product's own address. A variant's own address has to be on a verified host, like the
 * product's.
 * @param page the product's, from resolveDestination
 */
export function variantDestination(
  page: URL,
  { storeLink, ...variant }: LinkedVariant,
  { platform, verifiedHosts }: { platform: string } & Pick<Destination, 'verifiedHosts'>,
): URL {
  if (storeLink !== null && !storeLink.startsWith('?'))
    return resolveDestination({ productUrl: storeLink, verifiedHosts }) ?? page
  const parameters = storeLink?.slice(1) ?? (platform === 'woocommerce' ? attributesOf(variant) : '')
  return parameters === '' ? page : withParameters(page, parameters)
}

/**
 * Returns the attributes that WooCommerce uses to select a variant: 'attribute_pa_size' if a store shares its sizes
 * among products, 'attribute_size' if a product has its own. WooCommerce reads slugs of both, and ignores names that
 * the product does not have.
 */
function attributesOf({ size, colourName, options }: Omit<LinkedVariant, 'storeLink'>): string {
  const named: Array<[string, string | null]> = [
    ...NAMES_OF_SIZE.map((name): [string, string | null] => [name, size]),
    ...NAMES_OF_COLOUR.map((name): [string, string | null] => [name, colourName]),
    ...Object.entries(options),
  ]
  return named
    .flatMap(([name, value]) => {
      if (!value) return []
      const pair = `${encodeURIComponent(toSlug(name))}=${encodeURIComponent(toSlug(value))}`
      return [`attribute_pa_${pair}`, `attribute_${pair}`]
    })
    .join('&')
}

/**
 * Adds parameters to an address. Replaces its own parameters of the same names, and keeps the others, byte for byte.
 */
function withParameters(page: URL, parameters: string): URL {
  const names = new Set(new URLSearchParams(parameters).keys())
  const kept = page.search
    .slice(1)
    .split('&')
    .filter((pair) => pair !== '' && !names.has(new URLSearchParams(`?${pair}`).keys().next().value ?? ''))
  const url = new URL(page)
  url.search = `?${[...kept, parameters].join('&')}`
  return url
}
