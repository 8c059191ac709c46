import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toSearchText } from './search-text.ts'
import { spellOut } from './spell-out.ts'

test.each([
  ['Müller', 'mueller'],
  ['Søren & Bjørn', 'soeren bjoern'],
  ['Åkerström Café', 'aakerstroem cafe'],
  ['MU\u0308LLER', 'mueller'],
  ['Jäger Boot 2', 'jaeger boot 2'],
  ['Blü', ''],
  ['Blue Shoes', ''],
  ['Café', ''],
  ['', ''],
])('spells out %j as %j', (text, typed) => expect(spellOut(text)).toBe(typed))

test('returns normalised search text with the same number of words', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'aeouäöüøåÄÖÜØÅß -&1'), maxLength: 30 }), (text) => {
      const spelled = spellOut(text)
      expect(toSearchText(spelled)).toBe(spelled)
      if (spelled) expect(spelled.split(' ')).toHaveLength(toSearchText(text).split(' ').length)
    }),
    { numRuns: 2_000 },
  )
})
