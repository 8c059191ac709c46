import type { IncomingVariant } from './incoming-product.schema.ts'

/** Returns a key that identifies a variant without a SKU within its product. */
export function optionKey({
  size,
  colourName,
  options,
}: Pick<IncomingVariant, 'size' | 'colourName' | 'options'>): string {
  const others = Object.entries(options)
    .map(([name, value]) => [name.toLowerCase(), value.toLowerCase()])
    .sort(([a = ''], [b = '']) => (a < b ? -1 : 1))
  return JSON.stringify([size?.toLowerCase() ?? null, colourName?.toLowerCase() ?? null, others])
}
