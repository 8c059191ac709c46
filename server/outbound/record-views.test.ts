import { beforeAll, describe, expect, test } from 'vitest'
import type { Product } from '#prisma/generated/client.ts'
import { connect } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { createPartner, createProduct, createView } from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { ViewRecorder, type View } from './record-views.ts'
import { newVisitorId } from './visitor-cookie.ts'

const database = useTestDatabase()
let views: ViewRecorder
let product: Product

beforeAll(async () => {
  views = new ViewRecorder(database.db)
  product = await createProduct(database.db, { partnerId: (await createPartner(database.db)).id })
})

/** Records a view, by default by a returning visitor with a separate address. */
const look = (visitorId: string, productId = product.id, given: Partial<View> = {}) =>
  views.record({ visitorId, productId, userId: null, isYoung: false, ipHash: `of ${visitorId}`, ...given })
const stored = (visitorId: string) => database.db.productView.findMany({ where: { visitorId } })
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)

describe('ViewRecorder', () => {
  test('counts a view', async () => {
    const visitorId = newVisitorId()
    await look(visitorId)
    expect(await stored(visitorId)).toMatchObject([
      { productId: product.id, partnerId: product.partnerId, viewedAt: expect.any(Date) },
    ])
  })
  test('stores the signed-in user', async () => {
    const [visitorId, userId] = [newVisitorId(), newId()]
    await look(visitorId, product.id, { userId })
    expect(await stored(visitorId)).toMatchObject([{ userId }])
  })
  test.each([
    [29, 1],
    [31, 2],
  ])('counts a view %i minutes after the last one: %i in total', async (minutes, count) => {
    const visitorId = newVisitorId()
    await createView(database.db, product, { visitorId, viewedAt: minutesAgo(minutes) })
    await look(visitorId)
    expect(await stored(visitorId)).toHaveLength(count)
  })
  test('counts every visitor and every product separately', async () => {
    const [one, other] = [newVisitorId(), newVisitorId()]
    const second = await createProduct(database.db, { partnerId: product.partnerId })
    await Promise.all([look(one), look(one, second.id), look(other)])
    expect([(await stored(one)).length, (await stored(other)).length]).toEqual([2, 1])
  })
  test('counts simultaneous views only once, in any spelling of the ID', async () => {
    const visitorId = newVisitorId()
    await Promise.all(
      Array.from({ length: 300 }, (_, n) => look(visitorId, n % 2 ? product.id : product.id.toUpperCase())),
    )
    expect(await stored(visitorId)).toHaveLength(1)
  })
  test('counts at most 10 views by new visitors, and 300 in all, for one address and product', async () => {
    const other = await createProduct(database.db, { partnerId: product.partnerId })
    const many = (count: number, given: Partial<View>) =>
      Promise.all(Array.from({ length: count }, () => look(newVisitorId(), other.id, given)))
    const counted = () => database.db.productView.count({ where: { productId: other.id } })
    await many(400, { isYoung: true, ipHash: 'script' })
    expect(await counted()).toBe(10)
    await many(200, { ipHash: 'script' })
    expect(await counted()).toBe(210)
    await many(150, { ipHash: 'script' })
    await many(1, { ipHash: 'script' })
    expect(await counted()).toBe(300)
    await many(1, { isYoung: true, ipHash: 'neighbour' })
    expect(await counted()).toBe(301)
    expect(await database.db.productView.count({ where: { productId: other.id, isFirstOfAddress: true } })).toBe(2)
  })
  test('does not count a view without an address hash', async () => {
    const visitorId = newVisitorId()
    await look(visitorId, product.id, { ipHash: null })
    expect(await stored(visitorId)).toEqual([])
  })
  test('counts a view once, even if two processes write it', async () => {
    const others = [connect(database.url, { poolSize: 2 }), connect(database.url, { poolSize: 2 })]
    const recorders = others.map((db) => new ViewRecorder(db))
    const visitors = Array.from({ length: 40 }, newVisitorId)
    // One after the other, so that each is a separate race.
    for (const visitorId of visitors)
      await Promise.all(
        recorders.map((recorder) =>
          recorder.record({
            visitorId,
            productId: product.id,
            userId: null,
            isYoung: false,
            ipHash: `of ${visitorId}`,
          }),
        ),
      )
    await Promise.all(others.map((db) => db.$disconnect()))
    expect(await database.db.productView.count({ where: { visitorId: { in: visitors } } })).toBe(visitors.length)
  })
  test('ignores products that are not listed', async () => {
    const visitorId = newVisitorId()
    const pending = await createPartner(database.db, { verificationStatus: 'pending' })
    const hidden = await Promise.all([
      createProduct(database.db, { partnerId: product.partnerId, status: 'draft' }),
      createProduct(database.db, { partnerId: pending.id }),
    ])
    await Promise.all([...hidden.map(({ id }) => id), newId(), 'junk', '', '\u0000'].map((id) => look(visitorId, id)))
    expect(await stored(visitorId)).toEqual([])
  })
})
