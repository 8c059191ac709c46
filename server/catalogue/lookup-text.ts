import { toSearchText } from './search-text.ts'
import { spellOut } from './spell-out.ts'

interface LookedUp {
  name: string
  variants: Array<{ sku: string | null; gtin: string | null }>
}

/**
 * Returns the texts that partners search to find a product, one per line: its name, SKUs and GTINs. A search finds the
 * product if a line contains the words of toSearchText(search), even inside a word.
 */
export function toLookupText({ name, variants }: LookedUp): string {
  const codes = variants.flatMap(({ sku, gtin }) => [toSearchText(sku), toSearchText(gtin)])
  return [...new Set([toSearchText(name), spellOut(name), ...codes])].filter(Boolean).join('\n')
}
