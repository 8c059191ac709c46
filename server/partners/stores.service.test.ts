import { beforeEach, describe, expect, test } from 'vitest'
import type { Viewer } from '#server/platform/viewer.ts'
import { createPartner, createPicture, createProduct, createUser, createViewer } from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { favouriteStore } from './favourite-stores.service.ts'
import { listStoresInput, storesParams } from './stores.schema.ts'
import { listStores } from './stores.service.ts'

const database = useTestDatabase()
let viewer: Viewer
beforeEach(async () => {
  await database.db.partner.deleteMany()
  viewer = await createViewer(database.db)
})

const ask = (input: object = {}, as = viewer) =>
  listStores({ db: database.db, viewer: as }, listStoresInput.parse(input))
const names = async (input: object, as = viewer) =>
  (await ask(input, as)).stores.map(({ businessName }) => businessName)

async function createStore(businessName: string, given: Parameters<typeof createPartner>[1] = {}) {
  const partner = await createPartner(database.db, { businessName, ...given })
  const product = await createProduct(database.db, { partnerId: partner.id })
  return { ...partner, product }
}

describe('listStores', () => {
  test('returns approved partners with listed products, by name', async () => {
    for (const name of ['beta', 'Alpha', 'Gamma']) await createStore(name)
    await createStore('Pending', { verificationStatus: 'pending' })
    await createStore('Suspended', { verificationStatus: 'suspended' })
    await createPartner(database.db, { businessName: 'Empty' })
    expect(await names({ view: 'all' })).toEqual(['Alpha', 'beta', 'Gamma'])
  })

  test('counts products, sales, new arrivals, approved reviews and favourites of each', async () => {
    const { id, product } = await createStore('Alpha', { createdAt: new Date('2026-03-01') })
    await createProduct(database.db, {
      partnerId: id,
      variants: [{ originalPriceMinor: 9_000 }],
      createdAt: new Date(Date.now() - 31 * 86_400_000),
    })
    await createProduct(database.db, { partnerId: id, status: 'draft', variants: [{ originalPriceMinor: 9_000 }] })
    const review = { partnerId: id, productId: product.id, customerName: 'A', customerEmail: 'a@example.test' }
    await database.db.productReview.createMany({
      data: [
        { ...review, rating: 5, status: 'approved' },
        { ...review, rating: 2, status: 'approved' },
        { ...review, rating: 1 },
        { ...review, rating: 1, status: 'spam' },
      ],
    })
    await createStore('Beta')
    await favouriteStore({ db: database.db, viewer: await createViewer(database.db) }, id)
    const [alpha, beta] = (await ask({ view: 'all' })).stores
    expect(alpha).toMatchObject({
      id,
      products: 2,
      onSale: 1,
      newArrivals: 1,
      rating: 3.5,
      reviews: 2,
      favourites: 1,
      isFavourite: false,
      since: new Date('2026-03-01'),
    })
    expect(beta).toMatchObject({
      products: 1,
      onSale: 0,
      newArrivals: 1,
      rating: null,
      reviews: 0,
      favourites: 0,
      isFavourite: false,
    })
  })

  test('features 7 stores: those with an image first, then the most favourites, then the newest', async () => {
    const made = []
    for (let n = 0; n < 9; n++)
      made.push(await createStore(`Store ${n}`, { createdAt: new Date(Date.UTC(2026, 0, 1 + n)) }))
    for (let n = 0; n < 2; n++)
      await favouriteStore({ db: database.db, viewer: await createViewer(database.db) }, made[3]!.id)
    await favouriteStore({ db: database.db, viewer }, made[5]!.id)
    const { fileId } = await createPicture(database.db, made[0]!.product.id)
    await database.db.partnerMedia.create({
      data: { partnerId: made[0]!.id, mediaType: 'hero_image', fileId: fileId! },
    })
    expect(await names({ view: 'featured' })).toEqual([0, 3, 5, 8, 7, 6, 4].map((n) => `Store ${n}`))
    expect(await ask({ view: 'featured', page: 9 })).toMatchObject({ total: 7, page: 1, totalPages: 1 })
  })

  test('finds part of a name in any case, on all pages, and treats wildcards as text', async () => {
    for (const name of ['Øst & 100% Wool', 'Harbour_Road', 'Old Harbour']) await createStore(name)
    expect(await names({ q: '  HARBOUR ' })).toEqual(['Harbour_Road', 'Old Harbour'])
    expect(await names({ q: '%' })).toEqual(['Øst & 100% Wool'])
    expect(await names({ q: '_' })).toEqual(['Harbour_Road'])
    for (const q of ["'; DROP TABLE partners; --", '\0', 'zzz', '\\'])
      expect(await names({ q, view: 'all' })).toEqual(
        q === '\0' ? ['Harbour_Road', 'Old Harbour', 'Øst & 100% Wool'] : [],
      )
  })

  test("returns the viewer's own favourites only", async () => {
    const [alpha, beta] = [await createStore('Alpha'), await createStore('Beta')]
    const other = await createViewer(database.db)
    await favouriteStore({ db: database.db, viewer }, alpha.id)
    await favouriteStore({ db: database.db, viewer: other }, beta.id)
    expect(await names({ favourites: true })).toEqual(['Alpha'])
    expect(await names({ favourites: true, q: 'bet' })).toEqual([])
    expect(await names({ favourites: true }, other)).toEqual(['Beta'])
    expect((await ask({ view: 'all' })).stores.map(({ isFavourite }) => isFavourite)).toEqual([true, false])
  })

  test('returns 24 a page, and the last page for a higher page number', async () => {
    for (let n = 10; n < 36; n++) await createStore(`Store ${n}`)
    expect(await ask({ view: 'all' })).toMatchObject({ total: 26, page: 1, totalPages: 2, stores: { length: 24 } })
    for (const page of [2, 3, 999_999])
      expect(await ask({ view: 'all', page })).toMatchObject({
        page: 2,
        stores: [{ businessName: 'Store 34' }, { businessName: 'Store 35' }],
      })
  })
})

describe('storesParams', () => {
  test.each([
    [{}, { q: '', view: 'featured', favourites: false, page: 1 }],
    [
      { q: ' a\0b ', view: 'junk', favourites: 'yes', page: '-1' },
      { q: 'a b', view: 'featured', favourites: false, page: 1 },
    ],
    [
      { q: 'x'.repeat(5_000), view: 'all', favourites: 'true', page: '0' },
      { q: 'x'.repeat(100), view: 'all', favourites: true, page: 1 },
    ],
  ])('reads %j', (given, expected) => expect(storesParams.parse(given)).toEqual(expected))
})

test('favourites are deleted with the account and with the store', async () => {
  const [alpha, beta] = [await createStore('Alpha'), await createStore('Beta')]
  const user = await createUser(database.db)
  await database.db.favouriteStore.createMany({
    data: [alpha, beta].map(({ id }) => ({ userId: user.id, partnerId: id })),
  })
  await database.db.partner.delete({ where: { id: alpha.id } })
  expect(await database.db.favouriteStore.count({ where: { userId: user.id } })).toBe(1)
  await database.db.user.delete({ where: { id: user.id } })
  expect(await database.db.favouriteStore.count({ where: { partnerId: beta.id } })).toBe(0)
})
