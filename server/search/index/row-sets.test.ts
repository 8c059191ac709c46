import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addRow, RowSets, sortRows, wordsFor } from './row-sets.ts'

const setOf = (rows: number[], count: number) => {
  const set = new Uint32Array(wordsFor(count))
  for (const row of rows) addRow(set, row)
  return set
}

test('separates rows that pass all filters from rows that fail exactly one', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.boolean(), fc.boolean(), fc.boolean(), fc.boolean()), { minLength: 1, maxLength: 200 }),
      (rows) => {
        const where = (test: (row: (typeof rows)[number]) => boolean | undefined) =>
          rows.flatMap((row, at) => (test(row) ? [at] : []))
        const set = (place: number) =>
          setOf(
            where((row) => row[place]),
            rows.length,
          )
        const { found, onlyFailing } = sortRows(
          set(3),
          [1, 2, 5],
          [set(0), set(1), set(2)],
          new Uint32Array(rows.length),
        )
        expect([...found]).toEqual(where(([a, b, c, isAmong]) => a && b && c && isAmong))
        expect([...(onlyFailing[1] ?? [])]).toEqual(where(([a, b, c, isAmong]) => !a && b && c && isAmong))
        expect([...(onlyFailing[2] ?? [])]).toEqual(where(([a, b, c, isAmong]) => a && !b && c && isAmong))
        expect([...(onlyFailing[5] ?? [])]).toEqual(where(([a, b, c, isAmong]) => a && b && !c && isAmong))
      },
    ),
  )
})

test('tests each row once for a cached filter, even if rows are added', () => {
  const sets = new RowSets()
  const tested: number[] = []
  const filter = {
    facet: 1,
    key: 'thirds',
    test: (rows: Uint32Array, count: number, passed: Uint8Array) => {
      for (let at = 0; at < count; at++) {
        tested.push(rows[at] as number)
        passed[at] = (rows[at] as number) % 3 === 0 ? 1 : 0
      }
    },
  }
  const thirds = (count: number) =>
    setOf(
      Array.from({ length: Math.ceil(count / 3) }, (_, at) => at * 3),
      count,
    )
  const everything = (count: number) => setOf([...Array(count).keys()], count)
  expect(sets.passing(filter, everything(9_000), 9_000)).toEqual(thirds(9_000))
  expect(sets.passing(filter, everything(9_000), 9_000)).toEqual(thirds(9_000))
  expect(tested).toHaveLength(9_000)
  expect(sets.passing(filter, everything(9_050), 9_050)).toEqual(thirds(9_050))
  expect(tested.length).toBeLessThan(9_100)
})

test('tests only the candidate rows if there are few', () => {
  const tested: number[] = []
  const filter = {
    facet: 1,
    key: 'all',
    test: (rows: Uint32Array, count: number, passed: Uint8Array) => {
      tested.push(...rows.subarray(0, count))
      passed.fill(1, 0, count)
    },
  }
  const few = setOf([3, 64, 999], 1_000)
  expect(new RowSets().passing(filter, few, 1_000)).toEqual(few)
  expect(tested).toEqual([3, 64, 999])
})
