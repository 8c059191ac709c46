import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { IncomingProduct } from '#server/products/incoming-product.schema.ts'
import { SeenCodes } from './seen-codes.ts'

const product = (handle: string, codes: Array<{ sku?: string; gtin?: string }>) =>
  ({ handle, variants: codes }) as unknown as IncomingProduct

test('remembers the first product with each code', () => {
  const code = fc.integer({ min: 0, max: 30 }).map(String)
  const given = fc.record({
    handle: fc.constantFrom('a', 'b', 'c', 'd'),
    codes: fc.array(fc.record({ sku: code, gtin: code }, { requiredKeys: [] }), { maxLength: 6 }),
  })
  fc.assert(
    fc.property(fc.array(given, { maxLength: 30 }), (products) => {
      const seen = new SeenCodes()
      const first = new Map<string, { handle: string; line: number }>()
      for (const [index, { handle, codes }] of products.entries()) {
        const own = codes.flatMap(({ sku, gtin }) => [
          ...(sku === undefined ? [] : [`SKU ${sku}`]),
          ...(gtin === undefined ? [] : [`GTIN ${gtin}`]),
        ])
        const twin = own.find((one) => first.has(one) && first.get(one)?.handle !== handle)
        expect(own.filter((one) => seen.has(one))).toEqual(own.filter((one) => first.has(one)))
        expect(seen.add(product(handle, codes), index + 2)).toEqual(
          twin === undefined ? null : { code: twin, ...first.get(twin) },
        )
        for (const one of own) if (!first.has(one)) first.set(one, { handle, line: index + 2 })
      }
    }),
  )
})

test('finds every known code among many, and no others', () => {
  const seen = new SeenCodes()
  const many = 20_000
  for (let at = 0; at < many; at++) seen.add(product(`p${at}`, [{ sku: `S-${at}`, gtin: `${at}` }]), at)
  for (let at = 0; at < many; at += 7) {
    expect(seen.has(`SKU S-${at + many}`)).toBe(false)
    expect(seen.add(product('other', [{ gtin: `${at}` }]), 0)).toEqual({
      code: `GTIN ${at}`,
      handle: `p${at}`,
      line: at,
    })
  }
})
