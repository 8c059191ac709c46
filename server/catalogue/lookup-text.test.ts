import { expect, test } from 'vitest'
import { toLookupText } from './lookup-text.ts'

test('contains the name and each distinct code, one per line', () => {
  expect(
    toLookupText({
      name: 'Crème T-Shirt',
      variants: [
        { sku: 'OSW-12/S', gtin: '4006381333931' },
        { sku: 'OSW-12/M', gtin: null },
        { sku: 'OSW-12/M', gtin: null },
        { sku: '--', gtin: null },
      ],
    }),
  ).toBe('creme t shirt\nosw 12 s\n4006381333931\nosw 12 m')
})
