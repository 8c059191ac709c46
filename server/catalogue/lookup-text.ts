import { toSearchText } from './search-text.ts'
import { spellOut } from './spell-out.ts'

interface LookedUp {
  name: string
  variants: Array<{ sku: string | null; gtin: string | null }>
}

/**
 * What partners find a product of theirs by, a line each: its name, SKUs and GTINs. A search finds it if a line has the
 * words of toSearchText(search) in it, from anywhere inside a word.
 */
export function toLookupText({ name, variants }: LookedUp): string {
  const codes = variants.flatMap(({ sku, gtin }) => [toSearchText(sku), toSearchText(gtin)])
  return [...new Set([toSearchText(name), spellOut(name), ...codes])].filter(Boolean).join('\n')
}
