import { describe, expect, test } from 'vitest'
import { DAY_MS } from '#server/platform/durations.values.ts'
import { newId } from '#server/platform/ids.ts'
import { SqlEngine } from '#server/search/sql-engine.ts'
import { countUnseenEvents } from '#server/wishlist/list-events.service.ts'
import { createCategory, createPartner, createProduct, createViewer } from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { findNew } from './find-new.ts'
import { forgetFinds } from './forget-finds.ts'
import { MAX_SEARCHES } from './new-in-values.schema.ts'
import { changeSearchInput, saveSearchInput } from './new-in.schema.ts'
import { previewSearch, saveSearch } from './save-search.service.ts'
import {
  bringBackSearch,
  changeSearch,
  countUnseenFinds,
  getSearch,
  listSearches,
  markFindsSeen,
  removeSearch,
  renewFeed,
} from './saved-searches.service.ts'

const here = useTestDatabase()

async function somebody() {
  const viewer = await createViewer(here.db)
  return { db: here.db, engine: new SqlEngine(here.db), viewer }
}
const save = (ask: Awaited<ReturnType<typeof somebody>>, list: string, name = '') =>
  saveSearch(ask, { list, name, mails: 'daily' })

describe('saving a search', () => {
  test('shows the conditions, a suggested name, and whether the search is already saved', async () => {
    const ask = await somebody()
    const { id: partnerId, businessName } = await createPartner(here.db, { businessName: 'Maison Preview' })
    await createCategory(here.db, { slug: 'skirts', name: 'Skirts' })
    await createProduct(here.db, { partnerId, name: 'Linen Skirt' })
    const list = '/discover?q=linen&category=skirts&priceMax=80&sort=newest'
    expect(await previewSearch(ask, { list })).toEqual({
      list: '/discover?q=linen&mode=intelligent&categories=skirts&priceMax=80',
      name: 'Skirts, Linen, Under $80',
      meaning: ['Skirts', 'Linen', 'Under $80'],
      isFollowed: false,
      total: 0,
      savedId: null,
    })
    const { searchId } = await save(ask, list)
    expect(await previewSearch(ask, { list })).toMatchObject({ savedId: searchId })
    expect(await previewSearch(ask, { list: `/brand/${partnerId}` })).toMatchObject({
      name: businessName,
      meaning: [businessName],
      isFollowed: true,
      total: 1,
    })
    expect(await previewSearch(ask, { list: '/discover?brand=maison-preview' })).toMatchObject({
      name: 'Maison Preview',
      isFollowed: true,
    })
    expect(await previewSearch(ask, { list: '/discover?all=true' })).toMatchObject({
      name: 'All products',
      meaning: [],
    })
  })

  test('keeps the terms of a sentence that have no matches yet', async () => {
    const ask = await somebody()
    const { id: partnerId } = await createPartner(here.db)
    await createProduct(here.db, { partnerId, name: 'Velvet Gown', tags: ['velvet'], material: 'Velvet' })
    const { name, list } = await previewSearch(ask, { list: '/discover?q=velvet+under+%2410&mode=intelligent' })
    expect([name, list]).toEqual(['Velvet, Under $10', '/discover?q=velvet+under+%2410&mode=intelligent'])
  })

  test('saves a repeated search once, and starts it over after a removal', async () => {
    const ask = await somebody()
    const first = await save(ask, '/discover?q=hat', 'Hats')
    const second = await save(ask, '/discover?search=hat&page=2', 'More hats')
    expect(second).toEqual({ searchId: first.searchId, message: 'Search saved. We will notify you about new matches.' })
    await here.db.savedSearch.updateMany({ data: { createdAt: new Date(0) }, where: { id: first.searchId } })
    await removeSearch(ask, first.searchId)
    await save(ask, '/discover?q=hat')
    const { searches } = await listSearches(ask)
    expect(searches).toMatchObject([{ id: first.searchId, name: '“hat”' }])
    expect(searches[0]!.createdAt.getTime()).toBeGreaterThan(Date.now() - DAY_MS)
  })

  test('is limited to 50 searches, even with simultaneous tabs or an undo', async () => {
    const ask = await somebody()
    const rows = Array.from({ length: MAX_SEARCHES - 1 }, (_, n) => ({
      userId: ask.viewer.userId,
      list: `/discover?q=${n}`,
      name: String(n),
      feedToken: newId(),
    }))
    await here.db.savedSearch.createMany({ data: rows })
    const outcomes = await Promise.allSettled(['a', 'b', 'c'].map((q) => save(ask, `/discover?q=${q}`)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await listSearches(ask)).searches).toHaveLength(MAX_SEARCHES)
    const [oldest] = (await listSearches(ask)).searches.slice(-1)
    await removeSearch(ask, oldest!.id)
    await save(ask, '/discover?q=last')
    await expect(bringBackSearch(ask, oldest!.id)).rejects.toMatchObject({ code: 'conflict' })
  })

  test('rejects a URL that is not a list, and a store that is not approved', async () => {
    const ask = await somebody()
    const { id } = await createPartner(here.db, { verificationStatus: 'pending' })
    for (const list of ['/wishlist', '/discover', `/brand/${id}`, `/brand/${newId()}`])
      await expect(save(ask, list)).rejects.toMatchObject({ code: 'not_found' })
  })

  test('limits a name to one line of 80 characters', () => {
    const parse = (name: string) => saveSearchInput.safeParse({ list: '/', name, mails: 'daily' })
    expect(parse(' Two\nlines ').data?.name).toBe('Two lines')
    expect(parse('x'.repeat(81)).success).toBe(false)
    expect(changeSearchInput.safeParse({ searchId: newId(), name: ' ' }).success).toBe(false)
    expect(changeSearchInput.safeParse({ searchId: newId(), mails: 'hourly' }).success).toBe(false)
  })
})

describe('the matches of saved searches', () => {
  test('are shown newest first while they are in the shop, and are new until seen', async () => {
    const ask = await somebody()
    const { id: partnerId } = await createPartner(here.db)
    const [mine, all] = [await save(ask, `/brand/${partnerId}`), await save(ask, '/discover?all=true')]
    const products = []
    for (const name of ['First', 'Second', 'Third']) products.push(await createProduct(here.db, { partnerId, name }))
    await findNew(here.db, here.url, new Date())
    await here.db.product.update({ where: { id: products[0]!.id }, data: { status: 'draft' } })
    const { finds, search } = await getSearch(ask, mine.searchId)
    expect(finds.map(({ card, isNew }) => [card.name, isNew])).toEqual([
      ['Third', true],
      ['Second', true],
    ])
    expect(search.news).toBe(2)
    // Both searches found the products, which count only once.
    expect([await countUnseenFinds(ask), await countUnseenEvents(ask)]).toEqual([2, 2])
    await markFindsSeen(ask, { searchId: mine.searchId, until: new Date(finds[0]!.foundAt.getTime() - 1) })
    expect(await countUnseenFinds(ask)).toBe(2)
    await markFindsSeen(ask, { searchId: mine.searchId, until: finds[0]!.foundAt })
    expect(await countUnseenFinds(ask)).toBe(0)
    expect((await getSearch(ask, all.searchId)).search.news).toBe(0)
  })

  test('are visible to their owner only', async () => {
    const [ask, other] = [await somebody(), await somebody()]
    const { searchId } = await save(ask, '/discover?q=private')
    const notFound = { code: 'not_found' }
    await expect(getSearch(other, searchId)).rejects.toMatchObject(notFound)
    await expect(changeSearch(other, { searchId, name: 'Stolen' })).rejects.toMatchObject(notFound)
    await expect(renewFeed(other, searchId)).rejects.toMatchObject(notFound)
    await expect(removeSearch(other, searchId)).rejects.toMatchObject(notFound)
    await expect(bringBackSearch(other, searchId)).rejects.toMatchObject(notFound)
    expect((await listSearches(other)).searches).toEqual([])
  })

  test('are deleted after 60 days, and a removed search after 30 days unless it is restored', async () => {
    const ask = await somebody()
    const { searchId } = await save(ask, '/discover?q=forgotten')
    await removeSearch(ask, searchId)
    expect(await listSearches(ask)).toMatchObject({ searches: [], removed: { id: searchId, name: '“forgotten”' } })
    await bringBackSearch(ask, searchId)
    expect(await listSearches(ask)).toMatchObject({ searches: [{ id: searchId }], removed: null })
    const { id: productId } = await createProduct(here.db, { partnerId: (await createPartner(here.db)).id })
    const { userId } = ask.viewer
    await here.db.searchFind.create({ data: { searchId, productId, userId } })
    const inDays = (days: number) => new Date(Date.now() + days * DAY_MS)
    await forgetFinds(here.db, inDays(59))
    expect(await here.db.searchFind.count({ where: { searchId } })).toBe(1)
    await forgetFinds(here.db, inDays(61))
    expect(await here.db.searchFind.count({ where: { searchId } })).toBe(0)
    await removeSearch(ask, searchId)
    await forgetFinds(here.db, inDays(29))
    expect(await here.db.savedSearch.count({ where: { id: searchId } })).toBe(1)
    await forgetFinds(here.db, inDays(31))
    expect(await here.db.savedSearch.count({ where: { id: searchId } })).toBe(0)
  })
})
