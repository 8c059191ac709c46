import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { EU_MEMBERS, VAT_RATES } from './vat-rates.values.ts'
import { decideVat, groupVat, isInEu, standardRate, vatOn } from './vat.ts'

const TODAY = new Date('2026-11-27')
const party = (country: string, vatNumber = `${country}1`) => ({ country, vatNumber })
const amount = fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n })
const rate = fc.integer({ min: 0, max: 3_000 })

describe('the VAT rate', () => {
  test('depends on the date', () => {
    expect(
      ['2020-06-30', '2020-07-01', '2020-12-31', '2021-01-01'].map((day) => standardRate('DE', new Date(day))),
    ).toEqual([1_900, 1_600, 1_600, 1_900])
    expect(standardRate('US', TODAY)).toBeNull()
  })

  test('is known for every member of the EU, and unique per country and day', () => {
    for (const { country } of EU_MEMBERS)
      expect({ country, rate: standardRate(country, TODAY) ?? 0 }).not.toEqual({ country, rate: 0 })
    const days = VAT_RATES.map(({ country, from }) => `${country} ${from}`)
    expect(new Set(days).size).toBe(days.length)
  })
})

describe('the VAT treatment', () => {
  test.each([
    ['no seller profile', null, party('GB'), 'none', 0],
    ['a seller without a VAT number', party('GB', ''), party('GB'), 'not_registered', 0],
    ['within the United Kingdom', party('GB'), party('GB'), 'domestic', 2_000],
    ['a British buyer without a VAT number', party('GB'), party('GB', ''), 'domestic', 2_000],
    ['a buyer without billing details', party('DE'), null, 'domestic', 1_900],
    ['from Germany to France', party('DE'), party('FR'), 'reverse_charge', 0],
    ['from Germany to a French buyer without a VAT number', party('DE'), party('FR', ''), 'domestic', 1_900],
    ['from Germany to the United Kingdom', party('DE'), party('GB'), 'outside_scope', 0],
    ['from the United Kingdom to Germany', party('GB'), party('DE'), 'outside_scope', 0],
    ['from the United Kingdom to the United States', party('GB'), party('US', ''), 'outside_scope', 0],
  ] as const)('%s', (_name, seller, buyer, treatment, rateBps) => {
    expect(decideVat(seller, buyer, TODAY)).toEqual({ treatment, rateBps })
  })

  test('between Germany and the United Kingdom changed with Brexit', () => {
    const on = (day: string) => decideVat(party('DE'), party('GB'), new Date(day)).treatment
    expect([on('2020-12-31'), on('2021-01-01')]).toEqual(['reverse_charge', 'outside_scope'])
    expect([isInEu('GB', new Date('2020-12-31')), isInEu('GB', new Date('2021-01-01'))]).toEqual([true, false])
  })
})

describe('the VAT amount', () => {
  test('rounds halves away from zero', () => {
    expect([vatOn(5n, 1_000), vatOn(4n, 1_000), vatOn(-5n, 1_000), vatOn(15n, 1_000), vatOn(25n, 1_000)]).toEqual([
      1n,
      0n,
      -1n,
      2n,
      3n,
    ])
  })

  test('is rounded to the nearest minor unit, and symmetric around zero', () => {
    fc.assert(
      fc.property(amount, rate, (netMinor, rateBps) => {
        const vat = vatOn(netMinor, rateBps)
        const error = vat * 10_000n - netMinor * BigInt(rateBps)
        expect(error < 0n ? -error : error).toBeLessThanOrEqual(5_000n)
        expect(vatOn(-netMinor, rateBps)).toBe(-vat)
      }),
    )
  })

  test('of an invoice adds up over its VAT groups, in any order of its lines', () => {
    const line = fc.record({
      treatment: fc.constantFrom('domestic' as const, 'reverse_charge' as const),
      rateBps: fc.constantFrom(0, 810, 2_000),
      amountMinor: amount,
    })
    fc.assert(
      fc.property(fc.array(line, { maxLength: 40 }), (lines) => {
        const groups = groupVat(lines)
        const sum = (some: readonly bigint[]) => some.reduce((total, each) => total + each, 0n)
        expect(sum(groups.map(({ netMinor }) => netMinor))).toBe(sum(lines.map(({ amountMinor }) => amountMinor)))
        for (const { netMinor, vatMinor, rateBps } of groups) expect(vatMinor).toBe(vatOn(netMinor, rateBps))
        const named = (some: typeof groups) =>
          some.map(({ treatment, rateBps, vatMinor }) => `${treatment} ${rateBps} ${vatMinor}`).toSorted()
        expect(named(groupVat(lines.toReversed()))).toEqual(named(groups))
      }),
    )
  })
})
