import { expect, test } from 'vitest'
import { NO_SIZES } from './person.schema.ts'
import { parseSizesForm, parseShopperSizes } from './sizes-form.schema.ts'

const GARMENT = { brand: 'A', category: 'tops', size: 'M', body: { chest: [940, 990] as [number, number] } }
const TOLD = { measures: { chest: 960, foot: 250 }, garments: [GARMENT], unit: 'cm' as const }
const read = (texts: Record<string, string>, told: object = TOLD) =>
  parseSizesForm({ told: JSON.stringify(told), ...texts })

test('reads measurements in the chosen unit, keeps the others, and removes cleared ones', () => {
  expect(read({ chest: '38', waist: '31 1/2', unit: 'in' })).toEqual({
    sizes: null,
    errors: { waist: expect.stringContaining('number') },
  })
  expect(read({ chest: '38', waist: '80 cm', unit: 'in' }).sizes).toEqual({
    ...TOLD,
    unit: 'in',
    measures: { chest: 965, waist: 800, foot: 250 },
  })
  expect(read({ chest: ' ' }).sizes?.measures).toEqual({ foot: 250 })
})

test('rejects impossible values at their field, in the chosen unit', () => {
  expect(read({ chest: '38' }).errors).toEqual({ chest: 'Chest should be between 50 and 200 cm. Is the unit right?' })
  expect(read({ chest: '90-95' }).errors).toHaveProperty('chest')
})

test('removes garments by position', () => {
  expect(read({ drop0: 'on' }).sizes?.garments).toEqual([])
  expect(read({ drop1: 'on' }).sizes?.garments).toEqual([GARMENT])
})

test.each(['', 'junk', '{}', '[]', '{"measures":{"chest":1},"garments":[]}', JSON.stringify({ ...TOLD, more: 1 })])(
  'returns no sizes for %j',
  (text) => expect(parseShopperSizes(text)).toEqual(NO_SIZES),
)
