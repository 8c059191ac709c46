import { describe, expect, test } from 'vitest'
import { createCategory, createPartnerAsk, createProduct, createView } from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { describeOwnFile, exportOwnProducts, listOwnProducts, selectOwnProducts } from './list-own.service.ts'
import { getProductsOverview } from './overview.service.ts'
import { ownFilter, ownProductsQuery } from './own-products.schema.ts'

const database = useTestDatabase()
const NOW = new Date('2026-06-15T12:00:00Z')
const OLD = new Date('2026-01-01T00:00:00Z')

describe("a partner's product figures", () => {
  test('cover all of its products except deleted ones', async () => {
    const { db } = database
    const ask = await createPartnerAsk(db, { currency: 'USD' })
    const own = { partnerId: ask.partner.id }
    const coats = await createCategory(db, { name: 'Coats' })
    // 2 x 100.00 + 3 x 50.00; the third variant's stock is not known.
    const coat = await createProduct(db, {
      ...own,
      name: 'Coat',
      categoryId: coats.id,
      createdAt: OLD,
      variants: [
        { priceMinor: 10_000, stock: 2 },
        { priceMinor: 5_000, stock: 3 },
        { priceMinor: 7_000, stock: null },
      ],
    })
    await createProduct(db, { ...own, name: 'Gone', variants: [{ priceMinor: 2_000, stock: 0 }], createdAt: OLD })
    await createProduct(db, {
      ...own,
      name: 'Draft',
      status: 'draft',
      variants: [{ priceMinor: 1_000, stock: 11 }],
      createdAt: NOW,
    })
    await createProduct(db, { ...own, name: 'Deleted', status: 'archived', deletedAt: NOW, createdAt: OLD })
    await createProduct(db, { partnerId: (await createPartnerAsk(db)).partner.id })
    for (const viewedAt of [NOW, new Date('2026-06-15T09:00:00Z'), new Date('2026-05-20T00:00:00Z'), OLD])
      await createView(db, coat, { viewedAt })
    const { figures, categories, stockAlerts, mostViewed, activities } = await getProductsOverview(
      ask,
      { period: 'month' },
      NOW,
    )
    expect(figures).toEqual({
      currency: 'USD',
      total: 3,
      // There were also three before, but one has been deleted since.
      growth: 0,
      active: 2,
      // 20,000 + 15,000 + 11 x 1,000
      inventoryMinor: '46000',
      // (5,000 + 2,000 + 1,000) / 3
      averageMinor: 2_667,
      low: 1,
      out: 1,
      viewed: 1,
      sold: 0,
    })
    expect(categories).toMatchObject({ top: [{ name: 'Coats', products: 1 }], others: { categories: 0, products: 0 } })
    expect(stockAlerts.map(({ name, stock }) => [name, stock])).toEqual([
      ['Gone', 0],
      ['Coat', 5],
    ])
    expect(mostViewed.map(({ name, views }) => [name, views])).toEqual([['Coat', 3]])
    expect(activities).toMatchObject([{ type: 'viewed', productName: 'Coat', count: 2, at: NOW }])
  })

  test('show no growth without earlier products, and no average without products', async () => {
    const ask = await createPartnerAsk(database.db)
    expect((await getProductsOverview(ask, { period: 'week' }, NOW)).figures).toMatchObject({
      total: 0,
      growth: null,
      inventoryMinor: '0',
      averageMinor: null,
    })
    await createProduct(database.db, { partnerId: ask.partner.id, createdAt: NOW })
    expect((await getProductsOverview(ask, { period: 'week' }, NOW)).figures).toMatchObject({ total: 1, growth: null })
  })
})

describe("the partner's product table", () => {
  const scene = async () => {
    const { db } = database
    const ask = await createPartnerAsk(db)
    const own = { partnerId: ask.partner.id }
    const category = await createCategory(db)
    const products = {
      low: await createProduct(db, { ...own, name: 'Linen Dress', variants: [{ stock: 10, sku: 'LD-10%' }] }),
      out: await createProduct(db, { ...own, name: 'Wool Coat', categoryId: category.id, variants: [{ stock: 0 }] }),
      unknown: await createProduct(db, { ...own, name: 'Belt', status: 'draft', variants: [{ stock: null }] }),
      deleted: await createProduct(db, { ...own, name: 'Old Dress', status: 'archived', deletedAt: NOW }),
    }
    const stranger = await createPartnerAsk(db)
    await createProduct(db, { partnerId: stranger.partner.id, name: 'Strange Dress' })
    const names = async (query: object) =>
      (await listOwnProducts(ask, ownProductsQuery.parse({ sort: 'name', ...query }), NOW)).products.map(
        ({ name }) => name,
      )
    return { ask, category, products, names }
  }

  test('filters by name, SKU, stock, status and category', async () => {
    const { ask, category, products, names } = await scene()
    expect(await names({})).toEqual(['Belt', 'Linen Dress', 'Wool Coat'])
    expect(await names({ q: 'DRESS' })).toEqual(['Linen Dress'])
    expect(await names({ q: 'ld-10%' })).toEqual(['Linen Dress'])
    expect(await names({ q: 'LD 10' })).toEqual(['Linen Dress'])
    expect(await names({ q: 'l_nen' })).toEqual([])
    expect(await names({ q: '%' })).toEqual([])
    expect(await names({ q: products.out.id.slice(-8).toUpperCase() })).toEqual(['Wool Coat'])
    expect(await names({ stock: 'low' })).toEqual(['Linen Dress'])
    expect(await names({ stock: 'out' })).toEqual(['Wool Coat'])
    expect(await names({ stock: 'unknown' })).toEqual(['Belt'])
    expect(await names({ state: 'draft' })).toEqual(['Belt'])
    expect(await names({ state: 'deleted' })).toEqual(['Old Dress'])
    expect(await names({ category: category.id })).toEqual(['Wool Coat'])
    expect(await names({ category: 'none', state: 'active' })).toEqual(['Linen Dress'])
    const { counts } = await listOwnProducts(ask, ownProductsQuery.parse({ q: 'dress' }), NOW)
    expect(counts).toEqual({ all: 1, active: 1, draft: 0, archived: 0, deleted: 1 })
    expect(await selectOwnProducts(ask, ownFilter.parse({ stock: 'out' }))).toEqual([products.out.id])
  })

  test('sorts by every column, and shows the values of each product', async () => {
    const { ask, products, names } = await scene()
    await createView(database.db, products.out, { viewedAt: NOW })
    expect(await names({ sort: 'views' })).toHaveLength(3)
    expect((await names({ sort: 'views' }))[0]).toBe('Wool Coat')
    expect(await names({ sort: 'stock' })).toEqual(['Wool Coat', 'Linen Dress', 'Belt'])
    expect(await names({ sort: 'stock-down' })).toEqual(['Linen Dress', 'Wool Coat', 'Belt'])
    const { products: rows } = await listOwnProducts(ask, ownProductsQuery.parse({ q: 'linen' }), NOW)
    expect(rows).toMatchObject([{ sku: 'LD-10%', stock: 10, variants: 1, views: 0, picture: null, priceMinor: 5_000 }])
  })

  test('exports all rows that match the query', async () => {
    const { ask } = await scene()
    const { fileName } = describeOwnFile(ask, NOW)
    const file = await exportOwnProducts(ask, ownProductsQuery.parse({ sort: 'name', page: 9 }), NOW)
    let csv = ''
    for await (const piece of file) csv += piece
    const lines = csv.trim().split('\r\n')
    expect(fileName).toBe('products_2026-06-15.csv')
    expect(lines[0]).toBe('Name,SKU,Status,Price,Original price,Currency,Stock,Category,Updated (UTC),Views (month)')
    expect(lines.slice(1).map((line) => line.split(',').slice(0, 7).join())).toEqual([
      'Belt,,draft,50.00,,USD,',
      'Linen Dress,LD-10%,active,50.00,,USD,10',
      'Wool Coat,,active,50.00,,USD,0',
    ])
  })

  test('has pages, and shows the last one for a higher page number', async () => {
    const ask = await createPartnerAsk(database.db)
    for (let n = 0; n < 27; n++) await createProduct(database.db, { partnerId: ask.partner.id })
    const { products, page, totalPages, found } = await listOwnProducts(ask, ownProductsQuery.parse({ page: 9 }), NOW)
    expect([products.length, page, totalPages, found]).toEqual([2, 2, 2, 27])
  })
})
