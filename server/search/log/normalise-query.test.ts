import { describe, expect, test } from 'vitest'
import { normaliseQuery } from './normalise-query.ts'

describe('normaliseQuery', () => {
  test.each([
    ['  Linen DRESSES ', 'linen dress'],
    ['Robe d’ÉTÉ', 'robe d ete'],
    ['t-shirts', 'tshirt'],
    ['!!! 👗', ''],
    ['', ''],
    ['x'.repeat(200), 'x'.repeat(100)],
    [`${'x'.repeat(99)} y`, 'x'.repeat(99)],
  ])('reads %j as %j', (query, words) => {
    expect(normaliseQuery(query)).toBe(words)
  })
})
