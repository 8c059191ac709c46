import type { ProductDetail } from '#app/lib/api-types.ts'

export type Variant = ProductDetail['variants'][number]

export interface VariantChoice {
  /** The chosen variant, or null while several are left. */
  chosen: Variant | null
  colours: Array<{ name: string; hex: string | null; isChosen: boolean }>
  /** Sizes in the chosen colour. */
  sizes: Array<{ size: string; isSoldOut: boolean; isChosen: boolean }>
}

/** What can be chosen and what is chosen, for the colour and size in the URL. A sold-out size cannot be chosen. */
export function chooseVariant(
  variants: Variant[],
  asked: { colour: string | null; size: string | null },
): VariantChoice {
  const colourNames = [...new Set(variants.flatMap(({ colourName }) => (colourName ? [colourName] : [])))]
  const colour = colourNames.find((name) => name === asked.colour) ?? colourNames[0] ?? null
  const inColour = variants.filter((variant) => variant.colourName === colour || colour === null)
  const sizes = [...new Set(inColour.flatMap(({ size }) => (size ? [size] : [])))].map((size) => ({
    size,
    isSoldOut: inColour.filter((variant) => variant.size === size).every((variant) => variant.stock === 0),
    isChosen: false,
  }))
  const only = sizes.length === 1 ? sizes[0] : undefined
  const size = only ?? sizes.find((candidate) => candidate.size === asked.size && !candidate.isSoldOut)
  if (size) size.isChosen = true
  // Variants may differ in more than colour and size (length, material). Then none is chosen here, and the store asks.
  const left = sizes.length === 0 ? inColour : inColour.filter((variant) => size && variant.size === size.size)
  const chosen = left.length === 1 ? (left[0] ?? null) : null
  return {
    chosen,
    colours: colourNames.map((name) => ({
      name,
      hex: variants.find((variant) => variant.colourName === name)?.colourHex ?? null,
      isChosen: name === colour,
    })),
    sizes,
  }
}
