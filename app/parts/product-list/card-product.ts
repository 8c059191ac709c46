import type { CardProduct } from '#app/lib/api-types.ts'

/** Returns only the fields that a card uses, because loader data is in the page twice. */
export function cardProduct(product: CardProduct): CardProduct {
  const { id, name, brand, currency, priceMinor, priceMaxMinor, originalPriceMinor, stock, colour, alike } = product
  const { swatches, colourCount } = product
  const [first, second] = product.pictures
  return {
    id,
    name,
    brand,
    currency,
    priceMinor,
    ...(priceMaxMinor !== undefined && priceMaxMinor > priceMinor && { priceMaxMinor }),
    ...(typeof originalPriceMinor === 'number' && { originalPriceMinor }),
    ...(stock === 0 && { stock }),
    ...(colour && { colour }),
    ...(alike && { alike }),
    ...(swatches?.length && { swatches, colourCount }),
    pictures: [
      ...(first ? [{ name: first.name, width: first.width, alt: first.alt, colour: first.colour }] : []),
      ...(second ? [{ name: second.name, width: second.width }] : []),
    ],
  }
}
