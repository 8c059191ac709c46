import type { ProductDetail } from '#app/lib/api-types.ts'

export type Variant = ProductDetail['variants'][number]

export interface VariantChoice {
  /** The chosen variant; null while several match. */
  chosen: Variant | null
  /**
   * The variant that the store link opens: the chosen one, or else the first in the chosen colour or size, preferably
   * in stock. Null while nothing is chosen.
   */
  opened: Variant | null
  colours: Array<{ name: string; hex: string | null; isChosen: boolean }>
  /** The sizes in the chosen colour. */
  sizes: Array<{ size: string; isSoldOut: boolean; isChosen: boolean }>
}

/** Returns the choices and the chosen variant for the colour and size in the URL. A sold-out size cannot be chosen. */
export function chooseVariant(
  variants: Variant[],
  asked: { colour: string | null; size: string | null },
): VariantChoice {
  const hexOf = new Map<string, string | null>()
  for (const { colourName, colourHex } of variants)
    if (colourName && !hexOf.has(colourName)) hexOf.set(colourName, colourHex)
  const colourNames = [...hexOf.keys()]
  const colour = colourNames.find((name) => name === asked.colour) ?? colourNames[0] ?? null
  const inColour = variants.filter((variant) => variant.colourName === colour || colour === null)
  const isGone = new Map<string, boolean>()
  for (const { size, stock } of inColour) if (size) isGone.set(size, (isGone.get(size) ?? true) && stock === 0)
  const sizes = [...isGone].map(([size, isSoldOut]) => ({ size, isSoldOut, isChosen: false }))
  const only = sizes.length === 1 ? sizes[0] : undefined
  const size = only ?? sizes.find((candidate) => candidate.size === asked.size && !candidate.isSoldOut)
  if (size) size.isChosen = true
  // Variants may differ in more than colour and size, such as length or material. Then no variant is chosen here, and
  // the shopper chooses in the store.
  const left = sizes.length === 0 ? inColour : inColour.filter((variant) => size && variant.size === size.size)
  const chosen = left.length === 1 ? (left[0] ?? null) : null
  const hasChosen = size !== undefined || (colour !== null && colour === asked.colour)
  const matching = left.length ? left : inColour
  const first = matching.find(({ stock }) => stock !== 0) ?? matching[0] ?? null
  return {
    chosen,
    opened: chosen ?? (hasChosen ? first : null),
    colours: colourNames.map((name) => ({
      name,
      hex: hexOf.get(name) ?? null,
      isChosen: name === colour,
    })),
    sizes,
  }
}
