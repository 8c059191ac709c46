import fc from 'fast-check'
import { expect, test } from 'vitest'
import { judgePrices, MAX_CHANGES, type PriceRow } from '#server/catalogue/price-history.ts'
import { newId } from '#server/platform/ids.ts'
import { createPartner, createProduct } from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { thinOutPrices, writePrices } from './write-prices.ts'

const database = useTestDatabase()
const DAY = 86_400_000
const NOON = Date.parse('2026-11-22T12:00:00Z')

async function variantOf(verificationStatus: 'approved' | 'pending') {
  const { id: partnerId } = await createPartner(database.db, { verificationStatus })
  const product = await createProduct(database.db, { partnerId })
  return { productId: product.id, variantId: product.variants[0]!.id }
}
type Variant = Awaited<ReturnType<typeof variantOf>>

const change = (variant: Variant, priceMinor: number, at: number, currency = 'USD') =>
  database.db.$transaction(async (tx) => {
    const prices = [{ id: newId(), ...variant, currency, priceMinor, originalPriceMinor: null }]
    await thinOutPrices(tx, prices, new Date(at))
    await writePrices(tx, prices, new Date(at))
  })
const kept = async ({ variantId }: Variant): Promise<PriceRow[]> =>
  database.db.priceChange.findMany({ where: { variantId }, orderBy: [{ changedAt: 'asc' }, { id: 'asc' }] })

test('keeps the lowest, the highest and the last two prices of a day', async () => {
  const variant = await variantOf('approved')
  await change(variant, 9_000, NOON - DAY)
  for (let minute = 0; minute < 60; minute++)
    await change(variant, minute === 20 ? 4_000 : 5_000 + (minute % 2), NOON + minute * 60_000)
  expect((await kept(variant)).map(({ priceMinor }) => priceMinor)).toEqual([9_000, 5_001, 4_000, 5_000, 5_001])
})

test('keeps only the current price for a partner who was never approved', async () => {
  const variant = await variantOf('pending')
  for (let day = 0; day < 5; day++) await change(variant, 5_000 + day, NOON + day * DAY)
  expect((await kept(variant)).map(({ priceMinor }) => priceMinor)).toEqual([5_004])
})

test('limits the stored changes of a variant, and deletes those of a removed variant', async () => {
  const variant = await variantOf('approved')
  await database.db.priceChange.createMany({
    data: Array.from({ length: 400 }, (_, day) => ({
      ...variant,
      currency: 'USD',
      priceMinor: 5_000 + day,
      changedAt: new Date(NOON - (400 - day) * DAY),
    })),
  })
  await change(variant, 4_000, NOON)
  const rows = await kept(variant)
  expect([rows.length, rows[0]?.priceMinor]).toEqual([MAX_CHANGES, 5_400 - MAX_CHANGES + 1])
  await database.db.productVariant.delete({ where: { id: variant.variantId } })
  expect(await kept(variant)).toEqual([])
})

test('gives the same reduction as the full history if the prices of variants rise one after another', async () => {
  const [one, other] = [await variantOf('approved'), await variantOf('approved')]
  const full: PriceRow[] = []
  const HOUR = DAY / 24
  for (const [variant, at, priceMinor] of [
    ...(
      [
        [-9 * DAY, 6_000],
        [-5 * DAY, 4_000],
      ] as const
    ).flatMap(([time, price]) => [one, other].map((each) => [each, time, price] as const)),
    ...(
      [
        [other, 0, 4_500],
        [one, 0.5, 4_500],
        [other, 1, 4_000],
        [one, 2, 4_200],
        [one, 3, 4_400],
        [one, 4, 4_000],
      ] as const
    ).map(([variant, hours, price]) => [variant, hours * HOUR, price] as const),
  ]) {
    await change(variant, priceMinor, NOON + at)
    full.push({ variantId: variant.variantId, priceMinor, changedAt: new Date(NOON + at) })
  }
  const left = [...(await kept(one)), ...(await kept(other))].toSorted((a, b) => +a.changedAt - +b.changedAt)
  const judge = (rows: PriceRow[]) =>
    judgePrices(rows, { priceMinor: 4_000, originalPriceMinor: 6_000 }, NOON + DAY / 4)?.reduction
  expect(judge(full)).toMatchObject({ kind: 'none', since: NOON + HOUR, referenceMinor: 4_000 })
  expect(judge(left)).toEqual(judge(full))
})

test('gives the same reduction as the full history, however often a price changes in a day', async () => {
  const changes = fc.uniqueArray(
    fc.record({
      // Skips the day on which the 30-day window begins.
      minute: fc.oneof(...[70, 31, 29, 1, 0].map((days) => fc.integer({ min: -days * 1_440, max: -days * 1_440 + 7 }))),
      priceMinor: fc.integer({ min: 1, max: 5 }),
    }),
    { selector: ({ minute }) => minute, minLength: 1, maxLength: 25 },
  )
  await fc.assert(
    fc.asyncProperty(changes, fc.integer({ min: 2, max: 8 }), async (made, originalPriceMinor) => {
      const variant = await variantOf('approved')
      const full: PriceRow[] = []
      for (const { minute, priceMinor } of made.toSorted((a, b) => a.minute - b.minute)) {
        if (full.at(-1)?.priceMinor === priceMinor) continue
        const at = NOON + minute * 60_000
        await change(variant, priceMinor, at)
        full.push({ variantId: variant.variantId, priceMinor, changedAt: new Date(at) })
      }
      const { priceMinor } = full.at(-1)!
      const judge = (rows: PriceRow[]) => judgePrices(rows, { priceMinor, originalPriceMinor }, NOON + DAY / 4)
      const ours = judge(await kept(variant))
      const theirs = judge(full)
      expect({ ...ours, steps: [] }).toEqual({ ...theirs, steps: [] })
    }),
    { numRuns: 25 },
  )
})
