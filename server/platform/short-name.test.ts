import { expect, test } from 'vitest'
import { shortName } from './short-name.ts'

test.each([
  ['Ada Byron', 'Ada B.'],
  ['  ada   of   lovelace ', 'ada L.'],
  ['Ada_Lovelace', 'Ada L.'],
  ['Ada', 'Ada'],
  ['Ada \u{1F600}x', 'Ada \u{1F600}.'],
  ['Ada \u202EByron', 'Ada B.'],
  ['', ''],
  ['ada.lovelace@example.test', 'Customer'],
  ['https://evil.example/login', 'Customer'],
  ['evil.example', 'Customer'],
  ['Former customer', 'Former customer'],
])('shows %j as %j', (name, short) => {
  expect(shortName(name)).toBe(short)
})
