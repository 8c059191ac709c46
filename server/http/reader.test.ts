import { expect, test } from 'vitest'
import { readerOf, variantOf } from './reader.ts'

const read = (languages: string | null, cookies: Record<string, string> = {}) =>
  readerOf({ cookie: (name) => cookies[name] }, new Headers(languages === null ? {} : { 'accept-language': languages }))

test.each([
  ['en-GB,en;q=0.9', 'GBP'],
  ['de-DE', 'EUR'],
  ['de', 'EUR'],
  ['zh-Hant-US', 'USD'],
  ['en-ca;q=0.8', 'CAD'],
  ['en', null],
  ['ja-JP', null],
  ['*', null],
  [`${'x'.repeat(100_000)}-GB`, null],
  [null, null],
])('derives the currency from the languages %s: %s', (languages, currency) =>
  expect(read(languages).pricesIn).toBe(currency),
)

test('prefers the chosen currency to that of the region', () => {
  expect(read('en-GB', { wtf_prices_in: 'EUR' }).pricesIn).toBe('EUR')
  expect(read('en-GB', { wtf_prices_in: 'own' }).pricesIn).toBeNull()
  expect(read('en-GB', { wtf_prices_in: '<script>' }).pricesIn).toBe('GBP')
  expect(read(null, { wtf_theme: 'light' }).theme).toBe('light')
  expect(read(null, { wtf_theme: 'pink' }).theme).toBeNull()
})

test('limits the number of cached page variants', () => {
  const all = ['USD', 'GBP', 'EUR', 'CAD', 'own'].flatMap((wtf_prices_in) =>
    ['light', 'dark', ''].map((wtf_theme) => variantOf(read(null, { wtf_prices_in, wtf_theme }))),
  )
  expect(new Set(all).size).toBe(15)
})
