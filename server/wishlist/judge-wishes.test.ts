import fc from 'fast-check'
import pg from 'pg'
import { describe, expect, test, vi } from 'vitest'
import type { Prisma } from '#prisma/generated/client.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { connect } from '#server/platform/db.ts'
import { createPartner, createProduct, createUser, createViewer, createWishes } from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { updateWish } from './change-wishlist.service.ts'
import { findWishlistEvents } from './judge-wishes.ts'
import { updateSettings } from './wishlist-settings.service.ts'
import { DEFAULT_SETTINGS } from './wishlist.schema.ts'

const here = useTestDatabase()
const START = new Date('2026-11-01T12:00:00Z')
const inDays = (days: number) => new Date(START.getTime() + days * 86_400_000)

interface Now {
  priceMinor?: number
  currency?: string
  status?: 'active' | 'draft'
  /** The stock of size M and of the product. */
  stock?: number | null
}

/** Updates the product and its only size, M. */
async function become(productId: string, { stock, ...fields }: Now): Promise<void> {
  const stocks = stock === undefined ? {} : { stock, isInStock: stock !== null && stock > 0 }
  const prices = fields.priceMinor === undefined ? {} : { priceMaxMinor: fields.priceMinor }
  await here.db.product.update({ where: { id: productId }, data: { ...fields, ...prices, ...stocks } })
  if (stock !== undefined) await here.db.productVariant.updateMany({ where: { productId }, data: { stock } })
}

/** Creates a wishlist item for a new product at 100.00 dollars with ten in stock, by default already checked once. */
async function wished({
  isSeen = true,
  ...given
}: Partial<Prisma.WishlistItemUncheckedCreateInput> & { isSeen?: boolean } = {}) {
  const viewer = await createViewer(here.db)
  const product = await createProduct(here.db, {
    partnerId: (await createPartner(here.db)).id,
    variants: [{ priceMinor: 10_000, stock: 10, size: 'M' }],
  })
  const [item] = await createWishes(here.db, viewer.userId, [product.id], given)
  if (isSeen) await findWishlistEvents(here.db, START)
  return { id: item!.id, viewer, userId: viewer.userId, productId: product.id }
}

const eventsOf = async (itemId: string) =>
  (await here.db.wishlistEvent.findMany({ where: { itemId }, orderBy: [{ happenedAt: 'asc' }, { kind: 'desc' }] })).map(
    ({ kind, facts }) => ({ kind, ...(facts as object) }),
  )
const stateOf = (id: string) => here.db.wishlistItem.findUniqueOrThrow({ where: { id } })

/** Checks each change a day after the previous one. @returns the kinds of events found */
async function through(wish: { id: string; productId: string }, ...changes: Now[]): Promise<string[]> {
  for (const [day, change] of changes.entries()) {
    await become(wish.productId, change)
    await findWishlistEvents(here.db, inDays(day + 1))
  }
  return (await eventsOf(wish.id)).map(({ kind }) => kind)
}

describe('the first check', () => {
  test('only records the state if nothing has happened since the item was saved', async () => {
    const wish = await wished()
    expect(await eventsOf(wish.id)).toEqual([])
    expect(await stateOf(wish.id)).toMatchObject({
      usualPriceMinor: 10_000,
      usualCurrency: 'USD',
      dearerSince: null,
      wasInStock: true,
      wasLowStock: false,
    })
  })
  test('reports a price drop since the item was saved, but no stock change', async () => {
    const wish = await wished({ isSeen: false })
    await become(wish.productId, { priceMinor: 8_000, stock: 2 })
    await findWishlistEvents(here.db, START)
    expect(await eventsOf(wish.id)).toEqual([
      { kind: 'price_drop', fromMinor: 10_000, toMinor: 8_000, currency: 'USD' },
    ])
    expect(await stateOf(wish.id)).toMatchObject({ usualPriceMinor: 8_000, wasInStock: true, wasLowStock: true })
  })
  test('starts from the current price if the item was saved in another currency', async () => {
    const wish = await wished({ isSeen: false, addedCurrency: 'EUR', addedPriceMinor: 90_000, targetMinor: 20_000 })
    await findWishlistEvents(here.db, START)
    expect(await eventsOf(wish.id)).toEqual([])
    expect(await stateOf(wish.id)).toMatchObject({
      usualPriceMinor: 10_000,
      usualCurrency: 'USD',
      wasBelowTarget: true,
    })
  })
})

describe('a price', () => {
  test('is a drop if it falls by the percentage of the item or its owner, to the cent', async () => {
    for (const [dropPercent, ofOwner, priceMinor, isDrop] of [
      [null, null, 9_001, false],
      [null, null, 9_000, true],
      [null, 25, 7_501, false],
      [null, 25, 7_500, true],
      [5, 25, 9_500, true],
      [5, 25, 9_501, false],
      [0, null, 1, false],
    ] as const) {
      const wish = await wished({ dropPercent })
      if (ofOwner !== null)
        await here.db.wishlistSettings.create({ data: { userId: wish.userId, dropPercent: ofOwner } })
      expect([dropPercent, ofOwner, priceMinor, await through(wish, { priceMinor })]).toEqual([
        dropPercent,
        ofOwner,
        priceMinor,
        isDrop ? ['price_drop'] : [],
      ])
    }
  })
  test('is reported when small drops add up, and again after further small drops', async () => {
    const wish = await wished()
    expect(
      await through(wish, { priceMinor: 9_500 }, { priceMinor: 8_900 }, { priceMinor: 8_500 }, { priceMinor: 8_010 }),
    ).toEqual(['price_drop', 'price_drop'])
    expect(await eventsOf(wish.id)).toMatchObject([
      { fromMinor: 10_000, toMinor: 8_900 },
      { fromMinor: 8_900, toMinor: 8_010 },
    ])
  })
  test('is compared with the usual price, not with a higher recent one', async () => {
    const wish = await wished()
    expect(await through(wish, { priceMinor: 15_000 }, { priceMinor: 10_000 }, { priceMinor: 9_500 })).toEqual([])
  })
  test('becomes the usual price 30 days after an increase', async () => {
    const wish = await wished()
    await become(wish.productId, { priceMinor: 15_000 })
    await findWishlistEvents(here.db, inDays(1))
    await findWishlistEvents(here.db, inDays(30.9))
    expect(await stateOf(wish.id)).toMatchObject({ usualPriceMinor: 10_000, dearerSince: inDays(1) })
    await findWishlistEvents(here.db, inDays(31))
    expect(await stateOf(wish.id)).toMatchObject({ usualPriceMinor: 15_000, dearerSince: null })
    await become(wish.productId, { priceMinor: 13_000 })
    await findWishlistEvents(here.db, inDays(32))
    expect(await eventsOf(wish.id)).toMatchObject([{ kind: 'price_drop', fromMinor: 15_000, toMinor: 13_000 }])
  })
  test('is compared in its own currency only', async () => {
    const wish = await wished({ targetMinor: 9_000 })
    expect(await through(wish, { priceMinor: 5_000, currency: 'EUR' })).toEqual([])
    expect(await stateOf(wish.id)).toMatchObject({ usualPriceMinor: 5_000, usualCurrency: 'EUR' })
    await become(wish.productId, { priceMinor: 4_000 })
    await findWishlistEvents(here.db, inDays(2))
    expect(await eventsOf(wish.id)).toMatchObject([{ kind: 'price_drop', currency: 'EUR', fromMinor: 5_000 }])
  })
})

describe('within 24 hours', () => {
  const looks = async (wish: { id: string; productId: string }, ...changes: Array<[hour: number, change: Now]>) => {
    for (const [hour, change] of changes) {
      await become(wish.productId, change)
      await findWishlistEvents(here.db, inDays(1 + hour / 24))
    }
    return (await eventsOf(wish.id)).map(({ kind }) => kind)
  }

  test('reports each kind of stock change once, and still records the state', async () => {
    const wish = await wished({ size: 'M' })
    const flips = Array.from({ length: 23 }, (_, hour): [number, Now] => [hour, { stock: hour % 2 ? 3 : 0 }])
    expect((await looks(wish, ...flips)).toSorted()).toEqual(['back_in_stock', 'low_stock'])
    expect(await stateOf(wish.id)).toMatchObject({ wasInStock: false, wasLowStock: false })
    expect(await looks(wish, [25, { stock: 3 }])).toHaveLength(3)
  })
  test('reports a target once, and a later drop below it as a drop', async () => {
    const wish = await wished({ targetMinor: 9_500 })
    expect(
      await looks(wish, [0, { priceMinor: 9_400 }], [1, { priceMinor: 9_600 }], [2, { priceMinor: 9_450 }]),
    ).toEqual(['below_target'])
    expect(await stateOf(wish.id)).toMatchObject({ wasBelowTarget: true })
    expect(
      await looks(wish, [3, { priceMinor: 9_600 }], [4, { priceMinor: 8_000 }], [5, { priceMinor: 6_000 }]),
    ).toEqual(['below_target', 'price_drop', 'price_drop'])
  })
})

describe('a drop percentage', () => {
  const tell = ({ id, viewer }: { id: string; viewer: Viewer }, dropPercent: number | null) =>
    updateWish({ db: here.db, viewer }, { itemId: id, dropPercent })
  const settle = (viewer: Viewer, dropPercent: number) =>
    updateSettings({ db: here.db, viewer }, { ...DEFAULT_SETTINGS, dropPercent })
  const look = async ({ id, productId }: { id: string; productId: string }, day: number, priceMinor?: number) => {
    if (priceMinor !== undefined) await become(productId, { priceMinor })
    await findWishlistEvents(here.db, inDays(day))
    return (await eventsOf(id)).map((event) => ('toMinor' in event ? event.toMinor : event.kind))
  }

  test('does not report earlier drops when it is added or lowered', async () => {
    const [never, lowered, own] = [await wished({ dropPercent: 0 }), await wished(), await wished({ dropPercent: 50 })]
    for (const wish of [never, lowered, own]) expect(await look(wish, 1, 9_200)).toEqual([])
    await tell(never, 5)
    await tell(lowered, 5)
    await settle(own.viewer, 5)
    for (const wish of [never, lowered, own]) expect(await look(wish, 2)).toEqual([])
    await tell(own, null)
    for (const wish of [never, lowered, own]) expect(await look(wish, 3)).toEqual([])
    for (const wish of [never, lowered, own]) expect(await look(wish, 4, 8_700)).toEqual([8_700])
  })
  test('does not report earlier drops when it is lowered in the settings', async () => {
    const [first, own] = [await wished(), await wished({ dropPercent: 20 })]
    await look(first, 1, 9_200)
    await look(own, 1, 8_500)
    for (const { viewer } of [first, own]) await settle(viewer, 5)
    expect([await look(first, 2), await look(own, 2)]).toEqual([[], []])
    expect([await look(first, 3, 8_740), await look(own, 3, 8_000)]).toEqual([[8_740], [8_000]])
  })
  test('does not hide due drops, or small drops that add up, when it is changed', async () => {
    const [due, raised, foreign] = [await wished(), await wished({ dropPercent: 5 }), await wished()]
    await become(due.productId, { priceMinor: 8_000 })
    await tell(due, 5)
    expect(await look(due, 1)).toEqual([8_000])
    await look(raised, 1, 9_600)
    await tell(raised, 20)
    expect(await look(raised, 2, 8_000)).toEqual([8_000])
    await become(foreign.productId, { priceMinor: 9_900, currency: 'EUR' })
    await tell(foreign, 5)
    expect(await stateOf(foreign.id)).toMatchObject({ usualPriceMinor: 10_000, usualCurrency: 'USD' })
  })
})

describe('a target', () => {
  test('replaces the drop alert, and is reported each time the price falls to it', async () => {
    const wish = await wished({ targetMinor: 8_000 })
    expect(
      await through(
        wish,
        { priceMinor: 8_001 },
        { priceMinor: 8_000 },
        { priceMinor: 7_900 },
        { priceMinor: 8_500 },
        { priceMinor: 7_800 },
      ),
    ).toEqual(['price_drop', 'below_target', 'below_target'])
    expect((await eventsOf(wish.id))[1]).toEqual({
      kind: 'below_target',
      fromMinor: 8_001,
      toMinor: 8_000,
      targetMinor: 8_000,
      currency: 'USD',
    })
  })
  test('keeps the usual price if no drop would be reported, and updates it otherwise', async () => {
    const wish = await wished({ targetMinor: 9_500 })
    await through(wish, { priceMinor: 9_400 })
    expect(await stateOf(wish.id)).toMatchObject({ usualPriceMinor: 10_000 })
    const other = await wished({ targetMinor: 9_500 })
    expect(await through(other, { priceMinor: 8_000 })).toEqual(['below_target'])
    expect(await stateOf(other.id)).toMatchObject({ usualPriceMinor: 8_000 })
  })
  test('is compared in its own currency only', async () => {
    const wish = await wished({ targetMinor: 8_000 })
    expect(await through(wish, { priceMinor: 7_000, currency: 'EUR' }, { priceMinor: 6_900 })).toEqual([])
    expect(await stateOf(wish.id)).toMatchObject({ wasBelowTarget: false })
    expect(
      await through(
        wish,
        { priceMinor: 9_000, currency: 'USD' },
        { priceMinor: 8_000 },
        { priceMinor: 10_000, currency: 'EUR' },
      ),
    ).toEqual(['below_target'])
  })
})

describe('the stock', () => {
  test('is reported when it returns and when it runs low, once each', async () => {
    const wish = await wished({ size: 'M' })
    expect(
      await through(
        wish,
        { stock: 5 },
        { stock: 4 },
        { stock: 1 },
        { stock: 0 },
        { stock: 3 },
        { stock: 2 },
        { stock: null },
        { stock: 9 },
      ),
    ).toEqual(['low_stock', 'back_in_stock'])
    expect(await eventsOf(wish.id)).toMatchObject([
      { size: 'M', stock: 4 },
      { size: 'M', stock: 3 },
    ])
  })
  test.each(['M', null])('keeps its last state while it is unknown (size %s)', async (size) => {
    const wish = await wished({ size })
    expect(await through(wish, { stock: null }, { stock: 8 }, { stock: 2 }, { stock: null })).toEqual(['low_stock'])
    expect(await stateOf(wish.id)).toMatchObject({ wasInStock: true, wasLowStock: true })
    expect(await through(wish, { stock: 3 }, { stock: 0 }, { stock: null }, { stock: 9 })).toEqual([
      'low_stock',
      'back_in_stock',
    ])
  })
  test('is not reported when it becomes known for the first time', async () => {
    const wish = await wished({ isSeen: false, size: 'M' })
    expect(await through(wish, { stock: null }, { stock: 8 })).toEqual([])
    expect(await stateOf(wish.id)).toMatchObject({ wasInStock: true })
  })
  test('is known if it is known for all variants of the size, and positive if it is for any', async () => {
    const wish = await wished({ size: 'M' })
    await here.db.productVariant.create({
      data: { productId: wish.productId, position: 1, size: 'M', currency: 'USD', priceMinor: 10_000, stock: 0 },
    })
    const look = async (day: number, ...stocks: Array<number | null>) => {
      for (const [position, stock] of stocks.entries())
        await here.db.productVariant.updateMany({ where: { productId: wish.productId, position }, data: { stock } })
      await findWishlistEvents(here.db, inDays(day))
      const { wasInStock, wasLowStock } = await stateOf(wish.id)
      return [wasInStock, wasLowStock, (await eventsOf(wish.id)).length]
    }
    expect(await look(1, 10, 0)).toEqual([true, false, 0])
    expect(await look(2, null, 0)).toEqual([true, false, 0])
    expect(await look(3, null, 2)).toEqual([true, false, 0])
    expect(await look(4, 0, 0)).toEqual([false, false, 0])
    expect(await look(5, 0, null)).toEqual([false, false, 0])
    expect(await look(6, 2, null)).toEqual([true, false, 1])
    expect(await look(7, 2, 1)).toEqual([true, true, 2])
  })
  test('is not reported for another size', async () => {
    const wish = await wished({ size: 'L' })
    expect(await stateOf(wish.id)).toMatchObject({ wasInStock: false, wasLowStock: false })
    expect(await through(wish, { stock: 0 }, { stock: 2 })).toEqual([])
    await here.db.productVariant.updateMany({ where: { productId: wish.productId }, data: { size: 'L' } })
    await findWishlistEvents(here.db, inDays(3))
    expect(await eventsOf(wish.id)).toEqual([{ kind: 'back_in_stock', size: 'L', stock: 2 }])
  })
  test('counts for any size if none was chosen', async () => {
    const wish = await wished()
    expect(await through(wish, { stock: 0 }, { stock: 2 }, { stock: 8 }, { stock: 2 })).toEqual([
      'back_in_stock',
      'low_stock',
    ])
    expect((await eventsOf(wish.id))[0]).toEqual({ kind: 'back_in_stock', size: null, stock: 2 })
  })
  test('is recorded but not reported if it is not watched', async () => {
    const wish = await wished({ watchesStock: false })
    expect(await through(wish, { stock: 0 }, { stock: 2 })).toEqual([])
    expect(await stateOf(wish.id)).toMatchObject({ wasInStock: true, wasLowStock: true })
  })
})

test('keeps the last state of unlisted products and of accounts that are being closed', async () => {
  const [hidden, closing] = [await wished(), await wished()]
  await here.db.user.update({ where: { id: closing.userId }, data: { deletionRequestedAt: START } })
  const before = await Promise.all([hidden, closing].map(({ id }) => stateOf(id)))
  await through(hidden, { priceMinor: 1_000, stock: 0, status: 'draft' })
  await through(closing, { priceMinor: 1_000, stock: 0 })
  expect(await Promise.all([hidden, closing].map(({ id }) => stateOf(id)))).toEqual(before)
  expect(await through(hidden, { status: 'active' })).toEqual(['price_drop'])
})

test('writes nothing if there is no event', async () => {
  const { productId } = await wished()
  const versions = () => here.db.$queryRaw`SELECT id, xmin::text, xmax::text FROM wishlist_items ORDER BY id`
  const before = await versions()
  await become(productId, { priceMinor: 9_900 })
  expect(await findWishlistEvents(here.db, inDays(1))).toBe(0)
  expect(await versions()).toEqual(before)
})

describe('simultaneous and interrupted runs', () => {
  test('find each event once, in batches of any size', async () => {
    const wishes = []
    for (let n = 0; n < 12; n++) wishes.push(await wished())
    for (const { productId } of wishes) await become(productId, { priceMinor: 7_000, stock: 2 })
    const judges = Array.from({ length: 4 }, () => connect(here.url, { poolSize: 2 }))
    await Promise.all(judges.map((db, n) => findWishlistEvents(db, inDays(1), undefined, { batchSize: n + 1 })))
    await Promise.all(judges.map((db) => db.$disconnect()))
    for (const { id } of wishes)
      expect((await eventsOf(id)).map(({ kind }) => kind).sort()).toEqual(['low_stock', 'price_drop'])
  })

  test('neither lose nor repeat events if the connection breaks between state and events', async () => {
    const wish = await wished()
    await become(wish.productId, { priceMinor: 7_000 })
    const holder = new pg.Client({ connectionString: here.url })
    await holder.connect()
    // Locks the user, because the event's foreign key waits for it after everything has been written.
    await holder.query('BEGIN')
    await holder.query('SELECT 1 FROM users WHERE id = $1 FOR UPDATE', [wish.userId])
    const doomed = connect(here.url, { poolSize: 1 })
    const judging = findWishlistEvents(doomed, inDays(1)).then(
      () => 'finished',
      () => 'cut off',
    )
    const waiting = async () => {
      const [row] = await here.db.$queryRaw<
        Array<{ pid: number }>
      >`SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
      return row?.pid ?? Promise.reject(new Error('not waiting yet'))
    }
    const pid = await vi.waitFor(waiting, 10_000)
    await holder.query('SELECT pg_terminate_backend($1)', [pid])
    expect(await judging).toBe('cut off')
    await holder.query('ROLLBACK')
    await holder.end()
    await doomed.$disconnect()
    expect(await stateOf(wish.id)).toMatchObject({ usualPriceMinor: 10_000 })
    for (let time = 0; time < 2; time++) await findWishlistEvents(here.db, inDays(2))
    expect((await eventsOf(wish.id)).map(({ kind }) => kind)).toEqual(['price_drop'])
  })

  test('stop on request', async () => {
    const wish = await wished()
    await become(wish.productId, { priceMinor: 7_000 })
    expect(await findWishlistEvents(here.db, inDays(1), AbortSignal.abort())).toBe(0)
    expect(await eventsOf(wish.id)).toEqual([])
  })
})

interface Model {
  usual: number
  currency: string
  dearerSince: number | null
  isBelow: boolean
  isInStock: boolean | null
  isLow: boolean
  /** The day of the last event of each kind. */
  told: Record<string, number>
}

/** Judges changes by a simple reference implementation of the rules. */
function judged(
  model: Model,
  wish: { percent: number; target: number | null; watches: boolean },
  { price, currency, stock, day }: { price: number; currency: string; stock: number | null; day: number },
): string[] {
  const found: string[] = []
  const tell = (kind: string) => {
    if (day - (model.told[kind] ?? -1) < 1) return false
    model.told[kind] = day
    return true
  }
  const isBelow = wish.target !== null && currency === 'USD' && price <= wish.target
  if (currency !== model.currency) Object.assign(model, { usual: price, currency, dearerSince: null })
  else {
    const isDrop = wish.percent > 0 && price < model.usual && price * 100 <= model.usual * (100 - wish.percent)
    if (isBelow && !model.isBelow && tell('below_target')) found.push(`below_target ${model.usual} ${price}`)
    else if (isDrop) found.push(`price_drop ${model.usual} ${price}`)
    if (price <= model.usual) model.dearerSince = null
    else model.dearerSince ??= day
    if (isDrop) model.usual = price
    if (model.dearerSince !== null && day - model.dearerSince >= 30)
      Object.assign(model, { usual: price, dearerSince: null })
  }
  model.isBelow = isBelow
  if (stock === null) return found
  const isInStock = stock > 0
  const isLow = isInStock && stock < 5
  if (wish.watches && model.isInStock !== null) {
    if (isInStock && !model.isInStock && tell('back_in_stock')) found.push(`back_in_stock ${stock}`)
    else if (isLow && !model.isLow && tell('low_stock')) found.push(`low_stock ${stock}`)
  }
  Object.assign(model, { isInStock, isLow })
  return found
}

test('finds the same events as the reference implementation for any prices, stock and batch sizes', async () => {
  const wish = fc.record({
    percent: fc.constantFrom(0, 1, 10, 33, 95),
    target: fc.option(fc.integer({ min: 50, max: 110 })),
    watches: fc.boolean(),
    size: fc.constantFrom('M', null),
  })
  const step = fc.record({
    price: fc.integer({ min: 1, max: 150 }),
    currency: fc.constantFrom('USD', 'USD', 'USD', 'USD', 'EUR'),
    stock: fc.option(fc.integer({ min: 0, max: 8 })),
    isListed: fc.constantFrom(true, true, true, false),
    days: fc.constantFrom(0.25, 1, 9, 30, 31),
    batchSize: fc.integer({ min: 1, max: 4 }),
  })
  const { id: partnerId } = await createPartner(here.db)
  await fc.assert(
    fc.asyncProperty(
      fc.array(wish, { minLength: 1, maxLength: 4 }),
      fc.array(step, { maxLength: 10 }),
      async (wishes, steps) => {
        await here.db.wishlistItem.deleteMany()
        const product = await createProduct(here.db, { partnerId, variants: [{ priceMinor: 100, size: 'M' }] })
        const kept = []
        for (const said of wishes) {
          const { percent: dropPercent, target: targetMinor, watches: watchesStock, size } = said
          const given = { dropPercent, targetMinor, watchesStock, size }
          const [item] = await createWishes(here.db, (await createUser(here.db)).id, [product.id], given)
          const model: Model = {
            usual: 100,
            currency: 'USD',
            dearerSince: null,
            isBelow: false,
            isInStock: null,
            isLow: false,
            told: {},
          }
          kept.push({ id: item!.id, said, model, expected: [] as string[] })
        }
        let day = 0
        for (const { price, currency, stock, isListed, days, batchSize } of steps) {
          day += days
          await become(product.id, { priceMinor: price, currency, stock, status: isListed ? 'active' : 'draft' })
          await findWishlistEvents(here.db, inDays(day), undefined, { batchSize })
          if (!isListed) continue
          for (const { model, said, expected } of kept)
            expected.push(...judged(model, said, { price, currency, stock, day }).map((each) => `${day}: ${each}`))
        }
        for (const { id, expected } of kept) {
          const found = await here.db.wishlistEvent.findMany({ where: { itemId: id } })
          const told = found.map(({ kind, facts, happenedAt }) => {
            const { fromMinor, toMinor, stock } = facts as Record<string, number>
            const text = fromMinor === undefined ? `${stock}` : `${fromMinor} ${toMinor}`
            return `${(happenedAt.getTime() - START.getTime()) / 86_400_000}: ${kind} ${text}`
          })
          expect(told.sort()).toEqual(expected.sort())
        }
      },
    ),
    { numRuns: 60 },
  )
}, 120_000)
