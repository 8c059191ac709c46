import { isFetched } from '#server/platform/fetch-public.ts'
import type { Note } from './row-note.ts'
import { MAX_PRODUCT, type IncomingImage, type IncomingVariant } from '#server/products/incoming-product.schema.ts'

/** A picture from one row: in the product's column, or as that row's variant picture. */
export interface ImageRow {
  line: number
  url: string
  alt: string
  /** Position in the store's order, from 1; null if unknown. */
  position: number | null
  /** Colour of the variant that shows it. */
  ofColour: string | null
  /** The colour if the file states it explicitly; null for none. */
  exactColour?: string | null
}

/** Returns a product's distinct pictures in the store's order. */
export function parseImages(
  rows: ImageRow[],
  variants: IncomingVariant[],
  { handle, title }: { handle: string; title: string },
): { images: IncomingImage[]; warnings: Note[] } {
  const warnings: Note[] = []
  const byUrl = new Map<string, ImageRow & { colours: Set<string> }>()
  for (const row of rows) {
    const url = pictureUrl(row.url)
    if (!url) {
      warnings.push({
        line: row.line,
        handle,
        reason: `'${row.url.slice(0, 80)}' is not an https URL of an image, so it was left out`,
      })
      continue
    }
    const known = byUrl.get(url)
    const image = known ?? { ...row, url, colours: new Set<string>() }
    image.alt ||= row.alt
    if (row.exactColour !== undefined) image.exactColour = row.exactColour
    image.position ??= row.position
    if (row.ofColour) image.colours.add(row.ofColour)
    byUrl.set(url, image)
  }
  const all = [...byUrl.values()].sort((a, b) => (a.position ?? Infinity) - (b.position ?? Infinity) || a.line - b.line)
  const extra = all[MAX_PRODUCT.images]
  if (extra)
    warnings.push({
      line: extra.line,
      handle,
      reason: `a product can have up to ${MAX_PRODUCT.images} pictures, so the rest were left out`,
    })
  const onlyColour =
    new Set(variants.map((variant) => variant.colourName)).size === 1 ? (variants[0]?.colourName ?? null) : null
  const images = all.slice(0, MAX_PRODUCT.images).map(({ url, alt, colours, exactColour }) => {
    const [colour = null] = colours
    return {
      url,
      alt: alt.slice(0, MAX_PRODUCT.alt).toWellFormed() || title,
      colourName:
        exactColour !== undefined
          ? (exactColour?.slice(0, MAX_PRODUCT.label).toWellFormed() ?? null)
          : colours.size > 1
            ? null
            : (colour ?? onlyColour),
    }
  })
  return { images, warnings }
}

/** Returns the address in stored form, or null if it is not an https address. */
export function pictureUrl(text: string): string | null {
  const address = text.startsWith('//') ? `https:${text}` : text
  if (address.length > MAX_PRODUCT.url || !URL.canParse(address)) return null
  const url = new URL(address)
  return isFetched(url) && !url.username && !url.password ? url.href : null
}
