import fs from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { CATEGORIES } from '#demo/catalogue/categories.ts'
import { toSlug } from '#server/catalogue/slug.ts'
import { analyseName, LearntWords } from './learnt-words.ts'
import { buildLexicon, learntNames } from './lexicon.ts'
import { understandQuery } from './understand-query.ts'

const CATALOGUE = { categories: CATEGORIES, tags: [], colours: ['black', 'sage green'], sizes: ['UK 12', 'M', 'W32'] }
const without = buildLexicon({ ...CATALOGUE, brands: [] })
const withLabels = (names: readonly string[], isOwned = true, tags: readonly string[] = []) => {
  const learnt = new LearntWords()
  const brands = names.map((name) => ({ slug: toSlug(name), name, isOwned }))
  for (const name of learntNames({ brands, tags })) learnt.add(analyseName(name))
  return { ...without, learnt }
}
const goldens = parse(fs.readFileSync(new URL('golden-queries.yaml', import.meta.url), 'utf8')) as Array<{ q: string }>
/** Words that shoppers use, without those that match a label. */
const words = [...new Set(goldens.flatMap(({ q }) => q.split(' ')))]
  .concat(
    'black dress',
    'wedding guest',
    'summer',
    'M',
    '12',
    'W32',
    'under 50',
    'size',
    'not',
    'without',
    'robe',
    'noire',
    'for',
    'co',
  )
  .filter((word) => {
    const { brands, tags, unknownWords, not, corrections } = understandQuery(word, without)
    // Leave out unknown and misspelt words, because a label may contain them.
    const isOther = unknownWords.length + not.length + corrections.length > 0
    return !brands.length && !tags.some((tag) => tag === word) && !isOther
  })
const sentence = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 6 }).map((parts) => parts.join(' '))
const invented = fc.constantFrom('zq', 'Zaltburg', 'co', 'ÅVÉNE', 'blakc', 'dres', 'Zаra', 'Za\u200bra')
const label = fc
  .array(fc.oneof(fc.constantFrom(...words), invented), { minLength: 1, maxLength: 4 })
  .map((parts) => parts.join(' '))

describe("partners' labels and tags", () => {
  test('never change the meaning of a sentence of known words', () => {
    fc.assert(
      fc.property(
        fc.array(label, { maxLength: 12 }),
        fc.array(label, { maxLength: 6 }),
        fc.boolean(),
        sentence,
        (names, tags, isOwned, q) => {
          expect(understandQuery(q, withLabels(names, isOwned, tags))).toEqual(understandQuery(q, without))
        },
      ),
      { numRuns: 150 },
    )
  })

  test('are ignored if they are common shopping terms, even if a partner owns the brand', () => {
    const names = [
      'Black Dress',
      'Wedding Guest',
      'Summer',
      'Summer Dress',
      'M',
      '12',
      'W32',
      'Under 50',
      'Not',
      'Without',
      'For',
      'Size',
      'Robe Noire',
      'Cotton & Linen',
      'Sage Green',
    ]
    const lexicon = withLabels(names, true, names)
    for (const q of [...names, ...names.map((name) => `${name} cardigan under £80, not red, size 12`)])
      expect({ q, ...understandQuery(q, lexicon) }).toEqual({ q, ...understandQuery(q, without) })
  })

  test('do not match misspelt known words, except for the exact name of an owned brand', () => {
    const q = 'blakc dres'
    expect(understandQuery(q, withLabels(['Blakc', 'Dres', 'Blakc Dres'], false))).toEqual(understandQuery(q, without))
    expect(understandQuery('coast dress', withLabels(['Coast'], true))).toMatchObject({
      brands: ['coast'],
      categories: ['dresses'],
    })
  })

  test('are learnt as brands only if a partner owns them', () => {
    const q = 'black dress zaltburg'
    expect(understandQuery(q, withLabels(['Black Dress Zaltburg'], false))).toEqual(understandQuery(q, without))
    expect(understandQuery(q, withLabels(['Black Dress Zaltburg'], true)).brands).toEqual(['black-dress-zaltburg'])
    expect(understandQuery('zaltburg coat', withLabels(['Zaltburg'], false))).toMatchObject({
      brands: [],
      rest: 'zaltburg',
    })
  })

  test('resolve a distinctive word of two labels to the owned brand', () => {
    const catalogue = {
      ...CATALOGUE,
      brands: [
        { slug: 'splitridge-running', name: 'Splitridge Running', isOwned: true },
        { slug: 'splitridge-vale', name: 'Splitridge Vale', isOwned: false },
        { slug: 'flattering-zq', name: 'Flattering Zq', isOwned: false },
      ],
    }
    const lexicon = buildLexicon(catalogue)
    expect(understandQuery('splitridge tights', lexicon).brands).toEqual(['splitridge-running'])
    expect(understandQuery('flattering coat', lexicon)).toMatchObject({ brands: [], rest: 'flattering' })
  })

  test('have the same meaning in any order of additions and removals', () => {
    fc.assert(
      fc.property(
        fc.array(label, { minLength: 1, maxLength: 10 }),
        fc.array(label, { maxLength: 10 }),
        sentence,
        label,
        (names, gone, q, named) => {
          const entryOf = (name: string) => analyseName({ kind: 'brand', value: toSlug(name), name, isOwned: true })
          const once = (list: readonly string[]) => [...new Map(list.map((name) => [toSlug(name), name])).values()]
          const stay = once(names)
          const left = once(gone).filter((name) => !stay.some((other) => toSlug(other) === toSlug(name)))
          const learnt = new LearntWords()
          const added = left.map(entryOf)
          for (const entry of [...added, ...stay.toReversed().map(entryOf)]) learnt.add(entry)
          for (const entry of added) learnt.remove(entry)
          const text = `${q} ${named}`
          const expected = withLabels(stay)
          expect(understandQuery(text, { ...without, learnt })).toEqual(understandQuery(text, expected))
          expect(learnt.size).toBe(expected.learnt.size)
        },
      ),
      { numRuns: 100 },
    )
  })
})
