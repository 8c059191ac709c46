import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { advise, type Advice, type AdvisedTable } from './advise.schema.ts'
import { fitShift, type FitCounts } from './fit-feedback.schema.ts'
import type { Measure } from './measures-values.schema.ts'
import { bodyOfSize, NO_SIZES, personOf } from './person.schema.ts'
import type { SizeRow } from './size-ladder.schema.ts'

const MAX_SURE = 0.9
const NOTHING: FitCounts = { small: 0, asExpected: 0, large: 0 }
const QUIET = { product: NOTHING, brand: NOTHING }
const row = (label: string, body: SizeRow['body']): SizeRow => ({ label, key: label, body })
const TOPS: AdvisedTable = {
  source: 'partner',
  rows: [
    row('S', { chest: [880, 930], waist: [680, 730], hip: [930, 980] }),
    row('M', { chest: [940, 990], waist: [740, 790], hip: [990, 1040] }),
    row('L', { chest: [1000, 1060], waist: [800, 860], hip: [1050, 1110] }),
  ],
}

const measured = (measures: Partial<Record<Measure, number>>) => personOf({ ...NO_SIZES, measures })
const adviceFor = (measures: Partial<Record<Measure, number>>, feedback = QUIET, table: AdvisedTable | null = TOPS) =>
  advise({ table, person: measured(measures), feedback })
/** Returns the position of the advised size in the table, or a position beyond either end. */
const placeOf = (advice: Advice, table = TOPS): number =>
  advice.kind === 'size'
    ? table.rows.findIndex(({ label }) => label === advice.size)
    : advice.kind === 'outside'
      ? advice.side === 'smaller'
        ? -1
        : table.rows.length
      : NaN

describe('suggests', () => {
  test('the size whose ranges include all measurements, with reasons', () => {
    const advice = adviceFor({ chest: 965, waist: 765, hip: 1015 })
    expect(advice).toMatchObject({
      kind: 'size',
      size: 'M',
      missing: [],
      why: [{ measure: 'chest', lies: 'in', at: ['M'] }, {}, {}],
    })
  })

  test('a size with less than full certainty, however much is known', () => {
    const votes = { small: 0, asExpected: 100_000, large: 0 }
    const wide: AdvisedTable = {
      source: 'measured',
      rows: [row('S', { foot: [150, 200] }), row('M', { foot: [201, 300] }), row('L', { foot: [301, 400] })],
    }
    const advice = adviceFor({ foot: 250 }, { product: votes, brand: votes }, wide)
    expect(advice).toMatchObject({ kind: 'size', size: 'M', sureness: 'fairly sure' })
    expect(advice.kind === 'size' && advice.chance).toBeLessThan(MAX_SURE)
  })

  test('both sizes if the measurements fall between two', () => {
    const advice = adviceFor({ chest: 937, waist: 737, hip: 987 })
    expect(advice).toMatchObject({
      kind: 'size',
      size: 'M',
      sureness: 'between sizes',
      second: { size: 'S' },
      why: [{ lies: 'between', at: ['S', 'M'] }, {}, {}],
    })
  })

  test('a size with a lower chance given one measurement of three, and lists the missing ones', () => {
    const [one, three] = [adviceFor({ chest: 965 }), adviceFor({ chest: 965, waist: 765, hip: 1015 })]
    expect(one).toMatchObject({ kind: 'size', size: 'M', missing: ['waist', 'hip'] })
    expect(one.kind === 'size' && three.kind === 'size' && one.chance < three.chance).toBe(true)
  })

  test('a size with a lower chance if measurements indicate different sizes', () => {
    const [agreeing, apart] = [
      adviceFor({ chest: 965, waist: 765, hip: 1015 }),
      adviceFor({ chest: 965, waist: 690, hip: 1130 }),
    ]
    expect(apart.kind === 'size' && agreeing.kind === 'size' && apart.chance < agreeing.chance).toBe(true)
  })

  test('nothing without a table or relevant measurements, or outside the range of the table', () => {
    expect(adviceFor({ chest: 965 }, QUIET, null)).toEqual({ kind: 'no table' })
    expect(adviceFor({ chest: 965 }, QUIET, { source: 'brand', rows: [row('S', { insideLeg: [760, 780] })] })).toEqual({
      kind: 'no table',
    })
    expect(adviceFor({ foot: 250 })).toEqual({ kind: 'no measures', wanted: ['chest', 'waist', 'hip'] })
    expect(adviceFor({ chest: 700 })).toMatchObject({ kind: 'outside', side: 'smaller', nearest: 'S' })
    expect(adviceFor({ chest: 1300 })).toMatchObject({ kind: 'outside', side: 'larger', nearest: 'L' })
  })

  test('the size of a garment that fits, or a larger one if the cut is smaller', () => {
    const person = personOf({
      measures: {},
      garments: [{ brand: 'A', category: 'tops', size: 'M', body: bodyOfSize(TOPS.rows, 'M') }],
    })
    expect(advise({ table: TOPS, person, feedback: QUIET })).toMatchObject({
      kind: 'size',
      size: 'M',
      why: [{ by: 'garment' }, {}, {}],
    })
    const smallCut: AdvisedTable = {
      source: 'brand',
      rows: [row('S', { chest: [820, 870] }), row('M', { chest: [880, 930] }), row('L', { chest: [940, 990] })],
    }
    expect(advise({ table: smallCut, person, feedback: QUIET })).toMatchObject({ kind: 'size', size: 'L' })
  })
})

/** A table of increasing chest sizes, which may leave gaps but never overlap. */
const tables = fc
  .array(fc.record({ step: fc.integer({ min: 20, max: 80 }), width: fc.integer({ min: 0, max: 19 }) }), {
    minLength: 1,
    maxLength: 8,
  })
  .map((steps): AdvisedTable => {
    let from = 700
    return {
      source: 'brand',
      rows: steps.map(({ step, width }, place) => {
        from += step
        return row(`size ${place}`, { chest: [from, from + width], waist: [from - 150, from - 150 + width] })
      }),
    }
  })
const counts = fc.record({ small: fc.nat(30), asExpected: fc.nat(30), large: fc.nat(30) })
const chest = fc.integer({ min: 600, max: 1600 })

describe('for any input', () => {
  test('larger measurements never give a smaller size', () => {
    fc.assert(
      fc.property(
        tables,
        chest,
        chest,
        fc.nat(300),
        fc.nat(300),
        counts,
        counts,
        (table, c, w, moreC, moreW, product, brand) => {
          const feedback = { product, brand }
          const [less, more] = [
            adviceFor({ chest: c, waist: w }, feedback, table),
            adviceFor({ chest: c + moreC, waist: w + moreW }, feedback, table),
          ]
          expect(placeOf(more, table)).toBeGreaterThanOrEqual(placeOf(less, table))
        },
      ),
    )
  })

  test("more 'ran small' reviews never give a smaller size, and more 'ran large' reviews never a larger one", () => {
    fc.assert(
      fc.property(tables, chest, counts, counts, fc.integer({ min: 1, max: 20 }), (table, c, product, brand, more) => {
        const at = (counted: FitCounts) => placeOf(adviceFor({ chest: c }, { product: counted, brand }, table), table)
        expect(at({ ...product, small: product.small + more })).toBeGreaterThanOrEqual(at(product))
        expect(at({ ...product, large: product.large + more })).toBeLessThanOrEqual(at(product))
      }),
    )
  })

  test('the chance is above zero and below certainty, and the second size never has a higher one', () => {
    fc.assert(
      fc.property(tables, chest, chest, counts, counts, (table, c, w, product, brand) => {
        const advice = adviceFor({ chest: c, waist: w }, { product, brand }, table)
        if (advice.kind !== 'size') return
        expect(advice.chance).toBeGreaterThan(0)
        expect(advice.chance).toBeLessThanOrEqual(MAX_SURE)
        if (advice.second) expect(advice.second.chance).toBeLessThanOrEqual(advice.chance + 1e-6)
        expect(advice.chance + (advice.second?.chance ?? 0)).toBeLessThanOrEqual(1 + 1e-6)
      }),
    )
  })
})

describe('reviews of the fit', () => {
  test('have little effect when few and more when many, and those of a brand apply to its unreviewed products', () => {
    const few = fitShift({ small: 1, asExpected: 0, large: 0 }, NOTHING).sizes
    const many = fitShift({ small: 40, asExpected: 5, large: 0 }, NOTHING).sizes
    const ofBrand = fitShift(NOTHING, { small: 60, asExpected: 20, large: 0 }).sizes
    expect(few).toBeGreaterThan(0)
    expect(few).toBeLessThan(0.15)
    expect(many).toBeGreaterThan(0.6)
    expect(ofBrand).toBeGreaterThan(0.4)
    expect(fitShift(NOTHING, NOTHING).sizes).toBe(0)
  })
})
