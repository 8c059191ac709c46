import { toSearchText } from './search-text.ts'

/** How many of the last characters of its id stand for a product where it has no SKU. */
const SHORT_ID = 8

interface LookedUp {
  id: string
  name: string
  variants: Array<{ sku: string | null; gtin: string | null }>
}

/**
 * What partners find a product of theirs by, a line each: its name, SKUs, GTINs and short id. A search finds it if a
 * line has the words of toSearchText(search) in it, from anywhere inside a word.
 */
export function toLookupText({ id, name, variants }: LookedUp): string {
  const codes = variants.flatMap(({ sku, gtin }) => [toSearchText(sku), toSearchText(gtin)])
  return [...new Set([toSearchText(name), ...codes, id.slice(-SHORT_ID)])].filter(Boolean).join('\n')
}
