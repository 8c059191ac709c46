import type { DemoProduct } from '../demo.types.ts'
import { LEAF_SLUGS, CATEGORIES } from './categories.ts'
import { colourNamed } from './colours.ts'
import { PARTNERS } from './partners.ts'
import { mixSeed, Random } from './random.ts'

/** Rough first cut. */
export function* generateProducts(options: { seed: number; count: number }): Generator<DemoProduct> {
  for (let index = 0; index < options.count; index += 1) {
    const random = new Random(mixSeed(options.seed, index))
    const partner = PARTNERS[index % PARTNERS.length]!
    const slug = LEAF_SLUGS[index % LEAF_SLUGS.length]!
    const tile = CATEGORIES.find((category) => category.slug === CATEGORIES.find((leaf) => leaf.slug === slug)!.parent)!.tile!
    const name = `${CATEGORIES.find((category) => category.slug === slug)!.name} no. ${index}`
    const colour = colourNamed(random.pick(['navy', 'ecru', 'rust', 'sage green', 'burgundy'] as const))
    const price = random.between(20, 300) * 100
    const variant = random.below(8)
    const ground = random.pick(partner.palette.grounds)
    yield {
      key: `${partner.key}-${options.seed}-${index}`,
      partnerKey: partner.key,
      brand: partner.businessName,
      name,
      description: `${name} in ${colour.name}.`,
      categorySlug: slug,
      tags: [colour.name],
      styleTags: ['everyday'],
      colourPalette: [colour.name],
      material: 'Organic cotton, 180 g/m²',
      gender: 'women',
      targetAudience: 'Women',
      isFeatured: random.chance(0.04),
      status: 'active',
      productUrl: `${partner.websiteUrl}/products/item-${index}`,
      ageDays: random.below(540),
      variants: ['S', 'M', 'L', 'XL'].map((size) => ({
        size,
        colourName: colour.name,
        colourHex: colour.hex,
        sku: `X-${index}-${size}`,
        gtin: null,
        priceMinor: price,
        originalPriceMinor: null,
        stock: random.below(20),
      })),
      images: (['front', 'back', 'detail'] as const).map((view) => ({
        spec: { kind: tile.kind, view, colour: colour.hex, accent: '#e6dbc3', pattern: tile.pattern, ground, variant },
        alt: `${name} in ${colour.name}, ${view}`,
        colourName: colour.name,
      })),
    }
  }
}
