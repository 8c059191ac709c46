import { expect, test } from 'vitest'
import { findNearly } from './find-nearly.ts'
import type { Understanding } from './search.types.ts'
import { NOTHING_ASKED } from '#tests/setup/understanding.ts'

const asked: Understanding = {
  ...NOTHING_ASKED,
  categories: ['short-skirts'],
  sizes: ['UK 8'],
  colours: ['black'],
  materials: ['wool'],
}
const names = { categories: [], brands: [] }

test('ranks a similar kind in the requested colour above the requested kind in other colours', async () => {
  const searches: string[] = []
  const nearly = await findNearly(asked, [{ id: 'found', alike: null }], names, async (several) => {
    searches.push(...several.map(({ categories, colours, sizes }) => [...categories, ...colours, ...sizes].join(' ')))
    return several.map((_, at) => [{ id: String(at), alike: null }])
  })
  expect(searches).toEqual(['short-skirts black UK 8', 'denim-skirts black UK 8', 'short-skirts UK 8'])
  expect(nearly?.without).toEqual(['Wool', 'Black', 'Short skirts'])
})

test('keeps the kind if there is no similar kind', async () => {
  const searches: string[] = []
  const boots = { ...asked, categories: ['ankle-boots'] }
  await findNearly(boots, [{ id: 'found', alike: null }], names, async (several) => {
    searches.push(...several.map(({ categories }) => categories.join(' ')))
    return several.map(() => [])
  })
  expect(searches).toEqual(['ankle-boots', 'ankle-boots'])
})
