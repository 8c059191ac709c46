import { beforeEach, describe, expect, test } from 'vitest'
import type { Partner } from '#prisma/generated/client.ts'
import { SqlEngine } from '#server/search/sql-engine.ts'
import { createCategory, createPartner, createProduct, createUser, createViewer } from '#tests/factories.ts'
import { BLUE_DRESS, showDrawing } from '#tests/setup/appearances.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { findNew } from './find-new.ts'
import { saveSearch } from './save-search.service.ts'
import { bringBackSearch, changeSearch, removeSearch } from './saved-searches.service.ts'

const here = useTestDatabase()
const find = (signal?: AbortSignal, now = new Date()) => findNew(here.db, here.url, now, signal)
let partner: Partner

beforeEach(async () => {
  await here.db.savedSearch.deleteMany()
  await here.db.product.deleteMany()
  partner = await createPartner(here.db)
})

async function saves(list: string) {
  const viewer = await createViewer(here.db)
  const ask = { db: here.db, engine: new SqlEngine(here.db), viewer }
  const { searchId } = await saveSearch(ask, { list, name: '', mails: 'daily' })
  return { ask, searchId, viewer }
}
const create = (given: Partial<Parameters<typeof createProduct>[1]> = {}) =>
  createProduct(here.db, { partnerId: partner.id, ...given })
const foundBy = async (searchId: string) => {
  const rows = await here.db.searchFind.findMany({
    where: { searchId },
    select: { product: { select: { name: true } } },
  })
  return rows.map(({ product }) => product.name).toSorted()
}

describe('a saved search', () => {
  test('finds matching products listed after it was saved, and nothing else', async () => {
    const dresses = await createCategory(here.db, { slug: 'dresses', name: 'Dresses' })
    await create({ name: 'Old Linen Dress', categoryId: dresses.id })
    const { searchId } = await saves('/discover?q=linen&category=dresses&priceMax=80')
    await create({ name: 'Linen Dress', categoryId: dresses.id })
    await create({ name: 'Silk Dress', categoryId: dresses.id })
    await create({ name: 'Linen Shirt' })
    await create({ name: 'Dear Linen Dress', categoryId: dresses.id, variants: [{ priceMinor: 9_000 }] })
    await create({ name: 'Secret Linen Dress', categoryId: dresses.id, status: 'draft' })
    expect(await find()).toBe(1)
    expect(await foundBy(searchId)).toEqual(['Linen Dress'])
  })

  test('finds products that are published, unpaused or restored later', async () => {
    const { searchId } = await saves('/discover?all=true')
    const draft = await create({ name: 'Draft', status: 'draft' })
    const paused = await createPartner(here.db, { isPaused: true })
    await create({ name: 'Of a pause', partnerId: paused.id })
    const taken = await create({ name: 'Taken down', takenDownAt: new Date() })
    expect(await find()).toBe(0)
    await here.db.product.update({ where: { id: draft.id }, data: { status: 'active' } })
    // Like a scheduled end of a pause, which records no time.
    await here.db.$executeRaw`UPDATE partners SET is_paused = false WHERE id = ${paused.id}::uuid`
    await here.db.product.update({ where: { id: taken.id }, data: { takenDownAt: null } })
    expect(await find()).toBe(3)
    expect(await foundBy(searchId)).toEqual(['Draft', 'Of a pause', 'Taken down'])
  })

  test('by appearance waits up to an hour for the images of new products', async () => {
    const { searchId } = await saves('/discover?looksLike=2450a4')
    const dress = await create({ name: 'Blue dress' })
    await here.db.productImage.create({ data: { productId: dress.id, isPrimary: true } })
    const late = await create({ name: 'Never fetched' })
    await here.db.productImage.create({ data: { productId: late.id, isPrimary: true } })
    expect(await find()).toBe(0)
    await here.db.productImage.deleteMany({ where: { productId: dress.id } })
    await showDrawing(here.db, dress.id, BLUE_DRESS)
    expect(await find()).toBe(1)
    expect(await foundBy(searchId)).toEqual(['Blue dress'])
    expect(await here.db.firstListing.count({ where: { isAsked: false } })).toBe(1)
    await find(undefined, new Date(Date.now() + 61 * 60_000))
    expect(await here.db.firstListing.count({ where: { isAsked: false } })).toBe(0)
  })

  test('finds each product only once, even after it is relisted or its match is deleted', async () => {
    const { searchId } = await saves('/discover?all=true')
    const { id } = await create()
    expect([await find(), await find()]).toEqual([1, 0])
    await here.db.product.update({ where: { id }, data: { status: 'draft' } })
    await find()
    await here.db.product.update({ where: { id }, data: { status: 'active', priceMinor: 100 } })
    expect(await find()).toBe(0)
    await here.db.searchFind.deleteMany({ where: { searchId } })
    expect(await find()).toBe(0)
  })

  test('finds each product only once in simultaneous runs', async () => {
    const { searchId } = await saves('/discover?all=true')
    for (let n = 0; n < 20; n++) await create()
    const counts = await Promise.all(Array.from({ length: 5 }, () => find()))
    await find()
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(20)
    expect(await foundBy(searchId)).toHaveLength(20)
  })

  test('continues after an interrupted run, and finds nothing twice', async () => {
    const { searchId } = await saves('/discover?all=true')
    await create()
    expect(await find(AbortSignal.abort())).toBe(0)
    expect(await foundBy(searchId)).toEqual([])
    // Simulates a process that was killed after it wrote the matches, before it marked the products as checked.
    expect(await find()).toBe(1)
    await here.db.firstListing.updateMany({ data: { isAsked: false } })
    expect(await find()).toBe(0)
    expect(await foundBy(searchId)).toHaveLength(1)
  })

  test('excludes products listed before it was saved, even if no run has seen them', async () => {
    await create({ name: 'Shown' })
    const { searchId } = await saves('/discover?all=true')
    await create({ name: 'New' })
    await find()
    expect(await foundBy(searchId)).toEqual(['New'])
  })

  test('excludes products that were listed before any search was saved', async () => {
    await create()
    expect(await find()).toBe(0)
    expect(await here.db.firstListing.count({ where: { isAsked: true } })).toBe(1)
    const { searchId } = await saves('/discover?all=true')
    await find()
    expect(await foundBy(searchId)).toEqual([])
  })

  test('never finds products that were added while it was paused or removed', async () => {
    const [paused, removed] = [await saves('/discover?all=true'), await saves('/discover?all=true')]
    await changeSearch(paused.ask, { searchId: paused.searchId, isPaused: true })
    await removeSearch(removed.ask, removed.searchId)
    await create()
    expect(await find()).toBe(0)
    await changeSearch(paused.ask, { searchId: paused.searchId, isPaused: false })
    await bringBackSearch(removed.ask, removed.searchId)
    expect(await find()).toBe(0)
    await create()
    expect(await find()).toBe(2)
  })

  test('of an account that is being closed finds nothing', async () => {
    const { viewer } = await saves('/discover?all=true')
    await here.db.user.update({ where: { id: viewer.userId }, data: { deletionRequestedAt: new Date() } })
    await create()
    expect(await find()).toBe(0)
  })

  test('follows one store, or one brand in all stores', async () => {
    const other = await createPartner(here.db)
    await create({ name: 'First', brandName: 'Maison Mine' })
    const [store, brand] = [await saves(`/brand/${partner.id}`), await saves('/discover?brand=maison-mine')]
    await create({ name: 'Of the store' })
    await create({ name: 'Of both', brandName: 'Maison Mine' })
    await create({ name: 'Of the brand', partnerId: other.id, brandName: 'Maison Mine' })
    await find()
    expect(await foundBy(store.searchId)).toEqual(['Of both', 'Of the store'])
    expect(await foundBy(brand.searchId)).toEqual(['Of both', 'Of the brand'])
  })

  test('shares a query with identical searches by other people, but has its own matches', async () => {
    const many = []
    for (const list of ['/discover?q=hat', '/discover?q=hat&sort=newest', '/discover?q=hat&page=2'])
      many.push(await saves(list))
    await create({ name: 'Wool Hat' })
    expect(await find()).toBe(3)
    const lists = await here.db.savedSearch.groupBy({ by: ['list'] })
    expect(lists).toHaveLength(1)
  })

  test('applies its saved typo corrections, and is parsed as a sentence in intelligent mode', async () => {
    await create({ name: 'Leather Boots', tags: ['leather'] })
    const viewer = await createUser(here.db)
    const search = (list: string, corrections = {}) =>
      here.db.savedSearch.create({ data: { userId: viewer.id, list, name: list, feedToken: list, corrections } })
    const mistyped = await search('/discover?q=lether', { lether: 'leather' })
    const unread = await search('/discover?q=lethar')
    const sentence = await search('/discover?q=leather+bag+under+%2440&mode=intelligent')
    await create({ name: 'Leather Bag', material: 'Leather', variants: [{ priceMinor: 3_000 }] })
    await create({ name: 'Leather Trunk', material: 'Leather', variants: [{ priceMinor: 30_000 }] })
    await find()
    expect(await foundBy(mistyped.id)).toEqual(['Leather Bag', 'Leather Trunk'])
    expect(await foundBy(unread.id)).toEqual([])
    expect(await foundBy(sentence.id)).toEqual(['Leather Bag'])
  })

  test('does not find bootcut jeans for the word boot', async () => {
    const { searchId } = await saves('/discover?q=boot')
    await create({ name: 'Bootcut Jeans' })
    await find()
    expect(await foundBy(searchId)).toEqual([])
  })
})
