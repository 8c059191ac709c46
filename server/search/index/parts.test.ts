import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { IdTable } from './id-table.ts'
import { selectPage } from './select-page.ts'
import { isOneErrorApart, nearestOf, Vocabulary } from './vocabulary.ts'

describe('IdTable', () => {
  test('finds the newest row of every ID, and returns IDs unchanged', () => {
    fc.assert(
      fc.property(fc.array(fc.uuid(), { maxLength: 3_000 }), fc.uuid(), (ids, other) => {
        const table = new IdTable()
        const all = [...ids, ...ids.slice(0, 20)]
        for (const id of all) table.push(id)
        for (const [row, id] of all.entries()) expect(table.idOf(row)).toBe(id)
        for (const id of ids) expect(table.find(id)).toBe(all.lastIndexOf(id))
        if (!ids.includes(other)) expect(table.find(other)).toBe(-1)
      }),
      { numRuns: 20 },
    )
  })
  test('orders IDs like their text', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.uuid(), (a, b) => {
        const table = new IdTable()
        table.push(a)
        table.push(b)
        expect(Math.sign(table.compare(0, 1))).toBe(a < b ? -1 : a > b ? 1 : 0)
      }),
    )
  })
})

describe('selectPage', () => {
  test('returns the same page as a full sort, near the beginning and far from it', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 6_000 }),
        fc.integer({ min: 0, max: 6_500 }),
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 1, max: 500 }),
        (count, from, size, ties) => {
          const key = (row: number) => Math.imul(row, 2_654_435_761) % ties
          const order = (a: number, b: number) => key(a) - key(b) || a - b
          const rows = Uint32Array.from({ length: count }, (_, row) => row)
          const sorted = [...rows].sort(order)
          expect(selectPage(rows, from, from + size, order)).toEqual(sorted.slice(from, from + size))
        },
      ),
      { numRuns: 60 },
    )
  })
})

describe('Vocabulary', () => {
  test('gives every row the best score of its terms', () => {
    const term = fc.constantFrom('a', 'b', 'linen', 'wedding_guest')
    const products = fc.array(
      fc.uniqueArray(fc.record({ term, field: fc.nat(3) }), { selector: ({ term: of }) => of, maxLength: 3 }),
      { maxLength: 600 },
    )
    fc.assert(
      fc.property(products, fc.array(fc.nat(300), { maxLength: 5 }), (rows, gaps) => {
        const vocabulary = new Vocabulary()
        const skip = gaps.reduce((sum, gap) => sum + gap * 100, 0)
        for (const [row, terms] of rows.entries())
          for (const { term: text, field } of terms) vocabulary.add(text, row * (1 + skip), field)
        const points = new Uint8Array(rows.length * (1 + skip) + 1)
        vocabulary.score('linen', [100, 90, 60, 20], points)
        vocabulary.score('a', [10, 0, 5, 0], points)
        for (const [row, terms] of rows.entries()) {
          const worth = terms.map(({ term: text, field }) =>
            text === 'linen' ? [100, 90, 60, 20][field]! : text === 'a' ? [10, 0, 5, 0][field]! : 0,
          )
          expect(points[row * (1 + skip)]).toBe(Math.max(0, ...worth))
        }
      }),
      { numRuns: 50 },
    )
  })
  test('finds terms by prefix, except terms of several words', () => {
    const vocabulary = new Vocabulary()
    for (const text of ['trouser', 'trench', 'tr', 'wedding_guest', 'weddings', 'zip', 'été'])
      vocabulary.add(text, 0, 0)
    expect(vocabulary.withPrefix('tr')).toEqual(['tr', 'trench', 'trouser'])
    expect(vocabulary.withPrefix('wedding')).toEqual(['weddings'])
    expect(vocabulary.withPrefix('zz')).toEqual([])
    vocabulary.add('trim', 1, 0)
    expect(vocabulary.withPrefix('tr')).toEqual(['tr', 'trench', 'trim', 'trouser'])
  })
})

describe('nearestOf', () => {
  const vocabulary = new Vocabulary()
  for (const text of ['handle', 'sandal', 'dress', 'trouser', 'blazer', 'well', 'saddle']) vocabulary.add(text, 0, 0)
  test.each<[string, string]>([
    ['sandle', 'sandal'],
    ['trowser', 'trouser'],
    ['blazre', 'blazer'],
    ['dres', 'dress'],
    ['sweter', 'sweater'],
  ])('for %j includes %j', (typed, expected) => {
    expect(nearestOf(typed, vocabulary, new Set(['sweater', 'sneaker']))).toContain(expected)
  })
  test('is empty for a word without similar ones', () =>
    expect(nearestOf('zeppelin', vocabulary, new Set())).toEqual([]))
})

describe('isOneErrorApart', () => {
  test.each([
    ['dress', 'drss', true],
    ['dress', 'dresss', true],
    ['dress', 'drass', true],
    ['dress', 'derss', true],
    ['dress', 'dress', false],
    ['dress', 'drs', false],
    ['dress', 'sserd', false],
    ['ab', 'ba', true],
    ['', 'a', true],
  ])('%j and %j: %s', (a, b, expected) => {
    expect(isOneErrorApart(a, b)).toBe(expected)
    expect(isOneErrorApart(b, a)).toBe(expected)
  })
  test('is true for any word with one error', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 2, maxLength: 12 }),
        fc.nat(),
        fc.string({ minLength: 1, maxLength: 1 }),
        (word, at, letter) => {
          const place = at % word.length
          for (const typed of [
            word.slice(0, place) + letter + word.slice(place),
            word.slice(0, place) + word.slice(place + 1),
            word.slice(0, place) + letter + word.slice(place + 1),
          ]) {
            expect(isOneErrorApart(word, typed)).toBe(typed !== word)
          }
        },
      ),
    )
  })
})
