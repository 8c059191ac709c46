import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chooseVariant, type Variant } from './variant-choice.ts'

const variant = (given: Partial<Variant>): Variant => ({
  id: JSON.stringify(given),
  size: null,
  colourName: null,
  colourHex: null,
  sku: null,
  gtin: null,
  priceMinor: 100,
  originalPriceMinor: null,
  stock: 1,
  ...given,
})
const choose = (variants: Variant[], asked: { colour?: string; size?: string } = {}) =>
  chooseVariant(variants, { colour: null, size: null, ...asked })
const SHIRT = [
  variant({ colourName: 'Red', size: 'S', colourHex: '#ff0000' }),
  variant({ colourName: 'Red', size: 'M', stock: 0 }),
  variant({ colourName: 'Red', size: 'L', stock: null }),
  variant({ colourName: 'Blue', size: 'S', stock: 0 }),
  variant({ colourName: 'Blue', size: 'M', stock: 2 }),
]

describe('chooseVariant', () => {
  test('starts with the first colour and no size', () => {
    expect(choose(SHIRT)).toEqual({
      chosen: null,
      opened: null,
      colours: [
        { name: 'Red', hex: '#ff0000', isChosen: true },
        { name: 'Blue', hex: null, isChosen: false },
      ],
      sizes: [
        { size: 'S', isSoldOut: false, isChosen: false },
        { size: 'M', isSoldOut: true, isChosen: false },
        { size: 'L', isSoldOut: false, isChosen: false },
      ],
    })
  })
  test('chooses the variant in the URL', () =>
    expect(choose(SHIRT, { colour: 'Blue', size: 'M' }).chosen).toBe(SHIRT[4]))
  test('does not choose a sold-out size, and treats unknown stock as available', () => {
    expect(choose(SHIRT, { size: 'M' }).chosen).toBeNull()
    expect(choose(SHIRT, { size: 'L' }).chosen).toBe(SHIRT[2])
  })
  test('ignores unknown colours and sizes', () =>
    expect(choose(SHIRT, { colour: 'Plaid', size: 'XXXL' })).toEqual(choose(SHIRT)))
  test('preselects the only variant', () => {
    const [only, ring] = [variant({ size: 'One size', stock: 0 }), variant({})]
    expect(choose([only]).chosen).toBe(only)
    expect(choose([ring]).chosen).toBe(ring)
    expect(choose([])).toEqual({ chosen: null, opened: null, colours: [], sizes: [] })
  })
  test('chooses nothing if a size has several variants', () => {
    const kinds = [variant({ size: 'S', stock: 0, sku: 'petite' }), variant({ size: 'S', stock: 3, sku: 'tall' })]
    expect(choose([...kinds, variant({ size: 'M' })], { size: 'S' })).toMatchObject({
      chosen: null,
      sizes: [{ size: 'S', isSoldOut: false, isChosen: true }, { size: 'M' }],
    })
  })
  describe('opens the store with', () => {
    test('the chosen variant', () => expect(choose(SHIRT, { colour: 'Blue', size: 'M' }).opened).toBe(SHIRT[4]))
    test('a variant of the chosen colour when no size is chosen', () =>
      expect(choose(SHIRT, { colour: 'Blue' }).opened?.colourName).toBe('Blue'))
    test('an in-stock variant of the chosen size while another option is not chosen', () => {
      const [gone, there] = [
        variant({ size: 'S', stock: 0, sku: 'petite' }),
        variant({ size: 'S', stock: 3, sku: 'tall' }),
      ]
      expect(choose([gone, there, variant({ size: 'M' })], { size: 'S' }).opened).toBe(there)
    })
    test('no variant while nothing is chosen', () => expect(choose(SHIRT).opened).toBeNull())
  })
  test('never mixes colours, and preselects a sold-out size only if it is the only size', () => {
    const some = fc
      .record({
        size: fc.option(fc.constantFrom('S', 'M', 'L')),
        colourName: fc.option(fc.constantFrom('Red', 'Blue')),
        stock: fc.option(fc.nat(2)),
      })
      .map(variant)
    const asked = fc.record({
      colour: fc.constantFrom('Red', 'Blue', 'None'),
      size: fc.constantFrom('S', 'M', 'L', 'None'),
    })
    fc.assert(
      fc.property(fc.array(some), asked, (variants, wish) => {
        const { chosen, colours, sizes } = choose(variants, wish)
        expect(colours.filter(({ isChosen }) => isChosen).length).toBe(colours.length ? 1 : 0)
        expect(sizes.filter(({ isChosen }) => isChosen).length).toBeLessThanOrEqual(1)
        if (!chosen) return
        expect(variants).toContain(chosen)
        if (colours.length) expect(chosen.colourName).toBe(colours.find(({ isChosen }) => isChosen)?.name)
        if (sizes.length > 1) expect(chosen.stock).not.toBe(0)
      }),
    )
  })
})
