import { describe, expect, test } from 'vitest'
import { newId } from '#server/platform/ids.ts'
import { createCategory, createClick, createPartner, createProduct, createView } from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { listHomeStrips, listPartnerRows, listRelated, listTrending } from './home.service.ts'

const database = useTestDatabase()
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
const idsOf = (rows: Array<{ id: string }>) => rows.map(({ id }) => id)
const listed = async (fields: Partial<Parameters<typeof createProduct>[1]> = {}) =>
  createProduct(database.db, { partnerId: (await createPartner(database.db)).id, ...fields })

describe('listTrending', () => {
  test('is empty without views and clicks', async () => {
    await listed()
    expect(await listTrending(database.db)).toEqual([])
  })
  test('counts recent views of available products once, and valid clicks five times', async () => {
    const [clicked, viewed, stale, fooled, gone, hidden] = await Promise.all([
      listed(),
      listed(),
      listed(),
      listed(),
      listed({ variants: [{ stock: 0 }] }),
      listed({ status: 'draft' }),
    ])
    const pending = await createProduct(database.db, {
      partnerId: (await createPartner(database.db, { verificationStatus: 'pending' })).id,
    })
    await createClick(database.db, clicked)
    for (let n = 0; n < 4; n++) await createView(database.db, viewed)
    for (let n = 0; n < 9; n++)
      await Promise.all([
        createView(database.db, stale, { viewedAt: daysAgo(8) }),
        createClick(database.db, stale, { clickedAt: daysAgo(8) }),
      ])
    for (let n = 0; n < 9; n++) await createClick(database.db, fooled, { isValid: false, invalidReason: 'bot' })
    for (const product of [gone, hidden, pending]) for (let n = 0; n < 9; n++) await createView(database.db, product)
    expect(idsOf(await listTrending(database.db))).toEqual([clicked.id, viewed.id])
  })
  test('returns eight products', async () => {
    for (let n = 0; n < 9; n++) await createView(database.db, await listed())
    expect(await listTrending(database.db)).toHaveLength(8)
  })
})

describe('listPartnerRows', () => {
  test('returns the ten newest partners with products, and their ten newest products', async () => {
    await database.db.product.deleteMany()
    const partners = []
    for (let n = 0; n < 12; n++)
      partners.push(
        await createPartner(database.db, {
          createdAt: daysAgo(100 - n),
          verificationStatus: n === 11 ? 'pending' : 'approved',
        }),
      )
    for (const [n, { id }] of partners.entries()) if (n !== 10) await createProduct(database.db, { partnerId: id })
    await createProduct(database.db, { partnerId: partners[10]!.id, status: 'draft' })
    const [first] = [partners[9]!]
    const products = []
    for (let n = 0; n < 11; n++)
      products.push(await createProduct(database.db, { partnerId: first.id, createdAt: daysAgo(n + 1) }))
    const rows = await listPartnerRows(database.db)
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

describe('listHomeStrips', () => {
  const onSale = { priceMinor: 4_000, originalPriceMinor: 5_000 }
  test("shows discounted products and this week's new ones, never sold-out or unlisted ones", async () => {
    await database.db.product.deleteMany()
    await listed({ createdAt: daysAgo(8) })
    const reduced = await listed({ createdAt: daysAgo(30), variants: [onSale] })
    const fresh = await listed({ createdAt: daysAgo(6) })
    await listed({ variants: [{ ...onSale, stock: 0 }] })
    await listed({ status: 'draft', variants: [onSale] })
    const closed = await createPartner(database.db, { verificationStatus: 'pending' })
    await createProduct(database.db, { partnerId: closed.id, variants: [onSale] })
    const strips = await listHomeStrips(database.db)
    expect(idsOf(strips.onSale)).toEqual([reduced.id])
    expect(idsOf(strips.newThisWeek)).toEqual([fresh.id])
  })
  test('shows eight products, with one of each brand before a second one', async () => {
    await database.db.product.deleteMany()
    const loud = await createPartner(database.db)
    for (let n = 0; n < 9; n++) await createProduct(database.db, { partnerId: loud.id, createdAt: daysAgo(0) })
    const quiet = await listed({ createdAt: daysAgo(3) })
    const { newThisWeek } = await listHomeStrips(database.db)
    expect(newThisWeek).toHaveLength(8)
    expect(newThisWeek[1]?.id).toBe(quiet.id)
  })
})

describe('listRelated', () => {
  test('ranks by category, then shared tags, then department, and leaves out unlisted and unrelated products', async () => {
    const department = await createCategory(database.db)
    const [category, sibling] = [
      await createCategory(database.db, { parentId: department.id, level: 1 }),
      await createCategory(database.db, { parentId: department.id, level: 1 }),
    ]
    const partner = await createPartner(database.db)
    const own = { partnerId: partner.id, categoryId: category.id, tags: ['wool', 'winter'] }
    const me = await createProduct(database.db, own)
    const [twoTags, oneTag, elsewhere, soldOut] = [
      await createProduct(database.db, { ...own, createdAt: daysAgo(9) }),
      await createProduct(database.db, { ...own, tags: ['wool'] }),
      await createProduct(database.db, { partnerId: partner.id, categoryId: sibling.id, tags: own.tags }),
      await createProduct(database.db, { ...own, variants: [{ stock: 0 }] }),
    ]
    await createProduct(database.db, { ...own, status: 'draft' })
    const otherKind = await createCategory(database.db)
    await createProduct(database.db, { partnerId: partner.id, categoryId: otherKind.id, tags: own.tags })
    await createProduct(database.db, {
      ...own,
      partnerId: (await createPartner(database.db, { verificationStatus: 'pending' })).id,
    })
    await listed({ tags: own.tags })
    expect(idsOf(await listRelated(database.db, me.id, 8))).toEqual(idsOf([twoTags, oneTag, elsewhere, soldOut]))
    expect(await listRelated(database.db, me.id, 2)).toHaveLength(2)
  })
  test('works without a category, and is empty for an unknown product', async () => {
    const alone = await listed()
    expect(await listRelated(database.db, alone.id, 8)).toEqual([])
    for (const id of [newId(), 'junk', '\u0000']) expect(await listRelated(database.db, id, 8)).toEqual([])
  })
})
