import { describe, expect, test } from 'vitest'
import { CATEGORIES } from '#demo/catalogue/categories.ts'
import { buildLexicon } from './lexicon.ts'
import { MEANINGS } from './dictionaries.ts'
import { translateToEnglish, splitCompounds } from './translate-to-english.ts'
import { parseTokens } from './parse-tokens.ts'
import { understandQuery } from './understand-query.ts'

const lexicon = buildLexicon({ brands: [], categories: CATEGORIES, tags: [], colours: [], sizes: [] })
const english = (text: string) =>
  translateToEnglish(parseTokens(text), {
    english: lexicon.words,
    isKind: (word) => lexicon.phrases.get(word)?.some(({ kind }) => kind === 'category') === true,
    isKnown: ({ word }) => lexicon.english.has(word),
    isSame: () => false,
    isNearSame: () => false,
    costInEnglish: (word) => lexicon.spelling.candidates(word)[0]?.cost ?? Infinity,
    isNamed: new Set(),
  })
    .map(({ raw }) => raw)
    .join(' ')
const parts = (word: string) => splitCompounds(parseTokens(word), lexicon.words).map(({ raw }) => raw.toLowerCase())

describe('other-languages.yaml', () => {
  test('translates only into English words that search does not correct', () => {
    for (const meaning of MEANINGS)
      expect([meaning, understandQuery(meaning, lexicon).corrections]).toEqual([meaning, []])
  })
})

describe('translateToEnglish', () => {
  test.each([
    ['gafas de sol', 'sunglasses'],
    ['scarpe da ginnastica', 'trainers'],
    ['bottines noires', 'ankle boots black'],
    ["l'été", 'summer'],
    ['vestido de lunares', 'dress polka dot'],
    ['silk robe', 'silk robe'],
  ])('reads %s as %s', (foreign, meant) => {
    expect(english(foreign)).toBe(meant)
  })

  test('does not correct an English word to a foreign word', () => {
    expect(english('kleid 50 euro')).toBe('dress 50 euro')
  })

  test('does not match a phrase across a comma', () => {
    expect(english('gafas, de sol')).not.toBe('sunglasses')
  })
})

describe('splitCompounds', () => {
  test.each([
    ['Winterjacke', ['winter', 'jacke']],
    ['Echtledertasche', ['echtleder', 'tasche']],
    ['Damenlederhandtasche', ['damen', 'leder', 'handtasche']],
    ['Herrenwollmantel', ['herren', 'wollmantel']],
    ['Wonderful', ['wonderful']],
  ])('splits %s', (word, split) => {
    expect(parts(word)).toEqual(split)
  })
})
