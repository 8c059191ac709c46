import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Partner } from '#prisma/generated/client.ts'
import { newId } from '#server/platform/ids.ts'
import { createPartner, createProduct } from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { HISTORY_MS, judgePrices, MAX_CHANGES, findPriceHistory } from './price-history.ts'

const DAY = 86_400_000
const NOW = Date.parse('2026-11-22T12:00:00Z')
/** Creates the changes of one variant: days ago, and the price from then on. */
const changes = (...rows: Array<[daysAgo: number, priceMinor: number]>) =>
  rows.map(([daysAgo, priceMinor]) => ({ variantId: 'a', priceMinor, changedAt: new Date(NOW - daysAgo * DAY) }))

describe('an original price', () => {
  test.each([
    ['is valid if it was the price until the reduction', changes([90, 10_000], [5, 7_000]), 'holds', 10_000],
    ['is too high if the price was lower in the 30 days before', changes([90, 8_000], [5, 7_000]), 'smaller', 8_000],
    [
      'is measured by the lowest price of the 30 days before the reduction',
      changes([90, 10_000], [30, 7_500], [20, 10_000], [5, 7_000]),
      'smaller',
      7_500,
    ],
    [
      'is rejected if the price was just as low shortly before',
      changes([90, 7_000], [6, 10_000], [5, 7_000]),
      'none',
      7_000,
    ],
    [
      'is not affected by a sale that ended 31 days before',
      changes([200, 6_000], [36, 10_000], [5, 7_000]),
      'holds',
      10_000,
    ],
  ])('%s', (_, rows, kind, referenceMinor) =>
    expect(judgePrices(rows, { priceMinor: 7_000, originalPriceMinor: 10_000 }, NOW)?.reduction).toEqual({
      kind,
      since: NOW - 5 * DAY,
      referenceMinor,
    }),
  )
  test('is outdated if the current price is more than 30 days old', () =>
    expect(
      judgePrices(changes([200, 10_000], [31, 7_000]), { priceMinor: 7_000, originalPriceMinor: 10_000 }, NOW)
        ?.reduction,
    ).toEqual({ kind: 'usual', since: NOW - 31 * DAY }))
  test('is not judged for a product first listed at this price this month', () =>
    expect(
      judgePrices(changes([10, 7_000]), { priceMinor: 7_000, originalPriceMinor: 10_000 }, NOW)?.reduction,
    ).toBeNull())
  test.each([null, 7_000, 6_000])('is ignored unless it is above the current price: %s', (originalPriceMinor) =>
    expect(judgePrices(changes([90, 7_000]), { priceMinor: 7_000, originalPriceMinor }, NOW)?.reduction).toBeNull(),
  )
})

describe('the price steps', () => {
  test('start at the beginning of the history window, with the price at that time', () =>
    expect(
      judgePrices(changes([800, 9_000], [10, 8_000]), { priceMinor: 8_000, originalPriceMinor: null }, NOW)?.steps,
    ).toEqual([
      { at: NOW - HISTORY_MS, priceMinor: 9_000 },
      { at: NOW - 10 * DAY, priceMinor: 8_000 },
    ]))
  test('follow the lowest variant price at each moment', () => {
    const other = changes([50, 4_000], [20, 6_000]).map((row) => ({ ...row, variantId: 'b' }))
    const rows = [...changes([90, 5_000], [30, 6_000]), ...other].toSorted((a, b) => +a.changedAt - +b.changedAt)
    const history = judgePrices(rows, { priceMinor: 6_000, originalPriceMinor: null }, NOW)
    expect(history?.steps.map(({ at, priceMinor }) => [(NOW - at) / DAY, priceMinor])).toEqual([
      [90, 5_000],
      [50, 4_000],
      [20, 6_000],
    ])
    expect(history?.lowestMinor).toBe(4_000)
  })
  test('end at the current price, even if it was not recorded', () =>
    expect(judgePrices(changes([90, 5_000]), { priceMinor: 4_000, originalPriceMinor: null }, NOW)?.steps).toEqual([
      { at: NOW - 90 * DAY, priceMinor: 5_000 },
      { at: NOW, priceMinor: 4_000 },
    ]))
  test('match the price at any single moment', () => {
    const row = fc.record({
      variantId: fc.constantFrom('a', 'b', 'c'),
      priceMinor: fc.integer({ min: 1, max: 6 }),
      daysAgo: fc.integer({ min: 0, max: 500 }),
    })
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 12 }), (made) => {
        const rows = made
          .toSorted((a, b) => b.daysAgo - a.daysAgo)
          .map(({ daysAgo, ...rest }) => ({ ...rest, changedAt: new Date(NOW - daysAgo * DAY) }))
        const priceAt = (time: number) => {
          const last = new Map<string, number>()
          for (const { variantId, priceMinor, changedAt } of rows)
            if (+changedAt <= time) last.set(variantId, priceMinor)
          return last.size ? Math.min(...last.values()) : null
        }
        const current = priceAt(NOW) ?? 0
        const { steps, lowestMinor } = judgePrices(rows, { priceMinor: current, originalPriceMinor: null }, NOW) ?? {
          steps: [],
          lowestMinor: 0,
        }
        const lately: number[] = []
        for (let daysAgo = 365; daysAgo >= 0; daysAgo--) {
          const time = NOW - daysAgo * DAY
          expect(steps.findLast(({ at }) => at <= time)?.priceMinor ?? null).toBe(priceAt(time))
          if (daysAgo <= 30) lately.push(priceAt(time) ?? Infinity)
        }
        // The price from before the window applies at its start.
        expect(lowestMinor).toBe(Math.min(...lately))
        for (const [index, step] of steps.entries()) expect(step.priceMinor).not.toBe(steps[index + 1]?.priceMinor)
      }),
    )
  })
})

describe('findPriceHistory', () => {
  const database = useTestDatabase()
  let partner: Partner
  beforeAll(async () => {
    partner = await createPartner(database.db)
  })
  const write = (productId: string, variantId: string, daysAgo: number, priceMinor: number, currency = 'USD') =>
    database.db.priceChange.create({
      data: {
        id: newId(),
        productId,
        variantId,
        currency,
        priceMinor,
        changedAt: new Date(NOW - daysAgo * DAY),
      },
    })

  test('uses only variants at the current price, and prices in the current currency', async () => {
    const product = await createProduct(database.db, {
      partnerId: partner.id,
      variants: [{ priceMinor: 4_000, originalPriceMinor: 8_000 }, { priceMinor: 9_000 }],
    })
    const [cheap, expensive] = product.variants
    await write(product.id, cheap!.id, 700, 7_000)
    await write(product.id, cheap!.id, 600, 8_000)
    await write(product.id, cheap!.id, 100, 3_000, 'EUR')
    await write(product.id, cheap!.id, 9, 4_000)
    await write(product.id, expensive!.id, 50, 1_000)
    expect(await findPriceHistory(database.db, product, new Date(NOW))).toEqual({
      readAt: NOW,
      steps: [
        { at: NOW - HISTORY_MS, priceMinor: 8_000 },
        { at: NOW - 9 * DAY, priceMinor: 4_000 },
      ],
      lowestMinor: 4_000,
      latelyAt: NOW - 30 * DAY,
      reduction: { kind: 'holds', since: NOW - 9 * DAY, referenceMinor: 8_000 },
    })
  })
  test('starts later if a variant has more price changes than the limit', async () => {
    const product = await createProduct(database.db, {
      partnerId: partner.id,
      variants: [{ priceMinor: 4_000 }, { priceMinor: 4_000 }],
    })
    const [calm, restless] = product.variants
    await write(product.id, calm!.id, 300, 1_000)
    await write(product.id, calm!.id, 280, 9_000)
    await write(product.id, calm!.id, 1, 4_000)
    for (let daysAgo = MAX_CHANGES + 10; daysAgo > 0; daysAgo--)
      await write(product.id, restless!.id, daysAgo, daysAgo === 1 ? 4_000 : 5_000 + (daysAgo % 2))
    const history = await findPriceHistory(database.db, product, new Date(NOW))
    expect(history?.steps[0]).toEqual({ at: NOW - MAX_CHANGES * DAY, priceMinor: 5_000 })
    expect(history?.steps).toHaveLength(MAX_CHANGES)
  })
  test('is empty for a product without recorded prices', async () => {
    const product = await createProduct(database.db, { partnerId: partner.id })
    expect(await findPriceHistory(database.db, product, new Date(NOW))).toBeNull()
    expect(await findPriceHistory(database.db, { ...product, variants: [] }, new Date(NOW))).toBeNull()
  })
})
