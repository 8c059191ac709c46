import { describe, expect, test } from 'vitest'
import { advise } from './advise.schema.ts'
import { adviseLength, lengthOf } from './advise-length.schema.ts'
import { usualRows } from './usual-table.ts'

const none = { small: 0, asExpected: 0, large: 0 }
const feedback = { product: none, brand: none }
const jeans = { categories: ['slim-jeans', 'denim'], gender: 'men' }
const shoes = (gender: string) => ({ categories: ['trainers', 'shoes'], gender })
const taped = (mm: number) => ({ mm, sdMm: 3, by: 'tape' as const })

describe('without a size table of the brand', () => {
  test('suggests jeans by waist, for any inseam', () => {
    const rows = usualRows(['W34 L32', 'W30 L32', 'W32 L32', 'W32 L34'], jeans)
    expect(rows.map(({ key }) => key)).toEqual(['W30', 'W32', 'W34'])
    const advice = advise({ table: { rows, source: 'usual' }, person: { waist: taped(815) }, feedback })
    expect(advice).toMatchObject({ kind: 'size', size: 'W32' })
  })
  test.each([
    ['women', 'EU', 'EU 38'],
    ['women', 'UK', 'UK 5'],
    ['women', 'US', 'US 7'],
    ['men', 'US', 'US 6'],
  ])("suggests %s's shoes by foot length in %s sizes", (gender, system, size) => {
    const keys = Array.from({ length: 45 }, (_, at) => `${system} ${at + 1}`)
    const rows = usualRows(keys, shoes(gender))
    const advice = advise({ table: { rows, source: 'usual' }, person: { foot: taped(238) }, feedback })
    expect(advice).toMatchObject({ kind: 'size', size })
  })
  test('suggests shoe sizes in thirds', () => {
    const rows = usualRows(['EU 38.33', 'EU 38.67', 'EU 39.33'], shoes('women'))
    const advice = advise({ table: { rows, source: 'usual' }, person: { foot: taped(243) }, feedback })
    expect(advice).toMatchObject({ kind: 'size', size: 'EU 38.67' })
  })
  test('suggests no dresses or rings, because their labels contain no measurement', () => {
    expect(usualRows(['UK 12', 'M', 'UK N'], { categories: ['day-dresses', 'dresses'], gender: 'women' })).toEqual([])
  })
})

describe('the inseam', () => {
  test('is the closest to the inside leg', () => {
    expect(adviseLength([30, 32, 34], 810)).toEqual({ length: 32, offMm: 3, fit: 'right' })
  })
  test('is marked long or short if no length fits', () => {
    expect(adviseLength([34], 760)).toMatchObject({ length: 34, fit: 'long' })
    expect(adviseLength([30], 860)).toMatchObject({ length: 30, fit: 'short' })
  })
  test('is empty without an inside leg or without lengths', () => {
    expect([adviseLength([32], undefined), adviseLength([], 800)]).toEqual([null, null])
    expect(['W32 L34', 'W32', 'L', 'XL', 'L30'].map(lengthOf)).toEqual([34, null, null, null, 30])
  })
})
