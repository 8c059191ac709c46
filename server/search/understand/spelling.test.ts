import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Spelling, type KnownWord } from './spelling.ts'

const kinds = ['sandal', 'shirt', 'skirt', 'trouser', 'short', 'coat', 'dress', 'scarf', 'top', 'boot']
const attributes = ['burgundy', 'navy', 'red', 'wool', 'cotton', 'tan', 'black', 'blue', 'white', 'grey', 'brown']
const spelling = new Spelling([
  ...kinds.map((word): KnownWord => ({ word, role: 'kind' })),
  ...attributes.map((word): KnownWord => ({ word, role: 'attribute' })),
  { word: 'sale', role: 'other' },
  { word: 'wedding', role: 'other' },
])
const nearest = (typed: string) => spelling.candidates(typed)[0]?.word ?? null

describe('corrects', () => {
  test.each([
    ['sandel', 'sandal'],
    ['burgandy', 'burgundy'],
    ['trowser', 'trouser'],
    ['nvy', 'navy'],
    ['tos', 'top'],
    ['txn', 'tan'],
    ['ool', 'wool'],
    ['drseses', 'dress'],
    ['csarves', 'scarf'],
    ['dressess', 'dress'],
    ['trousres', 'trouser'],
    ['bruundy', 'burgundy'],
    ['weddign', 'wedding'],
    ['blk', 'black'],
    ['wht', 'white'],
    ['gry', 'grey'],
    ['brn', 'brown'],
    ['ctn', 'cotton'],
    ['drss', 'dress'],
    ['trsrs', 'trouser'],
  ])('%s to %s', (typed, meant) => expect(nearest(typed)).toBe(meant))
})

describe('does not correct', () => {
  test.each([
    ['', 'an empty string'],
    ['re', 'two letters'],
    ['snl', 'three letters with two errors'],
    ['sodl', 'four letters with two errors'],
    ['drs', 'three consonants of a garment'],
    ['sle', 'a short word that is not a garment'],
    ['xxxxxxxxxx', 'a word unlike any known one'],
  ])('%j: %s', (typed) => expect(nearest(typed)).toBeNull())
})

test('prefers a candidate with the same first letter', () => {
  const [first, second] = new Spelling([
    { word: 'boot', role: 'kind' },
    { word: 'coat', role: 'kind' },
  ]).candidates('coot')
  expect([first?.word, second?.word]).toEqual(['coat', 'boot'])
})

test('corrects a missing, doubled, wrong or swapped letter anywhere in a word', () => {
  const letter = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz')
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z]{5,20}$/), fc.nat(), letter, (word, place, other) => {
      const at = place % word.length
      const [before, own = '', after] = [word.slice(0, at), word[at], word.slice(at + 1)]
      const typed = [
        before + after,
        before + own + own + after,
        before + other + after,
        before + (after[0] ?? '') + own + after.slice(1),
      ]
      const only = new Spelling([{ word, role: 'kind' }])
      for (const each of typed) expect([each, only.candidates(each)[0]?.word]).toEqual([each, word])
    }),
  )
})
