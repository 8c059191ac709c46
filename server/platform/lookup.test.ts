import { expect, test } from 'vitest'
import { lookup } from './lookup.schema.ts'

test('a lookup table has no inherited keys', () => {
  const table = lookup({ women: 'Women' })
  expect(table.women).toBe('Women')
  for (const name of ['constructor', 'toString', '__proto__', 'hasOwnProperty']) {
    expect(table[name]).toBeUndefined()
    expect(name in table).toBe(false)
  }
  expect(Object.entries(table)).toEqual([['women', 'Women']])
})
