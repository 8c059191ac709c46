import { beforeEach, describe, expect, test } from 'vitest'
import { normaliseQuery } from '#server/search/log/normalise-query.ts'
import { forgetUnmetSearches } from '#server/search/log/unmet-searches.ts'
import {
  createCategory,
  createPartner,
  createPartnerAsk,
  createProduct,
  createUser,
  createWishes,
} from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { listMissedWishes } from './missed-wishes.service.ts'
import { comparePrices } from './prices.service.ts'
import { listUnmetSearches } from './unmet-searches.service.ts'

const here = useTestDatabase()
const DAY = 86_400_000

describe('unmet searches', () => {
  beforeEach(async () => {
    await here.db.searchDay.deleteMany()
    forgetUnmetSearches(here.db)
  })
  const missed = (shown: string, foundNothing: number, given: object = {}) =>
    here.db.searchDay.create({
      data: {
        day: new Date(Date.now() - DAY),
        query: normaliseQuery(shown),
        mode: 'normal',
        partnerKey: '',
        shown,
        searches: foundNothing,
        foundNothing,
        clicks: 0,
        ...given,
      },
    })

  test("are limited to the partner's categories and to searches by enough people", async () => {
    const clothing = await createCategory(here.db, { name: 'Clothing', slug: 'clothing' })
    const skirts = await createCategory(here.db, { name: 'Skirts', slug: 'skirts', parentId: clothing.id, level: 1 })
    await createCategory(here.db, { name: 'Boots', slug: 'boots' })
    const ask = await createPartnerAsk(here.db)
    const other = await createPartner(here.db)
    for (let n = 0; n < 2; n++)
      await createProduct(here.db, { partnerId: ask.partner.id, categoryId: skirts.id, status: 'draft' })
    await missed('pleated skirt', 4, { searches: 9 })
    await missed('Pleated skirts', 3, { mode: 'intelligent', searches: 3 })
    await missed('tartan skirt', 2)
    await missed('wellington boots', 50)
    await missed('umbrella', 40)
    await missed('skirt jane@home.example', 30)
    await missed('old skirt', 20, { day: new Date(Date.now() - 31 * DAY) })
    await missed('leather skirt', 5, { partnerKey: ask.partner.id })
    await missed('their skirt', 60, { partnerKey: other.id })
    const category = { name: 'Skirts', products: 2 }
    expect(await listUnmetSearches(ask)).toEqual({
      days: 30,
      others: 0,
      rows: [
        { query: 'pleated skirt', searches: 12, foundNothing: 7, isOnOwnPage: false, category },
        { query: 'leather skirt', searches: 5, foundNothing: 5, isOnOwnPage: true, category },
      ],
    })
    const nobody = await createPartnerAsk(here.db)
    expect((await listUnmetSearches(nobody)).rows).toEqual([])
  })
})

describe('prices', () => {
  const others = async (categoryId: string, stores: number[][], given: object = {}) => {
    for (const prices of stores) {
      const partner = await createPartner(here.db, given)
      for (const priceMinor of prices)
        await createProduct(here.db, { partnerId: partner.id, categoryId, variants: [{ priceMinor }] })
    }
  }

  test('are compared with other stores if there are at least five products from three stores', async () => {
    const [coats, hats, belts] = await Promise.all([1, 2, 3].map(() => createCategory(here.db)))
    await here.db.exchangeRate.upsert({
      where: { currency: 'GBP' },
      create: { currency: 'GBP', toBase: '1.25', asOf: new Date() },
      update: { toBase: '1.25' },
    })
    const ask = await createPartnerAsk(here.db, { currency: 'GBP' })
    const own = (categoryId: string, priceMinor: number, given: object = {}) =>
      createProduct(here.db, { partnerId: ask.partner.id, categoryId, variants: [{ priceMinor }], ...given })
    for (const price of [10_000, 20_000, 40_000]) await own(coats!.id, price)
    await own(coats!.id, 90_000, { status: 'draft' })
    for (const price of [1_000, 2_000]) await own(hats!.id, price)
    await own(belts!.id, 3_000)
    await others(coats!.id, [[1_000, 2_000], [3_000, 4_000], [5_000]])
    await others(coats!.id, [[99_000]], { isPaused: true })
    await others(hats!.id, [
      [1_000, 2_000, 3_000],
      [4_000, 5_000, 6_000],
    ])
    await others(belts!.id, [[1_000], [2_000], [3_000], [3_000]])
    const { currency, rows } = await comparePrices(ask)
    expect(currency).toBe('GBP')
    // Market prices are $10 to $50 with a median of $30. A pound is worth $1.25.
    expect(rows.find(({ id }) => id === coats!.id)).toMatchObject({
      store: { products: 3, medianMinor: 16_000 },
      market: { products: 5, stores: 3, sharesMinor: { p10: 1_120, p25: 1_600, p50: 2_400, p75: 3_200, p90: 3_680 } },
      differencePercent: 567,
    })
    expect(rows.find(({ id }) => id === hats!.id)).toMatchObject({ market: null, differencePercent: null })
    expect(rows.find(({ id }) => id === belts!.id)).toMatchObject({ store: { medianMinor: 2_400 }, market: null })
    expect(rows.map(({ store: { products } }) => products)).toEqual([3, 2, 1])
  })
})

describe('out-of-stock wishlist items', () => {
  test('are counted by product and size, without names or items with unknown stock', async () => {
    const ask = await createPartnerAsk(here.db)
    const partnerId = ask.partner.id
    const users = await Promise.all(Array.from({ length: 4 }, () => createUser(here.db)))
    const wish = (count: number, productId: string, size: string | null, from = 0) =>
      Promise.all(users.slice(from, from + count).map(({ id }) => createWishes(here.db, id, [productId], { size })))
    const sized = await createProduct(here.db, {
      partnerId,
      variants: [
        { size: 'S', stock: 0 },
        { size: 'M', stock: 2 },
      ],
    })
    await wish(2, sized.id, 'S')
    await wish(1, sized.id, 'M', 2)
    await wish(1, sized.id, null, 3)
    const gone = await createProduct(here.db, { partnerId, variants: [{ size: 'S', stock: 0 }] })
    await wish(2, gone.id, null)
    await wish(1, gone.id, 'XL', 2)
    const untold = await createProduct(here.db, { partnerId, variants: [{ stock: null }] })
    await wish(3, untold.id, null)
    const draft = await createProduct(here.db, { partnerId, status: 'draft', variants: [{ stock: 0 }] })
    await wish(3, draft.id, null)
    const foreign = await createProduct(here.db, {
      partnerId: (await createPartner(here.db)).id,
      variants: [{ stock: 0 }],
    })
    await wish(4, foreign.id, null)
    expect(await listMissedWishes(ask)).toEqual({
      products: 2,
      wishes: 5,
      rows: [
        {
          id: gone.id,
          name: gone.name,
          picture: null,
          wishes: 3,
          sizes: [
            { size: null, wishes: 2 },
            { size: 'XL', wishes: 1 },
          ],
        },
        { id: sized.id, name: sized.name, picture: null, wishes: 2, sizes: [{ size: 'S', wishes: 2 }] },
      ],
    })
  })
})
