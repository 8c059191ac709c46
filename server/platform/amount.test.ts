import fs from 'node:fs'
import path from 'node:path'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseAmount, parseAmountOrNull } from './amount.schema.ts'
import { decimalsOf, toAmount } from './money.schema.ts'

const CASES = path.join(import.meta.dirname, '../importing/fixtures/cases/33-amounts.csv')
const cases = parse(fs.readFileSync(CASES, 'utf8'), { from_line: 2 }) as string[][]

describe('reading amounts as people write them', () => {
  test.each(cases)('parses %s in %s', (written, currency, minor) =>
    expect(parseAmountOrNull(written ?? '', currency ?? '')).toBe(minor === '' ? null : BigInt(minor ?? '')),
  )

  test.each([
    ['79.50', 7_950n],
    ['79,50', 7_950n],
    ['79,5', 7_950n],
    ['79', 7_900n],
    ['€ 40', 4_000n],
    ['40 €', 4_000n],
    ['40€ EUR', 4_000n],
    ['1,090', 109_000n],
    ['1,090.00', 109_000n],
    ['1.090,00', 109_000n],
    ["1'090.5", 109_050n],
    ['1 234 567,89', 123_456_789n],
    ['89,-', 8_900n],
    ['180.0000', 18_000n],
    ['0.500', 50n],
    ['0', 0n],
  ])('parses %s in euros', (text, minor) => expect(parseAmountOrNull(text, 'EUR')).toBe(minor))

  test.each([
    '',
    'much',
    'from 40',
    '-5',
    '€ -5',
    '1,09,0',
    '12.3456',
    '1.2.3',
    '5%',
    '1e5',
    '٣',
    '1.234.56',
    '1,234,56',
  ])('rejects %j', (text) => expect(parseAmountOrNull(text, 'EUR')).toBeNull())

  test.each([
    ['1.450', 'EUR', ['1.45', '1450']],
    ['1.450 €', 'EUR', ['1.45', '1450']],
    ['9,750 KWD', 'KWD', ['9.75', '9750']],
  ])('reports %s as ambiguous', (text, currency, either) =>
    expect(parseAmount(text, currency)).toEqual({ kind: 'ambiguous', either }),
  )

  test.each([
    ['USD 1,090', 'EUR', 'USD'],
    ['$40', 'EUR', '$'],
    ['64.0 EUR', 'GBP', 'EUR'],
    ['£12', 'EUR', '£'],
    ['1 299 kr', 'EUR', 'kr'],
  ])('recognises %s as foreign in a store with prices in %s', (text, currency, given) =>
    expect(parseAmount(text, currency)).toEqual({ kind: 'foreign', given }),
  )

  test('reads every amount in every notation of its currency', () => {
    const currency = fc.constantFrom('EUR', 'USD', 'SEK', 'JPY', 'KWD', 'TND', 'INR', 'CHF', 'HUF')
    const groups = fc.constantFrom(
      ['', '.'],
      ['', ','],
      [',', '.'],
      ['.', ','],
      [' ', ','],
      ['\u202f', ','],
      ['’', '.'],
    )
    const place = fc.constantFrom('CODE 1', '1 CODE', 'CODE1', '1CODE', '1')
    fc.assert(
      fc.property(
        currency,
        groups,
        place,
        fc.integer({ min: 0, max: 2_000_000_000 }),
        (code, [group, point], at, minor) => {
          const [whole = '', fraction = ''] = toAmount(minor, code).split('.')
          const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, group ?? '')
          const amount = fraction === '' ? grouped : `${grouped}${point}${fraction}`
          const read = parseAmount(at.replace('1', () => amount).replace('CODE', code), code)
          // '9,750' in a currency with three decimals is never guessed.
          if ('kind' in read)
            expect({ kind: read.kind, decimals: decimalsOf(code), point }).toEqual({
              kind: 'ambiguous',
              decimals: 3,
              point: ',',
            })
          else expect(read).toEqual({ minor: BigInt(minor) })
        },
      ),
      { numRuns: 2_000 },
    )
  })

  test('returns a result for any text', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom('EUR', 'JPY', 'KWD'), (text, currency) => {
        const read = parseAmount(text, currency)
        expect('kind' in read || read.minor >= 0n).toBe(true)
      }),
      { numRuns: 2_000 },
    )
  })
})

test('puts the minus sign in front of a negative amount', () => {
  expect([toAmount(-5, 'GBP'), toAmount(-4_990, 'GBP'), toAmount(-5, 'JPY')]).toEqual(['-0.05', '-49.90', '-5'])
})
