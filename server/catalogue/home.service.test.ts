import { describe, expect, it } from 'vitest'
import { newId } from '#server/platform/ids.ts'
import { createCategory, createClick, createPartner, createProduct, createView } from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { listPartnerRows, listRelated, listTrending } from './home.service.ts'

const test = useTestDatabase()
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
const idsOf = (rows: Array<{ id: string }>) => rows.map(({ id }) => id)
const listed = async (fields: Partial<Parameters<typeof createProduct>[1]> = {}) =>
  createProduct(test.db, { partnerId: (await createPartner(test.db)).id, ...fields })

describe('listTrending', () => {
  it('is empty without views and clicks', async () => {
    await listed()
    expect(await listTrending(test.db)).toEqual([])
  })
  it('counts recent views, and valid clicks five times, of products that can be bought now', async () => {
    const [clicked, viewed, stale, fooled, gone, hidden] = await Promise.all([
      listed(),
      listed(),
      listed(),
      listed(),
      listed({ variants: [{ stock: 0 }] }),
      listed({ status: 'draft' }),
    ])
    const pending = await createProduct(test.db, {
      partnerId: (await createPartner(test.db, { verificationStatus: 'pending' })).id,
    })
    await createClick(test.db, clicked)
    for (let n = 0; n < 4; n++) await createView(test.db, viewed)
    for (let n = 0; n < 9; n++)
      await Promise.all([
        createView(test.db, stale, { viewedAt: daysAgo(8) }),
        createClick(test.db, stale, { clickedAt: daysAgo(8) }),
      ])
    for (let n = 0; n < 9; n++) await createClick(test.db, fooled, { isValid: false, invalidReason: 'bot' })
    for (const product of [gone, hidden, pending]) for (let n = 0; n < 9; n++) await createView(test.db, product)
    expect(idsOf(await listTrending(test.db))).toEqual([clicked.id, viewed.id])
  })
  it('shows eight', async () => {
    for (let n = 0; n < 9; n++) await createView(test.db, await listed())
    expect(await listTrending(test.db)).toHaveLength(8)
  })
})

describe('listPartnerRows', () => {
  it('has the ten newest partners with products, each with its ten newest', async () => {
    await test.db.product.deleteMany()
    const partners = []
    for (let n = 0; n < 12; n++)
      partners.push(
        await createPartner(test.db, {
          createdAt: daysAgo(100 - n),
          verificationStatus: n === 11 ? 'pending' : 'approved',
        }),
      )
    for (const [n, { id }] of partners.entries()) if (n !== 10) await createProduct(test.db, { partnerId: id })
    await createProduct(test.db, { partnerId: partners[10]!.id, status: 'draft' })
    const [first] = [partners[9]!]
    const products = []
    for (let n = 0; n < 11; n++)
      products.push(await createProduct(test.db, { partnerId: first.id, createdAt: daysAgo(n + 1) }))
    const rows = await listPartnerRows(test.db)
    expect(rows.map(({ partnerId }) => partnerId)).toEqual(
      partners
        .slice(0, 10)
        .reverse()
        .map(({ id }) => id),
    )
    expect(rows[0]?.businessName).toBe(first.businessName)
    expect(rows[0]?.products).toHaveLength(10)
    expect(idsOf(rows[0]!.products).slice(1)).toEqual(idsOf(products.slice(0, 9)))
  })
})

describe('listRelated', () => {
  it('has its own category first, then products with more shared tags, and never itself or unlisted ones', async () => {
    const category = await createCategory(test.db)
    const partner = await createPartner(test.db)
    const own = { partnerId: partner.id, categoryId: category.id, tags: ['wool', 'winter'] }
    const me = await createProduct(test.db, own)
    const [twoTags, oneTag, elsewhere, soldOut] = [
      await createProduct(test.db, { ...own, createdAt: daysAgo(9) }),
      await createProduct(test.db, { ...own, tags: ['wool'] }),
      await createProduct(test.db, { partnerId: partner.id, tags: own.tags }),
      await createProduct(test.db, { ...own, variants: [{ stock: 0 }] }),
    ]
    await createProduct(test.db, { ...own, status: 'draft' })
    await createProduct(test.db, {
      ...own,
      partnerId: (await createPartner(test.db, { verificationStatus: 'pending' })).id,
    })
    await listed({ tags: own.tags })
    expect(idsOf(await listRelated(test.db, me.id, 8))).toEqual(idsOf([twoTags, oneTag, elsewhere, soldOut]))
    expect(await listRelated(test.db, me.id, 2)).toHaveLength(2)
  })
  it('works without a category, and is empty for an unknown product', async () => {
    const alone = await listed()
    expect(await listRelated(test.db, alone.id, 8)).toEqual([])
    for (const id of [newId(), 'junk', '\u0000']) expect(await listRelated(test.db, id, 8)).toEqual([])
  })
})
