import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { summariseVariants } from './summarise-variants.ts'

const variant = fc.record({
  priceMinor: fc.nat(100_000),
  originalPriceMinor: fc.option(fc.nat(150_000)),
  stock: fc.option(fc.oneof(fc.constant(0), fc.nat(50))),
})

describe('summariseVariants', () => {
  test('uses the price of the cheapest available variant', () => {
    expect(
      summariseVariants([
        { priceMinor: 100, originalPriceMinor: 500, stock: 0 },
        { priceMinor: 200, originalPriceMinor: 300, stock: 2 },
        { priceMinor: 900, originalPriceMinor: null, stock: null },
      ]),
    ).toEqual({ priceMinor: 200, priceMaxMinor: 900, originalPriceMinor: 300, stock: 2, isInStock: true })
  })
  test('never counts unknown stock as in stock', () => {
    expect(summariseVariants([{ priceMinor: 100, originalPriceMinor: null, stock: null }])).toMatchObject({
      stock: null,
      isInStock: false,
    })
  })
  test('refuses a product without variants', () => expect(() => summariseVariants([])).toThrow(RangeError))

  test('agrees with its variants, for any variants in any order', () => {
    fc.assert(
      fc.property(fc.array(variant, { minLength: 1, maxLength: 12 }), (variants) => {
        const summary = summariseVariants(variants)
        const buyable = variants.filter(({ stock }) => stock !== 0)
        const known = variants.flatMap(({ stock }) => (stock === null ? [] : [stock]))
        expect(summary.priceMinor).toBe(
          Math.min(...(buyable.length ? buyable : variants).map(({ priceMinor }) => priceMinor)),
        )
        expect(summary.priceMaxMinor).toBe(
          Math.max(...(buyable.length ? buyable : variants).map(({ priceMinor }) => priceMinor)),
        )
        expect(summary.stock).toBe(known.length ? known.reduce((sum, stock) => sum + stock, 0) : null)
        expect(summary.isInStock).toBe(known.some((stock) => stock > 0))
        if (summary.originalPriceMinor !== null) {
          expect(summary.originalPriceMinor).toBeGreaterThan(summary.priceMinor)
          expect(variants).toContainEqual(
            expect.objectContaining({ priceMinor: summary.priceMinor, originalPriceMinor: summary.originalPriceMinor }),
          )
        }
        const { priceMinor, priceMaxMinor, stock, isInStock } = summariseVariants(variants.toReversed())
        expect({ priceMinor, priceMaxMinor, stock, isInStock }).toEqual({
          priceMinor: summary.priceMinor,
          priceMaxMinor: summary.priceMaxMinor,
          stock: summary.stock,
          isInStock: summary.isInStock,
        })
      }),
    )
  })
})
