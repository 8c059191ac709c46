import { describe, expect, test } from 'vitest'
import { connect } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { createClick, createProduct } from '#tests/factories.ts'
import { clickIdOf, urlOf, useClicks } from '#tests/setup/clicks.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import type { Click } from './click.ts'
import { ClickRecorder } from './record-clicks.ts'
import { newVisitorId } from './visitor-cookie.ts'

const database = useTestDatabase()
const { given, click, createListed, record, stored } = useClicks(database)
const MINUTE = 60_000
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * MINUTE)

describe('a repeated click', () => {
  test("within an hour carries the first click's ID, and is stored but not counted", async () => {
    const visitorId = newVisitorId()
    const first = await createClick(database.db, given.product, { visitorId, clickedAt: minutesAgo(59) })
    const answers = [await record({ visitorId }), await record({ visitorId })]
    expect(answers.map(clickIdOf)).toEqual([first.id, first.id])
    expect((await stored(visitorId)).slice(1)).toMatchObject(
      [1, 2].map(() => ({
        isValid: false,
        invalidReason: 'duplicate',
        duplicateOf: first.id,
        destinationUrl: urlOf(answers[0]!).href,
      })),
    )
  })
  test('after an hour is counted again', async () => {
    const visitorId = newVisitorId()
    const first = await createClick(database.db, given.product, { visitorId, clickedAt: minutesAgo(61) })
    const id = clickIdOf(await record({ visitorId }))
    expect(id).not.toBe(first.id)
    expect(await database.db.outboundClick.findUnique({ where: { id } })).toMatchObject({ isValid: true })
  })
  test('counts if the first click was not counted', async () => {
    const visitorId = newVisitorId()
    await createClick(database.db, given.product, {
      visitorId,
      isValid: false,
      invalidReason: 'prefetch',
      clickedAt: minutesAgo(1),
    })
    await record({ visitorId })
    expect((await stored(visitorId)).at(-1)).toMatchObject({ isValid: true })
  })
  test('counts on another product or by another visitor', async () => {
    const visitorId = newVisitorId()
    const other = await createListed()
    await Promise.all([record({ visitorId }), record({ visitorId, productId: other.id }), record()])
    expect(await stored(visitorId)).toMatchObject([{ isValid: true }, { isValid: true }])
  })
  test('is counted only once if many arrive at the same time', async () => {
    const visitorId = newVisitorId()
    const answers = await Promise.all(Array.from({ length: 500 }, () => record({ visitorId })))
    const rows = await stored(visitorId)
    expect(rows).toHaveLength(500)
    expect(rows.filter(({ isValid }) => isValid)).toHaveLength(1)
    const ids = new Set(rows.map(({ id }) => id))
    expect(answers.every((answer) => ids.has(clickIdOf(answer)))).toBe(true)
  })
  test('counts once, even if two processes write it', async () => {
    const others = [connect(database.url, { poolSize: 2 }), connect(database.url, { poolSize: 2 })]
    const recorders = others.map((db) => new ClickRecorder(db))
    const visitors = Array.from({ length: 25 }, newVisitorId)
    try {
      const answers = await Promise.all(
        visitors.flatMap((visitorId) =>
          [0, 1, 0, 1].map(async (process) => ({
            visitorId,
            id: clickIdOf(await recorders[process]!.record(click({ visitorId }))),
          })),
        ),
      )
      for (const visitorId of visitors) {
        const [valid, ...more] = (await stored(visitorId)).filter(({ isValid }) => isValid)
        expect(more).toEqual([])
        expect(answers.filter((answer) => answer.visitorId === visitorId).map(({ id }) => id)).toEqual(
          Array(4).fill(valid!.id),
        )
      }
    } finally {
      await Promise.all(others.map((db) => db.$disconnect()))
    }
  })
})

describe('more than 20 clicks a minute', () => {
  test('are redirected and stored, not counted', async () => {
    const visitorId = newVisitorId()
    for (let n = 0; n < 19; n++)
      await createClick(database.db, { id: newId(), partnerId: given.product.partnerId }, { visitorId })
    const others = await Promise.all([createListed(), createListed()])
    for (const other of others) expect((await record({ visitorId, productId: other.id })).outcome).toBe('redirect')
    expect((await stored(visitorId)).slice(-2)).toMatchObject([
      { isValid: true },
      { isValid: false, invalidReason: 'rate', duplicateOf: null },
    ])
  })
  test("still carry the first click's ID if they repeat it", async () => {
    const visitorId = newVisitorId()
    const first = await createClick(database.db, given.product, { visitorId, clickedAt: minutesAgo(30) })
    for (let n = 0; n < 20; n++)
      await createClick(database.db, { id: newId(), partnerId: given.product.partnerId }, { visitorId })
    expect(clickIdOf(await record({ visitorId }))).toBe(first.id)
    expect((await stored(visitorId)).at(-1)).toMatchObject({
      isValid: false,
      invalidReason: 'rate',
      duplicateOf: first.id,
    })
  })
  test('are limited per address for new visitors, and do not affect other visitors', async () => {
    for (let n = 0; n < 60; n++)
      await createClick(database.db, { id: newId(), partnerId: given.product.partnerId }, { ipHash: 'busy' })
    const [script, shopper, neighbour] = [newVisitorId(), newVisitorId(), newVisitorId()]
    await record({ visitorId: script, isYoung: true, ipHash: 'busy' })
    await record({ visitorId: shopper, isYoung: false, ipHash: 'busy' })
    await record({ visitorId: neighbour, isYoung: true, ipHash: 'quiet' })
    expect((await Promise.all([script, shopper, neighbour].map(stored))).map(([row]) => row?.invalidReason)).toEqual([
      'rate',
      null,
      null,
    ])
  })
  test('do not affect clicks a minute later', async () => {
    const visitorId = newVisitorId()
    for (let n = 0; n < 20; n++)
      await createClick(
        database.db,
        { id: newId(), partnerId: given.product.partnerId },
        { visitorId, clickedAt: minutesAgo(1.05) },
      )
    await record({ visitorId })
    expect((await stored(visitorId)).at(-1)).toMatchObject({ isValid: true })
  })
  test('are also limited within one write group', async () => {
    const products = await Promise.all(
      Array.from({ length: 22 }, () => createProduct(database.db, { partnerId: given.product.partnerId })),
    )
    const visitorId = newVisitorId()
    await Promise.all(products.map(({ id }) => record({ visitorId, productId: id })))
    const rows = await stored(visitorId)
    expect([
      rows.filter(({ isValid }) => isValid).length,
      rows.filter(({ invalidReason }) => invalidReason === 'rate').length,
    ]).toEqual([20, 2])
  })
})

describe('the daily limit of one address for a product', () => {
  const many = (count: number, changes: Partial<Click>) =>
    Promise.all(Array.from({ length: count }, () => record(changes)))
  const reasonsOf = async (ipHash: string) => {
    const rows = await database.db.outboundClick.findMany({ where: { ipHash } })
    const tally: Record<string, number> = {}
    for (const { invalidReason } of rows) tally[invalidReason ?? 'valid'] = (tally[invalidReason ?? 'valid'] ?? 0) + 1
    return tally
  }

  test('is 10 clicks of new visitors, with any number of cookies', async () => {
    const answers = await many(400, { isYoung: true, ipHash: 'script' })
    expect(await reasonsOf('script')).toEqual({ valid: 10, rate: 390 })
    // An order with any of these ids can be matched to its click.
    const ids = answers.map(clickIdOf)
    expect(new Set(ids).size).toBe(400)
    expect(
      await database.db.outboundClick.count({
        where: {
          id: { in: ids },
          partnerId: given.product.partnerId,
          expiresAt: { gt: new Date(Date.now() + 29 * 86_400_000) },
        },
      }),
    ).toBe(400)
  })
  test('allows 200 returning visitors of one office', async () => {
    const staff = Array.from({ length: 200 }, newVisitorId)
    await Promise.all(staff.map((visitorId) => record({ visitorId, ipHash: 'office' })))
    expect(await reasonsOf('office')).toEqual({ valid: 200 })
  })
  test('prefers returning visitors, within a write group and after it', async () => {
    const known = Array.from({ length: 25 }, newVisitorId)
    await Promise.all([
      many(30, { isYoung: true, ipHash: 'shared' }),
      ...known.slice(0, 5).map((visitorId) => record({ visitorId, ipHash: 'shared' })),
    ])
    expect(await reasonsOf('shared')).toEqual({ valid: 10, rate: 25 })
    await Promise.all(known.slice(5).map((visitorId) => record({ visitorId, ipHash: 'shared' })))
    await many(1, { isYoung: true, ipHash: 'shared' })
    expect(await reasonsOf('shared')).toEqual({ valid: 30, rate: 26 })
    expect(await database.db.outboundClick.count({ where: { visitorId: { in: known }, isValid: true } })).toBe(25)
  })
  test('is 300 clicks of all visitors', async () => {
    await many(310, { ipHash: 'farm' })
    await many(1, { ipHash: 'farm' })
    expect(await reasonsOf('farm')).toEqual({ valid: 300, rate: 11 })
    await many(1, { ipHash: 'neighbour' })
    expect(await reasonsOf('neighbour')).toEqual({ valid: 1 })
  })
  test('applies across processes', async () => {
    const others = [connect(database.url, { poolSize: 2 }), connect(database.url, { poolSize: 2 })]
    const recorders = others.map((db) => new ClickRecorder(db))
    for (let round = 0; round < 10; round++)
      await Promise.all(recorders.map((recorder) => recorder.record(click({ isYoung: true, ipHash: 'two doors' }))))
    await Promise.all(others.map((db) => db.$disconnect()))
    expect(await reasonsOf('two doors')).toEqual({ valid: 10, rate: 10 })
  })
  test('is 500 clicks of new visitors on all products together', async () => {
    for (let n = 0; n < 499; n++)
      await createClick(
        database.db,
        { id: newId(), partnerId: given.product.partnerId },
        { ipHash: 'crawler', clickedAt: minutesAgo(5) },
      )
    for (let n = 0; n < 2; n++) await record({ isYoung: true, ipHash: 'crawler', productId: (await createListed()).id })
    await record({ ipHash: 'crawler', productId: (await createListed()).id })
    expect(await reasonsOf('crawler')).toEqual({ valid: 501, rate: 1 })
  })
  test('counts no click of a new visitor with an unknown address', async () => {
    const visitorId = newVisitorId()
    expect((await record({ visitorId, isYoung: true })).outcome).toBe('redirect')
    expect(await stored(visitorId)).toMatchObject([{ isValid: false, invalidReason: 'rate' }])
  })
  test('does not mark repeats of an uncounted click as duplicates', async () => {
    await many(10, { isYoung: true, ipHash: 'full' })
    const visitorId = newVisitorId()
    await Promise.all([
      record({ visitorId, isYoung: true, ipHash: 'full' }),
      record({ visitorId, isYoung: true, ipHash: 'full' }),
    ])
    await record({ visitorId, isYoung: true, ipHash: 'full' })
    expect(await stored(visitorId)).toMatchObject(Array(3).fill({ invalidReason: 'rate', duplicateOf: null }))
  })
  test('counts one address only once for Trending', async () => {
    const [trending, other] = [await createListed(), await createListed()]
    await many(30, { isYoung: true, ipHash: 'fan', productId: trending.id })
    await many(5, { ipHash: 'fan', productId: trending.id })
    await many(1, { ipHash: 'fan', productId: other.id })
    await many(2, { ipHash: null, productId: other.id })
    const firsts = await database.db.outboundClick.groupBy({
      by: ['productId'],
      where: { isFirstOfAddress: true, productId: { in: [trending.id, other.id] } },
      _count: true,
    })
    expect(firsts.map(({ _count }) => _count)).toEqual([1, 1])
  })
})
