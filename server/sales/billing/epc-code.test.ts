import fc from 'fast-check'
import { expect, test } from 'vitest'
import { epcCode } from './epc-code.ts'

const seller = { legalName: 'WTF Ltd', iban: 'DE89370400440532013000', bic: 'COBADEFFXXX' }
const transfer = { seller, currency: 'EUR', payableMinor: 123_456, reference: 'WTF-2026-000012' }

test('creates the lines of EPC069-12 for a transfer in euros', () => {
  expect(epcCode(transfer)).toBe(
    'BCD\n002\n1\nSCT\nCOBADEFFXXX\nWTF Ltd\nDE89370400440532013000\nEUR1234.56\n\n\nWTF-2026-000012',
  )
})

test.each([
  ['another currency', { currency: 'GBP' }],
  ['nothing to pay', { payableMinor: 0 }],
  ['more than the standard allows', { payableMinor: 100_000_000_000 }],
  ['no IBAN', { seller: { ...seller, iban: '' } }],
  ['no seller', { seller: null }],
])('creates no code for %s', (_name, given) => {
  expect(epcCode({ ...transfer, ...given })).toBeNull()
})

test('creates eleven lines and a name of at most 70 characters for any seller', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme-composite', maxLength: 200 }), (legalName) => {
      const lines = (epcCode({ ...transfer, seller: { ...seller, legalName } }) ?? '').split('\n')
      expect(lines).toHaveLength(11)
      expect([...(lines[5] ?? '')].length).toBeLessThanOrEqual(70)
    }),
  )
})
