import { describe, expect, test } from 'vitest'
import { CategoryIndex } from './category-words.ts'

const SLUGS = [
  'dresses',
  'maxi-dresses',
  'coats-jackets',
  'leather-jackets',
  'denim',
  'denim-jackets',
  'tops',
  't-shirts',
  'shirts',
  'blouses',
  'knitwear',
  'jumpers',
  'trousers-skirts',
  'shorts',
  'shoes',
  'trainers',
  'bags',
  'accessories',
  'jewellery-watches',
  'watches',
  'blazers',
]
const index = new CategoryIndex(
  SLUGS.map((slug) => ({ id: slug, slug, name: slug === 'coats-jackets' ? 'Coats & Jackets' : slug })),
)
const find = (given: Partial<Parameters<CategoryIndex['find']>[0]>) =>
  index.find({ type: '', productCategory: '', title: '', tags: [], ...given })?.slug ?? null

describe('CategoryIndex', () => {
  test.each([
    ['Ocean Blue Shirt', 'shirts'],
    ['Classic Varsity Top', 'tops'],
    ['Yellow Wool Jumper', 'jumpers'],
    ['Striped Silk Blouse', 'blouses'],
    ['Classic Leather Jacket', 'leather-jackets'],
    ['Dark Denim Top', 'tops'],
    ['Denim Jacket', 'denim-jackets'],
    ['Navy Sports Jacket', 'coats-jackets'],
    ['Black Leather Bag', 'bags'],
    ['Red Sports Tee', 't-shirts'],
    ['LED High Tops', 'trainers'],
    ['Shirt Dress', 'dresses'],
    ['Dress Shirt', 'shirts'],
    ['T-Shirt', 't-shirts'],
    ['Maxi Dresses', 'maxi-dresses'],
    ['Watches', 'watches'],
    ['Jacket with Hood', 'coats-jackets'],
    ['Dress in Jersey - Shoes not included', 'dresses'],
    ['Tee with Short Sleeves', 't-shirts'],
    ['Linen Shorts', 'shorts'],
    ['Blue Silk Tuxedo', 'blazers'],
    ['Wonder', null],
    ['', null],
  ])('%s: %s', (title, slug) => expect(find({ title })).toBe(slug))

  test('uses the type first, then the category, the title and the tags', () => {
    expect(find({ type: 'Shirts', title: 'Summer Dress' })).toBe('shirts')
    expect(find({ productCategory: 'Apparel & Accessories > Clothing > Dresses', title: 'Wonder' })).toBe('dresses')
    expect(
      find({ productCategory: 'Apparel & Accessories > Clothing > Outerwear > Coats & Jackets', title: 'Wonder' }),
    ).toBe('coats-jackets')
    expect(find({ productCategory: 'Apparel & Accessories', title: 'Wonder' })).toBeNull()
    expect(find({ title: 'Wonder', tags: ['new', 'Dresses'] })).toBe('dresses')
  })

  test('prefers a matching category and title to a vague type, but not to a more specific type', () => {
    const tree = new CategoryIndex([
      { id: 'tops', slug: 'tops', name: 'Tops' },
      { id: 'shirts', slug: 'shirts', name: 'Shirts', parentId: 'tops' },
      { id: 't-shirts', slug: 't-shirts', name: 'T-shirts', parentId: 'tops' },
      { id: 'shoes', slug: 'shoes', name: 'Shoes' },
      { id: 'ankle-boots', slug: 'ankle-boots', name: 'Ankle boots', parentId: 'shoes' },
    ])
    const slugOf = (type: string, productCategory: string, title: string) =>
      tree.find({ type, productCategory, title, tags: [] })?.slug
    expect(slugOf('Printed shirt', 'Clothing Tops > T-Shirts', 'Lantern Moth Tee')).toBe('t-shirts')
    expect(slugOf('Tops', 'Clothing > Tops', 'Lantern Moth Tee')).toBe('tops')
    expect(slugOf('Shirts', 'Clothing > Tops', 'Lantern Moth Tee')).toBe('shirts')
    expect(slugOf('Ankle boots', 'Shoes', 'Drift Shoes')).toBe('ankle-boots')
    expect(slugOf('Printed shirt', 'Clothing Tops > T-Shirts', 'Lantern')).toBe('shirts')
  })

  test.each([
    ['Chaqueta Mujer Denim', 'denim-jackets'],
    ['Damen Strickpullover', 'jumpers'],
    ['Winterjacke Grau', 'coats-jackets'],
    ['Robe Femme en Lin', 'dresses'],
    ['Silk Robe', null],
    ['Track Suit', null],
    ['Gifts for Him: Leather Jacket', 'leather-jackets'],
  ])('finds the category of %s, a foreign or ambiguous title: %s', (title, slug) => expect(find({ title })).toBe(slug))

  test('returns existing categories only', () => {
    expect(
      new CategoryIndex([]).find({ type: 'Dresses', productCategory: '', title: 'Dress', tags: ['dress'] }),
    ).toBeNull()
    expect(find({ type: 'Beanie' })).toBe('accessories')
  })
})
