import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MAX_PRODUCT } from '#server/products/incoming-product.schema.ts'
import {
  addCombinations,
  emptyForm,
  emptyRow,
  fieldName,
  parseList,
  rowName,
  sentForm,
  takeTheirs,
  type EditorRow,
} from './editor-form.ts'

const row = (given: Partial<EditorRow>): EditorRow => ({ ...emptyRow(), ...given })

describe('combinations', () => {
  test('fill the single empty row first, and copy its price to the others', () => {
    const first = row({ id: 'a', price: '49.90', stock: '3' })
    const { rows, added } = addCombinations([first], { sizes: ['S', 'M'], colours: ['Sage'], values: [] })
    expect(added).toBe(2)
    expect(rows).toMatchObject([
      { id: 'a', size: 'S', colourName: 'Sage', price: '49.90', stock: '3' },
      { id: null, size: 'M', colourName: 'Sage', price: '49.90', stock: '' },
    ])
  })

  test('have no duplicates, lose no row, respect the limit and include every requested combination', () => {
    const texts = fc.uniqueArray(fc.constantFrom('S', 'M', 'L', 'Sage', 'Ink', 'Long', '10', '12'), { maxLength: 8 })
    const many = fc.integer({ min: 0, max: 2_100 }).map((count) => Array.from({ length: count }, (_, n) => `n${n}`))
    fc.assert(
      fc.property(
        fc.array(texts, { maxLength: 4 }),
        texts,
        texts,
        fc.oneof(texts, many),
        (before, sizes, values, colours) => {
          const rows = before.flatMap((sized) => sized.map((size) => row({ id: size, size })))
          const result = addCombinations(rows, { sizes, colours, values })
          const names = result.rows.map((each) => rowName(each))
          expect(result.rows.length).toBeLessThanOrEqual(Math.max(MAX_PRODUCT.variants, rows.length))
          for (const { id } of rows) expect(result.rows.some((each) => each.id === id)).toBe(true)
          expect(result.rows.length).toBe(rows.length + result.added)
          expect(addCombinations(result.rows, { sizes, colours, values }).added).toBe(0)
          if (result.left === 0)
            for (const size of sizes)
              for (const colour of colours)
                for (const value of values)
                  expect(names).toContain(rowName({ size, colourName: colour, options: [value] }))
        },
      ),
    )
  })
})

test('splits a list at commas, semicolons or lines, without duplicates', () => {
  expect(parseList(' S, M;L\nm ,, ')).toEqual(['S', 'M', 'L'])
})

test("applies a single field of a colleague's change to the form", () => {
  const mine = {
    ...emptyForm(),
    name: 'Mine',
    optionNames: ['Length'],
    variants: [row({ id: 'a', price: '1', options: ['x'] })],
  }
  const theirs = {
    ...emptyForm(),
    name: 'Theirs',
    optionNames: ['Fit', 'Length'],
    variants: [row({ id: 'a', price: '2', options: ['f', 'y'] })],
  }
  expect(takeTheirs(mine, theirs, { field: 'name' })).toEqual({ ...mine, name: 'Theirs' })
  expect(takeTheirs(mine, theirs, { field: 'priceMinor', variantId: 'a' }).variants).toMatchObject([
    { price: '2', options: ['x'] },
  ])
  expect(takeTheirs(mine, theirs, { field: 'options', variantId: 'a' }).variants).toMatchObject([
    { price: '1', options: ['y'] },
  ])
})

test('numbers image errors by position in the form, including removed images', () => {
  const picture = { id: null, alt: '', colourName: '', picture: null, isOfStore: false }
  const form = {
    ...emptyForm(),
    pictures: [
      { ...picture, key: 'a', uploadId: 'a', isRemoved: true },
      { ...picture, key: 'b', uploadId: 'b', isRemoved: false },
    ],
  }
  expect(sentForm(form).pictures[0]?.uploadId).toBe('b')
  expect(fieldName('pictures.0', form)).toBe('Picture 2')
})
