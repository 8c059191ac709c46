import { expect, test } from 'vitest'
import { toLookupText } from './lookup-text.ts'

test('has the name, each code once and the short id, a line each', () => {
  expect(
    toLookupText({
      id: '018f0000-0000-7000-8000-0000deadbeef',
      name: 'Crème T-Shirt',
      variants: [
        { sku: 'OSW-12/S', gtin: '4006381333931' },
        { sku: 'OSW-12/M', gtin: null },
        { sku: 'OSW-12/M', gtin: null },
        { sku: '--', gtin: null },
      ],
    }),
  ).toBe('creme t shirt\nosw 12 s\n4006381333931\nosw 12 m\ndeadbeef')
})
