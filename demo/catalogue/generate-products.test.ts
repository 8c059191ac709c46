import { describe, expect, test } from 'vitest'
import { GARMENT_KINDS, PATTERNS, type DemoProduct } from '../demo.types.ts'
import { CATEGORIES, LEAF_SLUGS } from './categories.ts'
import { COLOURS } from './colours.ts'
import { generateProducts } from './generate-products.ts'
import { checkDigit } from './identifiers.ts'
import { PARTNERS } from './partners.ts'
import { slugOf, withArticle } from './phrases.ts'
import { shareOut } from './schedule.ts'

const SEED = 20_260_101
const products = [...generateProducts({ seed: SEED, count: 1200 })]
const variants = products.flatMap((product) => product.variants)

function share<T>(list: readonly T[], is: (member: T) => boolean): number {
  return list.filter(is).length / list.length
}

function countBy(key: (product: DemoProduct) => string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const product of products) counts.set(key(product), (counts.get(key(product)) ?? 0) + 1)
  return counts
}

function expectUnique(values: readonly string[]): void {
  expect(new Set(values).size).toBe(values.length)
}

describe('the seed', () => {
  test('produces the same products on every run', () => {
    expect([...generateProducts({ seed: SEED, count: 1200 })]).toEqual(products)
  })

  test('produces the same first products, however many are generated', () => {
    const long = generateProducts({ seed: SEED, count: 3000 })
    for (const product of products) expect(long.next().value).toEqual(product)
  })

  test('produces different products if the seed changes', () => {
    const other = [...generateProducts({ seed: SEED + 1, count: 50 })]
    expect(other.map((product) => product.name)).not.toEqual(products.slice(0, 50).map((product) => product.name))
  })
})

describe('the assortment', () => {
  test('has 1,200 products with about 4,500 variants', () => {
    expect(products).toHaveLength(1200)
    expect(variants.length).toBeGreaterThanOrEqual(4400)
    expect(variants.length).toBeLessThanOrEqual(4700)
  })

  test('fills every leaf category, and no other category', () => {
    const counts = countBy((product) => product.categorySlug)
    expect([...counts.keys()].sort()).toEqual([...LEAF_SLUGS].sort())
    expect(Math.min(...counts.values())).toBeGreaterThanOrEqual(4)
  })

  test('has at least 40 products for each partner', () => {
    const counts = countBy((product) => product.partnerKey)
    for (const partner of PARTNERS) expect(counts.get(partner.key), partner.key).toBeGreaterThanOrEqual(40)
  })

  test('is sold in three currencies', () => {
    expect(new Set(PARTNERS.map((partner) => partner.currency))).toEqual(new Set(['GBP', 'USD', 'EUR']))
  })

  test('has a boutique with several labels', () => {
    const labels = new Set(
      products.filter((product) => product.partnerKey === 'seitenfluegel-vier').map((product) => product.brand),
    )
    expect(labels.size).toBe(5)
  })
})

describe('identifiers', () => {
  test('are unique', () => {
    expectUnique(products.map((product) => product.key))
    expectUnique(products.map((product) => `${product.partnerKey} ${product.name}`))
    expectUnique(products.map((product) => product.productUrl))
    expectUnique(variants.map((variant) => variant.sku))
    expectUnique(COLOURS.map((colour) => colour.code))
  })

  test('stay unique in large catalogues', () => {
    const many = [...generateProducts({ seed: SEED, count: 15_000 })]
    expectUnique(many.map((product) => product.key))
    expectUnique(many.flatMap((product) => product.variants.map((variant) => variant.sku)))
    expectUnique(many.map((product) => product.productUrl))
  })

  test('use the GTIN range for internal use, with a valid check digit', () => {
    const gtins = variants.flatMap((variant) => variant.gtin ?? [])
    expectUnique(gtins)
    for (const gtin of gtins) {
      expect(gtin).toMatch(/^2\d{12}$/)
      expect(gtin.at(-1)).toBe(String(checkDigit(gtin.slice(0, 12))))
    }
    expect(checkDigit('400638133393')).toBe(1)
    expect(gtins.length / variants.length).toBeGreaterThan(0.6)
    expect(gtins.length / variants.length).toBeLessThan(0.8)
  })

  test("include product URLs on the partner's website", () => {
    const sites = new Map(PARTNERS.map((partner) => [partner.key, partner.websiteUrl.replace('https://', '')]))
    for (const product of products) {
      expect(product.productUrl.replace('https://', '')).toMatch(
        new RegExp(`^${sites.get(product.partnerKey)}/[!-~]+$`),
      )
    }
  })
})

describe('prices and stock', () => {
  test('include an original price only if it is higher than the price', () => {
    for (const { priceMinor, originalPriceMinor } of variants) {
      expect(Number.isInteger(priceMinor)).toBe(true)
      expect(priceMinor).toBeGreaterThan(0)
      if (originalPriceMinor !== null) expect(originalPriceMinor).toBeGreaterThan(priceMinor)
    }
  })

  test('include discounts of 8% to 62% on about 22% of the products', () => {
    const reduced = share(products, (product) =>
      product.variants.some((variant) => variant.originalPriceMinor !== null),
    )
    expect(reduced).toBeGreaterThan(0.17)
    expect(reduced).toBeLessThan(0.27)
    for (const { priceMinor, originalPriceMinor } of variants) {
      if (originalPriceMinor === null) continue
      const off = 1 - priceMinor / originalPriceMinor
      expect(off).toBeGreaterThanOrEqual(0.08)
      expect(off).toBeLessThanOrEqual(0.62)
    }
  })

  test('include sold-out, low and unknown stock', () => {
    const soldOut = share(variants, (variant) => variant.stock === 0)
    expect(soldOut).toBeGreaterThan(0.08)
    expect(soldOut).toBeLessThan(0.16)
    const unknown = share(variants, (variant) => variant.stock === null)
    expect(unknown).toBeGreaterThan(0.04)
    expect(unknown).toBeLessThan(0.12)
    const wholly = share(products, (product) => product.variants.every((variant) => variant.stock === 0))
    expect(wholly).toBeGreaterThan(0.025)
    expect(wholly).toBeLessThan(0.08)
    expect(variants.some((variant) => variant.stock !== null && variant.stock > 0 && variant.stock < 5)).toBe(true)
  })
})

describe('texts and pictures', () => {
  test('have no missing or undefined parts', () => {
    for (const product of products) {
      const texts = [
        product.name,
        product.description,
        product.material,
        product.targetAudience,
        ...product.tags,
        ...product.images.map((image) => image.alt),
      ]
      for (const text of texts) expect(text).toMatch(/^(?!.*(?:undefined|null|NaN|[{}|]| {2}))\S.*$/)
    }
  })

  test('have descriptions of 46 to 519 characters', () => {
    for (const { description } of products) {
      expect(description.length).toBeGreaterThan(45)
      expect(description.length).toBeLessThan(520)
      expect(description).toMatch(/\.$/)
    }
  })

  test('rarely repeat a description', () => {
    expect(new Set(products.map((product) => product.description)).size).toBeGreaterThan(1190)
  })

  test('have unique lower-case tags', () => {
    for (const { tags } of products) {
      expectUnique(tags)
      for (const tag of tags) expect(tag).toBe(tag.toLowerCase())
    }
  })

  test("include two to four images in the variants' colours, front view first", () => {
    for (const { images, variants: own, partnerKey } of products) {
      const grounds = PARTNERS.find((partner) => partner.key === partnerKey)?.palette.grounds
      expect(images.length).toBeGreaterThanOrEqual(2)
      expect(images.length).toBeLessThanOrEqual(4)
      expect(images[0]?.spec.view).toBe('front')
      expect(new Set(images.map((image) => image.colourName))).toEqual(
        new Set(own.map((variant) => variant.colourName)),
      )
      expect(new Set(images.map(({ spec }) => `${spec.kind} ${spec.variant} ${spec.pattern}`)).size).toBe(1)
      for (const { spec } of images) {
        expect(GARMENT_KINDS).toContain(spec.kind)
        expect(PATTERNS).toContain(spec.pattern)
        expect(grounds).toContain(spec.ground)
      }
    }
  })
})

describe('categories and partners', () => {
  test('include about 72 categories, with an image on each top-level one', () => {
    expect(CATEGORIES.length).toBeGreaterThanOrEqual(68)
    expectUnique(CATEGORIES.map((category) => category.slug))
    for (const category of CATEGORIES) expect(category.tile !== null).toBe(category.parent === null)
  })

  test('use reserved domains and phone numbers only', () => {
    expect(PARTNERS).toHaveLength(14)
    for (const partner of PARTNERS) {
      expect(new URL(partner.websiteUrl).hostname).toMatch(/\.example$/)
      expect(partner.email).toMatch(/\.example$/)
      expect(partner.phone).toMatch(
        /^\+(?:44 20 7946 0|44 1[2-6]1 496 0|44 1632 960|1 \d{3}-555-01|49 30 23125 |33 1 99 00 )/,
      )
      const words = partner.aboutSection.split(/\s+/).length
      expect(words).toBeGreaterThanOrEqual(60)
      expect(words).toBeLessThanOrEqual(140)
    }
  })
})

describe('helpers', () => {
  test('split a total by weight, with at least one for each', () => {
    expect(shareOut(10, [1, 1, 2])).toEqual([3, 2, 5])
    expect(shareOut(5, [100, 1, 1])).toEqual([3, 1, 1])
  })

  test('choose “a” or “an” by sound', () => {
    expect(['overcoat', 'one-piece', 'A-line skirt', 'utility jumpsuit', 'tee'].map(withArticle)).toEqual([
      'an overcoat',
      'a one-piece',
      'an A-line skirt',
      'a utility jumpsuit',
      'a tee',
    ])
  })

  test('write slugs without accents', () => {
    expect(slugOf('Weißensee crêpe dress')).toBe('weissensee-crepe-dress')
    expect(slugOf('Pettifer’s Støvregn 02')).toBe('pettifers-stovregn-02')
  })
})
