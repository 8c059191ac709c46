import { resolveDestination, type Destination } from '#server/catalogue/destination.ts'
import { toSlug } from '#server/catalogue/slug.ts'

/** The data by which a store can open one of its variants. */
export interface LinkedVariant {
  size: string | null
  colourName: string | null
  options: Readonly<Record<string, string>>
  /** An address, or parameters for the product's address; null if the store has not told us. */
  storeLink: string | null
}

const NAMES_OF_SIZE = ['size']
const NAMES_OF_COLOUR = ['colour', 'color']

/**
 * The address that opens the store with a variant chosen: as the store gave it, else by the attributes that WooCommerce reads, else the product's own.
 * A variant's own address has to be on a verified host, like the product's. @param page the product's, from resolveDestination
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
 * WooCommerce chooses by 'attribute_pa_size' where a store shares its sizes among products, and by 'attribute_size' where a product has its own. It reads slugs of
 * both, and passes over names that the product does not have.
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

/** The address with these parameters; its own of the same names are replaced, others stay the same, byte for byte. */
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
