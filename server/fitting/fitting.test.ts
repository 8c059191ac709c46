import { describe, expect, test } from 'vitest'
import {
  createCategory,
  createPartner,
  createProduct,
  createReview,
  createSizeTable,
  createUser,
  createViewer,
} from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { findGarment } from './find-garment.service.ts'
import { adviseOtherBrands } from './other-brands.service.ts'
import { getProductSizes } from './product-sizes.service.ts'
import { forgetOwnSizes, keepOwnSizes, getOwnSizes } from './shopper-sizes.service.ts'

const database = useTestDatabase()

async function shirtOf(given: Partial<Parameters<typeof createProduct>[1]> = {}) {
  const { db } = database
  const partner = await createPartner(db)
  const category = await createCategory(db)
  const product = await createProduct(db, {
    partnerId: partner.id,
    categoryId: category.id,
    variants: [{ size: 'M' }, { size: 's' }, { size: 'One size' }],
    ...given,
  })
  const own = { partnerId: partner.id, brandId: product.brandId, categoryId: category.id }
  return { db, partner, category, product, own }
}

describe('the sizes of a product', () => {
  test('include its table, the row of each size, and the fit from approved reviews', async () => {
    const { db, product, own } = await shirtOf()
    await createSizeTable(db, own)
    const sister = await createProduct(db, { partnerId: own.partnerId, categoryId: own.categoryId })
    const review = async (
      productId: string,
      fit: 'ran_small' | 'true_to_size',
      status: 'approved' | 'pending' = 'approved',
    ) => createReview(db, { productId, partnerId: own.partnerId, userId: (await createUser(db)).id, fit, status })
    await review(product.id, 'ran_small')
    await review(product.id, 'ran_small', 'pending')
    await review(sister.id, 'true_to_size')
    const known = await getProductSizes({ db }, { productId: product.id })
    expect(known).toMatchObject({
      table: { source: 'partner', rows: [{ label: 'S' }, { label: 'M' }, { label: 'L' }] },
      sizes: [
        { size: 's', row: 'S' },
        { size: 'M', row: 'M' },
        { size: 'One size', row: null },
      ],
      feedback: { product: { small: 1, asExpected: 0, large: 0 }, brand: { small: 1, asExpected: 1, large: 0 } },
    })
  })

  test("exclude other stores' tables for the same brand, and all tables for children's products", async () => {
    const { db, product, own } = await shirtOf()
    const other = await shirtOf()
    await createSizeTable(db, { ...own, partnerId: other.partner.id })
    expect((await getProductSizes({ db }, { productId: product.id })).table).toBeNull()
    const childrens = await shirtOf({ gender: 'kids' })
    await createSizeTable(db, childrens.own)
    expect(await getProductSizes({ db }, { productId: childrens.product.id })).toMatchObject({
      table: null,
      product: { isForChildren: true },
    })
  })

  test('are matched to rows of another size system with the standard equivalents', async () => {
    const { db } = database
    const shoes = await db.category.upsert({
      where: { slug: 'shoes' },
      create: { name: 'Shoes', slug: 'shoes' },
      update: {},
    })
    const { product, own } = await shirtOf({ categoryId: shoes.id, gender: 'women', variants: [{ size: 'EU 38' }] })
    const rows = [{ label: 'UK 5', key: 'UK 5', body: { foot: [238, 242] } }]
    await createSizeTable(db, { ...own, categoryId: shoes.id, audience: 'women', rows })
    expect((await getProductSizes({ db }, { productId: product.id })).sizes).toMatchObject([
      { size: 'EU 38', row: 'UK 5' },
    ])
  })

  test('are not found for a hidden product', async () => {
    const { db, product } = await shirtOf({ status: 'draft' })
    await expect(getProductSizes({ db }, { productId: product.id })).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('findGarment', () => {
  test("returns the brand's measurements for a size, and rejects an unknown size or brand", async () => {
    const { db, product, own, category, partner } = await shirtOf()
    await createSizeTable(db, own)
    const asked = {
      productId: product.id,
      brand: partner.businessName.toUpperCase(),
      category: category.slug,
      size: 'medium',
    }
    expect(await findGarment({ db }, asked)).toMatchObject({
      size: 'M',
      body: { chest: [935, 995], waist: [735, 795] },
    })
    await expect(findGarment({ db }, { ...asked, size: '4XL' })).rejects.toMatchObject({
      field: 'size',
      message: expect.stringContaining('S, M, L'),
    })
    await expect(findGarment({ db }, { ...asked, brand: 'Nobody' })).rejects.toMatchObject({ field: 'brand' })
  })
})

test("finds the shopper's in-stock sizes at other brands from each brand's own table", async () => {
  const { db, product, own, category } = await shirtOf()
  await createSizeTable(db, own)
  const other = async (from: number, given: Partial<Parameters<typeof createProduct>[1]> = {}) => {
    const partner = await createPartner(db)
    const sold = await createProduct(db, {
      partnerId: partner.id,
      categoryId: category.id,
      variants: [{ size: 'S' }, { size: 'M' }, { size: 'L' }],
      ...given,
    })
    const rows = ['S', 'M', 'L'].map((label, at) => ({
      label,
      key: label,
      body: { chest: [from + at * 60, from + at * 60 + 50] },
    }))
    await createSizeTable(db, { partnerId: partner.id, brandId: sold.brandId, categoryId: category.id, rows })
    return partner.businessName
  }
  const [same, smaller, soldOut, draft] = [
    await other(880),
    await other(820),
    await other(880, { variants: [{ size: 'M', stock: 0 }, { size: 'S' }] }),
    await other(880, { status: 'draft' }),
  ]
  const sizes = { measures: { chest: 965, waist: 765 }, garments: [], unit: 'cm' as const }
  const brands = await adviseOtherBrands({ db }, { productId: product.id, sizes })
  expect(brands.map(({ brand, size }) => [brand, size])).toEqual(
    expect.arrayContaining([
      [same, 'M'],
      [smaller, 'L'],
    ]),
  )
  expect(brands).toHaveLength(2)
  expect(brands.map(({ brand }) => brand)).not.toContain(soldOut)
  expect(brands.map(({ brand }) => brand)).not.toContain(draft)
  expect(await adviseOtherBrands({ db }, { productId: product.id, sizes: { ...sizes, measures: {} } })).toEqual([])
})

test('stores measurements in the account on request, and deletes them on request', async () => {
  const { db } = database
  const [one, other] = [await createViewer(db), await createViewer(db)]
  const sizes = { measures: { chest: 960 }, garments: [], unit: 'cm' as const }
  expect(await getOwnSizes({ db, viewer: one })).toBeNull()
  await keepOwnSizes({ db, viewer: one }, sizes)
  await keepOwnSizes({ db, viewer: other }, { measures: { chest: 1000 }, garments: [], unit: 'cm' })
  expect(await getOwnSizes({ db, viewer: one })).toEqual(sizes)
  await forgetOwnSizes({ db, viewer: one })
  expect(await getOwnSizes({ db, viewer: one })).toBeNull()
  expect(await getOwnSizes({ db, viewer: other })).not.toBeNull()
})
