import { expect, test } from 'vitest'
import { aboutMinor, formatAbout } from './about-money.ts'

const RATES = { USD: 1, GBP: 1.25, EUR: 1.1, JPY: 0.0064, KWD: 3.25 }

test.each([
  [10_000, 'USD', 'GBP', 8_000],
  [8_000, 'GBP', 'USD', 10_000],
  // Currencies with no decimals and with three.
  [15_000, 'JPY', 'USD', 9_600],
  [9_600, 'USD', 'JPY', 15_000],
  [10_500, 'KWD', 'EUR', 3_102],
  [0, 'EUR', 'USD', 0],
  [100, 'XPF', 'USD', null],
  [100, 'USD', 'XPF', null],
])('converts %d %s to %s: %s', (minor, from, to, about) => expect(aboutMinor(minor, from, to, RATES)).toBe(about))

test.each([
  [8_210, 'GBP', 'about £82'],
  [850, 'GBP', 'about £8.50'],
  [123_456, 'EUR', 'about €1,235'],
  [12, 'JPY', 'about ¥12'],
])('formats %d %s as %s', (minor, currency, text) => expect(formatAbout(minor, currency)).toBe(text))
