import { toSearchText } from '#server/catalogue/search-text.ts'
import { spellOut } from '#server/catalogue/spell-out.ts'
import { lookup } from '#server/platform/lookup.schema.ts'

/**
 * Compounds written as two words, with a hyphen, or as one. They are read as one word, which neither part finds (a belt
 * bag is not a belt). Increase SEARCH_VERSION with every change.
 */
export const COMPOUNDS: ReadonlySet<string> = new Set([
  't shirt',
  'sweat shirt',
  'sweat pants',
  'jump suit',
  'track suit',
  'swim suit',
  'rain coat',
  'over coat',
  'over shirt',
  'under wear',
  'knit wear',
  'sleep wear',
  'foot wear',
  'back pack',
  'hand bag',
  'sun glasses',
  'wrist watch',
  'neck lace',
  'roll neck',
  'turtle neck',
  'polo neck',
  'cross body',
  'bum bag',
  'belt bag',
  'fanny pack',
  'flip flop',
  'rain boot',
  'bathing suit',
  'swimming suit',
  'swimming costume',
  'swim trunk',
  'swimming trunk',
])
const COMPOUND_STARTS = new Set([...COMPOUNDS].map((compound) => compound.split(' ')[0]))
/** The maximum number of words of a search that count, because engines look up each of them. */
export const MAX_SEARCHED_WORDS = 12
const IRREGULAR = lookup({
  women: 'woman',
  womens: 'woman',
  men: 'man',
  mens: 'man',
  children: 'child',
  childrens: 'child',
  kids: 'child',
  scarves: 'scarf',
  feet: 'foot',
  dresses: 'dress',
  clothes: 'clothes',
  bus: 'bus',
  gas: 'gas',
  leggings: 'legging',
  beanies: 'beanie',
  hoodies: 'hoodie',
  booties: 'bootie',
  onesies: 'onesie',
  nighties: 'nightie',
  bikinis: 'bikini',
  tankinis: 'tankini',
  minis: 'mini',
  midis: 'midi',
  maxis: 'maxi',
  khakis: 'khaki',
  saris: 'sari',
  glasses: 'glasses',
})

const APOSTROPHE = "['’‘`´\\u02bc\\u02b9\\u02bb]"
const HAS_APOSTROPHE = new RegExp(APOSTROPHE, 'u')
const POSSESSIVE = new RegExp(`(\\p{L})${APOSTROPHE}(s?)(?!\\p{L})`, 'giu')
const WITH_APOSTROPHE = new RegExp(`\\p{L}+(?:${APOSTROPHE}\\p{L}+)+`, 'gu')
/** An s after these letters is not a plural ending: "Max's". */
const HISSING = /(?:[sxz]|[cs]h)$/i

/** Writes 'Quenna’s' as 'Quennas', which has the same singular whether or not it is typed with an apostrophe. */
const joinPossessives = (text: string): string =>
  HAS_APOSTROPHE.test(text)
    ? text.replace(POSSESSIVE, (_, letter: string, s: string, at: number) =>
        HISSING.test(text.slice(0, at) + letter) ? letter : letter + s,
      )
    : text

/** Returns the word that a possessive of this word is read as, if it differs: 'levis' for 'levi'. */
export function possessiveOf(word: string): string | null {
  if (HISSING.test(word) || Object.hasOwn(IRREGULAR, `${word}s`)) return null
  const read = singular(`${word}s`)
  return read === word ? null : read
}

/**
 * Returns other spellings of a name's words that searches use: 'obrannick' of 'O’Brannick' (but no possessives),
 * 'mueller' of 'Müller'.
 */
export const otherSpellings = (text: string): string[] => [
  ...(joinPossessives(text).match(WITH_APOSTROPHE) ?? []).flatMap((word) =>
    parseWords(word.replaceAll(new RegExp(APOSTROPHE, 'gu'), '')),
  ),
  ...parseWords(spellOut(text)),
]

/** Returns a word's singular by English plural endings. A foreign word and its plural usually get the same result. */
function singular(word: string): string {
  const known = Object.hasOwn(IRREGULAR, word) ? IRREGULAR[word] : undefined
  if (known) return known
  if (word.length < 4 || !word.endsWith('s') || word.endsWith('ss') || word.endsWith('us') || word.endsWith('is'))
    return word
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`
  if (/(ss|sh|ch|x|zz)es$/.test(word)) return word.slice(0, -2)
  return word.slice(0, -1)
}

/**
 * Analyses a text into search words: lower case, without accents, singular, compounds joined ('t-shirt' is 'tshirt'),
 * possessives like plurals. Both stored texts and searches go through it.
 */
export function parseWords(text: string): string[] {
  const raw = toSearchText(joinPossessives(text)).split(' ').filter(Boolean)
  const words: string[] = []
  for (let at = 0; at < raw.length; at++) {
    const word = raw[at] ?? ''
    const next = raw[at + 1]
    if (
      next !== undefined &&
      COMPOUND_STARTS.has(word) &&
      (COMPOUNDS.has(`${word} ${next}`) || COMPOUNDS.has(`${word} ${singular(next)}`))
    ) {
      words.push(singular(word + next))
      at++
    } else words.push(singular(word))
  }
  return words
}

/** Returns the words as typed where `parseWords` removed a plural ending. The ending may be a typo ('drses' is a dress). */
export function asTyped(words: readonly string[], text: string): string[] {
  const typed = new Map(
    toSearchText(text)
      .split(' ')
      .map((word) => [singular(word), word]),
  )
  return words.map((word) => typed.get(word) ?? word)
}

/** Returns the term for several consecutive words, as in tags: 'wedding guest' is also stored as 'wedding_guest'. */
export const joinedTerm = (text: string): string => parseWords(text).join('_')
