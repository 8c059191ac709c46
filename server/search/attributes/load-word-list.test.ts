import { expect, test } from 'vitest'
import { z } from 'zod'
import { PhraseTable } from './phrase-table.ts'
import { names, loadWordList } from './load-word-list.ts'

test('names the file and the invalid entry in an error', () => {
  const schema = z.object({ families: z.array(z.object({ key: z.string(), swatch: z.string() })) })
  expect(() => loadWordList('colours.yaml', schema)).toThrow('colours.yaml: families > black > swatch: ')
  expect(() => loadWordList('nothing.yaml', schema)).toThrow('nothing.yaml: ')
})
test('splits a line into names', () => expect(names.parse(' navy blue, navy ,, ')).toEqual(['navy blue', 'navy']))
test('rejects duplicate phrases, and finds the longest phrase', () => {
  const table = new PhraseTable<string>('list.yaml')
  table.add('leather', 'leather')
  table.add('vegan leather', 'faux')
  expect(() => table.add('Leathers', 'again')).toThrow("list.yaml: 'Leathers'")
  expect(() => table.add('!', 'nothing')).toThrow("list.yaml: '!'")
  expect(table.scan(['vegan', 'leather', 'and', 'leather', 'constructor'])).toEqual(['faux', 'leather'])
})
