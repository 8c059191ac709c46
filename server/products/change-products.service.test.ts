import { describe, expect, test } from 'vitest'
import { Prisma } from '#prisma/generated/client.ts'
import { newId } from '#server/platform/ids.ts'
import {
  createCategory,
  createClick,
  createPartnerAsk,
  createProduct,
  createUser,
  createWishes,
} from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { widenPartner } from '#tests/setup/wide-partner.ts'
import { listActivity, getAct, getProductHistory } from './activity.service.ts'
import { changeProducts } from './change-products.service.ts'
import { getDeletionFacts } from './deletion.service.ts'
import { ownFilter, STATES_KEPT, type ProductsChange } from './own-products.schema.ts'
import { purgeProducts } from './purge-products.ts'
import { undoAct } from './undo-act.service.ts'

const database = useTestDatabase()

async function scene(products: Array<Partial<Parameters<typeof createProduct>[1]>> = [{}]) {
  const { db } = database
  const ask = await createPartnerAsk(db, { currency: 'USD' })
  const ids: string[] = []
  for (const given of products) ids.push((await createProduct(db, { partnerId: ask.partner.id, ...given })).id)
  const change = (change: ProductsChange, actId?: string) =>
    changeProducts(ask, { ids, change, ...(actId && { actId }) })
  const states = () =>
    db.product.findMany({
      where: { id: { in: ids } },
      orderBy: { id: 'asc' },
      select: {
        status: true,
        priceMinor: true,
        originalPriceMinor: true,
        priceBaseMinor: true,
        stock: true,
        isInStock: true,
        tags: true,
        categoryId: true,
        deletedAt: true,
      },
    })
  return { ask, ids, change, states }
}
const percent = (value: number, showsOldPrice = false): ProductsChange => ({
  kind: 'price',
  by: { unit: 'percent', value },
  showsOldPrice,
})

describe('a bulk change', () => {
  test('of prices is calculated for each variant, and undone in one step', async () => {
    const variants = [{ priceMinor: 4_999 }, { priceMinor: 8_000, originalPriceMinor: 9_000 }]
    const { ask, change, states } = await scene([{ variants }, { variants: [{ priceMinor: 1_000 }] }])
    const before = await states()
    const answer = await change(percent(-20, true))
    expect(answer).toEqual({ actId: expect.any(String), changed: 2, unchanged: 0, refused: [], left: [] })
    expect(await states()).toMatchObject([
      { priceMinor: 3_999, originalPriceMinor: 4_999, priceBaseMinor: 3_999 },
      { priceMinor: 800, originalPriceMinor: 1_000 },
    ])
    expect(await undoAct(ask, { actId: answer.actId! })).toMatchObject({ restored: 2, skipped: 0 })
    expect(await states()).toEqual(before)
  })

  test.each([
    [percent(50), 7_500, null],
    [percent(-100), 0, 6_000],
    [{ kind: 'price', by: { unit: 'amount', value: -6_000 }, showsOldPrice: false }, 0, 6_000],
    [{ kind: 'price', by: { unit: 'amount', value: 250 }, showsOldPrice: true }, 5_250, 6_000],
  ] as Array<[ProductsChange, number, number | null]>)(
    'by %j changes a price of 50.00, previously 60.00',
    async (change, now, before) => {
      const asking = await scene([{ variants: [{ priceMinor: 5_000, originalPriceMinor: 6_000 }] }])
      await asking.change(change)
      expect(await asking.states()).toMatchObject([{ priceMinor: now, originalPriceMinor: before }])
    },
  )

  test('sets stock, status, tags and category, and skips unchanged products', async () => {
    const category = await createCategory(database.db)
    const { change, states } = await scene([{ tags: ['Linen'] }, { tags: [], status: 'draft' }])
    expect(await change({ kind: 'stock', stock: 0 })).toMatchObject({ changed: 2 })
    expect(await change({ kind: 'status', status: 'active' })).toMatchObject({ changed: 1, unchanged: 1 })
    expect(await change({ kind: 'add-tag', tag: 'linen' })).toMatchObject({ changed: 1, unchanged: 1 })
    expect(await change({ kind: 'category', categoryId: category.id })).toMatchObject({ changed: 2 })
    expect(await states()).toMatchObject([
      { stock: 0, isInStock: false, status: 'active', tags: ['Linen'], categoryId: category.id },
      { stock: 0, isInStock: false, status: 'active', tags: ['linen'], categoryId: category.id },
    ])
    expect(await change({ kind: 'remove-tag', tag: 'LINEN' })).toMatchObject({ changed: 2 })
    expect(await change({ kind: 'category', categoryId: newId() }).catch((error: unknown) => error)).toMatchObject({
      code: 'bad_input',
    })
  })

  test('lists the products that it cannot change', async () => {
    const { change } = await scene([{ name: 'Dear', variants: [{ priceMinor: 2_000_000_000 }] }, { name: 'Cheap' }])
    expect(await change(percent(1))).toMatchObject({
      changed: 1,
      refused: [{ name: 'Dear', reason: 'The new price would be too high.' }],
    })
  })

  test('can be sent in parts as one action, which nobody else can continue', async () => {
    const { ask, ids } = await scene([{}, {}, {}])
    const part = (ids: string[], change: ProductsChange, actId?: string) =>
      changeProducts(ask, { ids, change, ...(actId && { actId }) })
    const { actId } = await part(ids.slice(0, 2), percent(10))
    // Sending a part again does not change it twice.
    expect(await part(ids.slice(1), percent(10), actId!)).toMatchObject({ actId, changed: 1, unchanged: 1 })
    expect(await database.db.productAct.findUnique({ where: { id: actId! } })).toMatchObject({ products: 3 })
    await expect(part(ids, { kind: 'delete' }, actId!)).rejects.toMatchObject({ code: 'not_found' })
    const stranger = await scene()
    await expect(stranger.change(percent(10), actId!)).rejects.toMatchObject({ code: 'not_found' })
    await undoAct(ask, { actId: actId! })
    await expect(part(ids, percent(10), actId!)).rejects.toMatchObject({ code: 'conflict' })
  })

  test('changes about 10,000 variants per call, continues in the next one, and is undone as one action', async () => {
    const { db } = database
    const ask = await createPartnerAsk(db, { currency: 'USD' })
    const width = { products: 20, variants: 600, pictures: 1, tags: 1, description: 10, label: 10 }
    const ids = await widenPartner(db, ask.partner.id, width)
    const change = { kind: 'status', status: 'archived' } as const
    const first = await changeProducts(ask, { ids, change })
    expect(first.changed).toBeGreaterThanOrEqual(16)
    expect(first.left).toEqual(ids.slice(first.changed))
    const { actId } = first
    const rest = await changeProducts(ask, { ids: first.left, change, actId: actId! })
    expect(rest).toMatchObject({ actId, changed: 20 - first.changed, left: [] })
    const archived = () => db.product.count({ where: { partnerId: ask.partner.id, status: 'archived' } })
    expect(await archived()).toBe(20)
    expect(await undoAct(ask, { actId: actId! })).toMatchObject({ restored: 20, skipped: 0 })
    expect(await archived()).toBe(0)
  }, 60_000)

  test('changes a product once even if it is listed twice', async () => {
    const { ask, ids } = await scene([{ variants: [{ priceMinor: 1_000 }] }])
    expect(await changeProducts(ask, { ids: [...ids, ...ids], change: percent(10) })).toMatchObject({ changed: 1 })
  })

  test('is applied even if another person makes one at the same time', async () => {
    const { change, states } = await scene([{ variants: [{ priceMinor: 1_000 }] }])
    await Promise.all([change(percent(10)), change(percent(20))])
    expect(await states()).toMatchObject([{ priceMinor: 1_320 }])
  })

  test("does not find or change another partner's products", async () => {
    const [mine, theirs] = [await scene(), await scene()]
    await expect(changeProducts(mine.ask, { ids: theirs.ids, change: { kind: 'delete' } })).rejects.toMatchObject({
      code: 'not_found',
    })
    const ids = [...mine.ids, ...theirs.ids]
    expect(await changeProducts(mine.ask, { ids, change: percent(10) })).toMatchObject({ changed: 1 })
    expect(await theirs.states()).toMatchObject([{ priceMinor: 5_000 }])
  })
})

describe('deleting products', () => {
  test('shows what will happen, and can be undone for 30 days', async () => {
    const { ask, ids, change, states } = await scene([{}, { status: 'draft' }])
    const { db } = database
    await createWishes(db, (await createUser(db)).id, ids)
    const product = { id: ids[0]!, partnerId: ask.partner.id }
    await createClick(db, product)
    await createClick(db, product, { isValid: false, invalidReason: 'bot' })
    await createClick(db, product, { clickedAt: new Date(Date.now() - 31 * 86_400_000) })
    const facts = { products: 2, wishlists: 1, clicks: 1 }
    expect(await getDeletionFacts(ask, { ids })).toEqual(facts)
    expect(await getDeletionFacts(ask, { filter: ownFilter.parse({}) })).toEqual(facts)
    expect(await getDeletionFacts(await createPartnerAsk(db), { ids })).toEqual({
      products: 0,
      wishlists: 0,
      clicks: 0,
    })

    await change({ kind: 'delete' })
    expect(await states()).toMatchObject([
      { status: 'archived', deletedAt: expect.any(Date) },
      { status: 'archived', deletedAt: expect.any(Date) },
    ])
    expect(await change(percent(5))).toMatchObject({ changed: 0, refused: [{ reason: 'It has been deleted.' }, {}] })
    expect(await change({ kind: 'delete' })).toEqual({ actId: null, changed: 0, unchanged: 2, refused: [], left: [] })
    expect(await change({ kind: 'restore' })).toMatchObject({ changed: 2 })
    expect(await states()).toMatchObject([
      { status: 'active', deletedAt: null },
      { status: 'draft', deletedAt: null },
    ])
  })

  test('is final after 30 days: wishlist items remain without the product, and old actions cannot be undone', async () => {
    const { ask, ids, change } = await scene([{}, {}])
    const { db } = database
    const { id: userId } = await createUser(db)
    await createWishes(db, userId, ids)
    const { actId } = await change({ kind: 'delete' })
    const old = new Date(Date.now() - 31 * 86_400_000)
    await db.product.update({ where: { id: ids[0]! }, data: { deletedAt: old } })
    await db.productEvent.updateMany({ where: { productId: ids[0]! }, data: { createdAt: old } })
    expect(await purgeProducts(db, new Date())).toMatchObject({ products: 1, states: 1 })
    expect(await db.product.findMany({ where: { id: { in: ids } }, select: { id: true } })).toEqual([{ id: ids[1] }])
    expect(await db.wishlistItem.count({ where: { userId } })).toBe(2)
    const { events } = await getAct(ask, { actId: actId! })
    expect(events.map(({ type }) => type)).toEqual(['deleted', 'deleted'])
    expect(await undoAct(ask, { actId: actId! })).toMatchObject({ restored: 1, skipped: 1 })
  })
})

test('keeps the previous state only for the latest changes of a product', { timeout: 90_000 }, async () => {
  const { ask, ids, change, states } = await scene([{}, {}])
  const { db } = database
  let last: string | null = null
  for (let stock = 0; stock < STATES_KEPT + 3; stock++) last = (await change({ kind: 'stock', stock })).actId
  for (const productId of ids) {
    const events = await db.productEvent.findMany({ where: { productId }, orderBy: { createdAt: 'desc' } })
    expect(events.map(({ before }) => before !== null)).toEqual(events.map((_, place) => place < STATES_KEPT))
    expect(events.every(({ changes }) => JSON.stringify(changes) !== '[]')).toBe(true)
  }
  expect(await undoAct(ask, { actId: last! })).toMatchObject({ restored: 2, skipped: 0 })
  expect(await states()).toMatchObject([{ stock: STATES_KEPT + 1 }, { stock: STATES_KEPT + 1 }])
})

describe('the activity log', () => {
  test('lists actions newest first, filters them by kind and actor, and shows the changes of each', async () => {
    const { ask, ids, change } = await scene([{ name: 'Coat', variants: [{ priceMinor: 5_000 }] }])
    const { actId: price } = await change(percent(-10))
    const { actId: deleted } = await change({ kind: 'delete' })
    const { actId: undo } = await undoAct(ask, { actId: deleted! })
    const all = await listActivity(ask, {})
    expect(all.next).toBeNull()
    expect(all.acts).toMatchObject([
      { id: undo, kind: 'undo', canUndo: true, undoneBy: null },
      { id: deleted, kind: 'delete', canUndo: false, undoneBy: ask.viewer.fullName },
      { id: price, kind: 'edit', canUndo: true, products: 1, productName: 'Coat', actorKind: 'owner' },
    ])
    expect((await listActivity(ask, { kind: 'delete' })).acts.map(({ id }) => id)).toEqual([deleted])
    expect((await listActivity(ask, { actor: 'store' })).acts).toEqual([])
    expect((await listActivity(ask, { before: deleted! })).acts.map(({ id }) => id)).toEqual([price])
    const later = new Date(Date.now() + 31 * 86_400_000)
    expect((await listActivity(ask, {}, later)).acts.map(({ canUndo }) => canUndo)).toEqual([false, false, false])
    expect(await getAct(ask, { actId: price! })).toMatchObject({
      next: null,
      events: [{ currency: 'USD', productName: 'Coat', changes: [{ field: 'price', before: 5_000, after: 4_500 }] }],
    })
    const history = await getProductHistory(ask, { productId: ids[0]! })
    expect(history.events.map(({ type, act }) => [type, act.kind])).toEqual([
      ['restored', 'undo'],
      ['deleted', 'delete'],
      ['updated', 'edit'],
    ])
    const stranger = await createPartnerAsk(database.db)
    await expect(getAct(stranger, { actId: price! })).rejects.toMatchObject({ code: 'not_found' })
    await expect(getProductHistory(stranger, { productId: ids[0]! })).rejects.toMatchObject({ code: 'not_found' })
    expect((await listActivity(stranger, { before: price! })).acts).toEqual([])
  })

  test('keeps the currency of an old price, even if its variant is gone or the currency has changed', async () => {
    const { db } = database
    const { ask, ids, change } = await scene([{ name: 'Coat', variants: [{ priceMinor: 5_000 }] }])
    const { actId } = await change(percent(-10))
    const [productId = ''] = ids
    // Its previous state is no longer kept.
    await db.productEvent.updateMany({ where: { productId }, data: { before: Prisma.DbNull } })
    await db.priceChange.deleteMany({ where: { productId } })
    await db.product.update({ where: { id: productId }, data: { currency: 'EUR' } })
    expect((await getAct(ask, { actId: actId! })).events).toMatchObject([{ currency: 'USD' }])
    expect((await getProductHistory(ask, { productId })).events).toMatchObject([{ currency: 'USD' }])
  })
})
