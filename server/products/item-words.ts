import { toSearchText } from '#server/catalogue/search-text.ts'
import { CATEGORY_WORDS_ABROAD, ENGLISH_TOO, PHRASES_ABROAD } from './category-words-abroad.values.ts'
import {
  CUT_OF_DENIM,
  FIRST_NAMED,
  IN_CONTEXT,
  MATERIALS,
  MODEL_NAMES,
  NO_CLOTHES_AT_ALL,
} from './category-words-context.values.ts'
import { GERMAN_LIKE } from './category-words-german.values.ts'
import {
  CLOSED_COMPOUNDS,
  ENGLISH_LIKE,
  MODIFIERS,
  NO_COMPOUNDS,
  NOT_WORN,
  ON_ITS_OWN,
  PARTS,
  WEAK,
} from './category-words-more.values.ts'
import {
  BRANDS,
  FIRST_IN_ROMANCE,
  ROMANCE_LIKE,
  ROMANCE_MARKERS,
  ROMANCE_OR_ENGLISH,
  ROMANCE_PAIRS,
} from './category-words-romance.values.ts'
import { CATEGORY_WORDS } from './category-words.values.ts'
import { DESCRIBING } from './gender-words.values.ts'

/**
 * Slugs or names of categories, best first; [] for things that are not clothes and for clothes without a certain
 * category.
 */
type Categories = readonly string[]

const LONGEST = 4
const SHORTEST_ENDING = 5
const SHORTEST_BEFORE_ENDING = 3
const NO_CLOTHES: Categories = []

const listed = (words: string) => words.split(',').map((word) => word.trim())
const BASE = new Map(CATEGORY_WORDS.flatMap(([words, categories]) => words.map((word) => [word, categories] as const)))
const like = (word: string): Categories => {
  const categories = BASE.get(word)
  return categories ?? ON_ITS_OWN.find(([words]) => listed(words).includes(word))?.[1] ?? NO_CLOTHES
}

const ENGLISH = new Map<string, Categories>([
  ...NOT_WORN.map((words) => [words, NO_CLOTHES] as const),
  ...ENGLISH_LIKE.flatMap(([words, word]) => listed(words).map((each) => [each, like(word)] as const)),
  ...ON_ITS_OWN.flatMap(([words, categories]) => listed(words).map((word) => [word, categories] as const)),
  ...BASE,
])
const ABROAD = new Map<string, Categories>([
  ...GERMAN_LIKE.flatMap(([words, word]) => listed(words).map((each) => [each, like(word)] as const)),
  ...CATEGORY_WORDS_ABROAD.flatMap(([words, word]) => words.split(' ').map((each) => [each, like(word)] as const)),
  ...PHRASES_ABROAD.map(([phrase, word]) => [phrase, like(word)] as const),
])
const BY_WORDS: ReadonlyMap<string, Categories> = new Map([
  ...[...ABROAD].filter(([word]) => !ENGLISH.has(singular(word))),
  ...ENGLISH,
])
/** Last words of phrases. Most words are only looked up alone. */
const PHRASE_ENDS: ReadonlySet<string> = new Set(
  [...BY_WORDS.keys()].filter((words) => words.includes(' ')).map((words) => words.slice(words.lastIndexOf(' ') + 1)),
)
/** Includes words that mean something else in English: 'robe', 'chemise', 'jersey'. */
const ROMANCE: ReadonlyMap<string, Categories> = new Map([
  ...PHRASES_ABROAD.map(([phrase, word]) => [phrase, like(word)] as const),
  ...CATEGORY_WORDS_ABROAD.flatMap(([words, word, isCompound]) =>
    isCompound ? [] : words.split(' ').map((each) => [each, like(word)] as const),
  ),
  ...ROMANCE_LIKE.flatMap(([words, word]) => listed(words).map((each) => [each, like(word)] as const)),
])
/** A title that begins with one of these, or with a phrase of them, is not English. */
const ONLY_ROMANCE: ReadonlySet<string> = new Set(
  [...ROMANCE.keys()].filter((word) => !ENGLISH.has(word) && !ENGLISH_TOO.has(word) && !ROMANCE_OR_ENGLISH.has(word)),
)
/** Endings of words: 'pullover' of 'Strickpullover', 'dress' of 'minidress'. */
const ENDINGS: ReadonlyMap<string, Categories> = new Map([
  ...CLOSED_COMPOUNDS.map((word) => [word, BY_WORDS.get(word) ?? BY_WORDS.get(singular(word)) ?? NO_CLOTHES] as const),
  ...CATEGORY_WORDS_ABROAD.filter(([, , isCompound]) => isCompound).flatMap(([words, word]) =>
    words
      .split(' ')
      .filter((each) => each.length > 3)
      .map((each) => [each, like(word)] as const),
  ),
  ...GERMAN_LIKE.flatMap(([words, word]) =>
    listed(words)
      .filter((each) => each.startsWith('-') || (each.length >= SHORTEST_ENDING && !/ |^chinos?$/.test(each)))
      .map((each) => [each.replace('-', ''), like(word)] as const),
  ),
])
/** Contexts by an item's word. */
const CONTEXTS = Map.groupBy(
  IN_CONTEXT.flatMap(([items, beside, word]) =>
    listed(items).map((item) => ({ item, beside: new RegExp(`\\b(?:${beside})\\b`), categories: like(word) })),
  ),
  ({ item }) => item,
)
const LONGEST_ENDING = Math.max(...[...ENDINGS.keys()].map((ending) => ending.length))

/** Words that are items in a product's type, but describe an item in a title. */
const NO_ITEMS_IN_TITLES: ReadonlySet<string> = new Set(['waterproof', 'windproof', 'denim'])
/** Garments with two legs, whose names some stores write in the singular. */
const PLURAL_ONLY: ReadonlySet<string> = new Set(
  'pant trouser short jean tight legging jogger chino dungaree overall brief trunk boxer'.split(' '),
)
/** 'Jacket with hood', 'Dress in wool': the product is named before the preposition. */
const AFTER_THE_ITEM = /\s(?:with|w\/|in(?!\sone\b)|by|from|mit|aus|avec|en|de|con|med|av|met|van)\s|\s[-–—|:]\s|[,(|]/i
/** 'Charm for bracelets'. */
const FOR = /\s(?:for|für|pour|per|para)\s/i
const PAIR = /^(.*\S)\s+(?:and|&|\+|und|et|y|e)\s+(.*)$/i

/**
 * Returns the categories of the items that a title names: two for 'Shirt and Shorts Set', and none if it names nothing that we
 * know. A 'watch strap' is known, and has no category.
 */
export function parseItems(title: string): Categories[] {
  const text = toSearchText(title).replace(BRANDS, ' ')
  if (NO_CLOTHES_AT_ALL.test(text)) return [NO_CLOTHES]
  const words = text.trim().split(/ +/)
  const abroad = isRomance(words, title) ? firstItem(words) : undefined
  if (abroad) return [abroad]
  // 'Gifts for Him: Leather Wallet' and 'JACK - Shirt - navy blazer' name the item after a separator, as does 'CARGO - Shirt'.
  for (const thing of title.split(FOR)) {
    let weak: Categories | undefined
    for (const [at, part] of thing.split(AFTER_THE_ITEM).entries()) {
      const item = itemIn(part, text, NO_ITEMS_IN_TITLES)
      if (item && !item.isWeak && (item.categories.length || !weak)) return pairIn(part) ?? [item.categories]
      if (at === 0 && item?.isWeak && FIRST_NAMED.has(singular(toSearchText(part).split(' ').at(-1) ?? '')))
        return [item.categories]
      weak ??= item?.categories
    }
    if (weak) return [weak]
  }
  // 'Calzedonia Collant 30 denari' has no English item.
  const named = firstItem(words, ONLY_ROMANCE) ?? firstItem(words, FIRST_IN_ROMANCE)
  if (named) return [named]
  const cut = words.includes('denim') && CUT_OF_DENIM.find(([pattern]) => pattern.test(text))
  return cut ? [like(cut[1])] : []
}

function pairIn(head: string): Categories[] | null {
  const [, before, after] = PAIR.exec(head) ?? []
  if (before === undefined || after === undefined) return null
  const words = toSearchText(before).split(' ')
  const second = lastItem(after)
  for (let length = Math.min(LONGEST, words.length); second && length > 0; length--) {
    const phrase = words.slice(-length)
    const first = categoriesOf(phrase, BY_WORDS)
    if (first) return isWeak(phrase, undefined) ? null : [first, second]
  }
  return null
}

const ARTICLES: ReadonlySet<string> = new Set(['la', 'le', 'les', 'el', 'los', 'las', 'il', 'un', 'une', 'una', 'l'])
/** 'rayé', 'algodón': words with accents that English does not use. */
const WITH_ACCENTS =
  /(?<!\p{L})(?!(?:plissé|bouclé|appliqué|crêpe|lamé|rosé|moiré|décor|café|éclair)(?!\p{L}))\p{Ll}*[éèêàçñáíóúòùìâîôû]\p{Ll}*/u

/**
 * Whether a title is in a Romance language, where the item comes first: 'Giacca in pelle', 'Chaqueta Mujer Denim',
 * 'Mango Vestido midi', 'La chemise Léon'.
 */
function isRomance(words: readonly string[], title: string): boolean {
  for (let length = LONGEST; length > 0; length--) if (ONLY_ROMANCE.has(words.slice(0, length).join(' '))) return true
  const [first = '', second = ''] = words
  if (ARTICLES.has(first) && ROMANCE.has(second)) return true
  if (/^(?:en|a|d|de|di|da|col)$/.test(second) && ROMANCE.has(first)) return true
  // A Romance word in a longer title: 'Camper Zapatos Peu Cami'.
  if (words.slice(1, 4).some((word) => word.length > 5 && ONLY_ROMANCE.has(word))) return true
  // 'Selected Homme shirt' is English.
  if (words.some((word) => BASE.has(singular(word)) && !ROMANCE.has(word) && !WEAK.has(word))) return false
  if (words.some((word, at) => ROMANCE_MARKERS.has(word) || ROMANCE_PAIRS.has(`${word} ${words[at + 1] ?? ''}`)))
    return true
  if (!/^\p{ASCII}*$/u.test(title) && WITH_ACCENTS.test(title)) return true
  // 'Robe Joséphine', but 'Robe Black' and 'Robe' are English.
  return words.length > 1 && FIRST_IN_ROMANCE.has(first) && !words.some((word) => DESCRIBING.has(word))
}

function firstItem(words: readonly string[], only?: ReadonlySet<string>): Categories | undefined {
  for (let start = 0; start < words.length; start++) {
    for (let length = LONGEST; length > 0; length--) {
      const phrase = words.slice(start, start + length).join(' ')
      const found = only && !only.has(phrase) ? undefined : ROMANCE.get(phrase)
      if (!found) continue
      // The first item word belongs to a name: 'Pepe Jeans Cazadora vaquera'.
      const isOfName = start > 0 && !ONLY_ROMANCE.has(phrase) && ONLY_ROMANCE.has(words[start + length] ?? '')
      if (isOfName) break
      return inContext(phrase, words.join(' ')) ?? found
    }
  }
  return undefined
}

/**
 * Returns the categories of the last known words of a text: a shirt dress is a dress, a dress shirt is a shirt. Words for parts
 * and materials decide only if no other does.
 */
export const lastItem = (text: string): Categories | undefined => itemIn(text, toSearchText(text))?.categories

function itemIn(
  part: string,
  title: string,
  ignored?: ReadonlySet<string>,
): { categories: Categories; isWeak: boolean } | undefined {
  const words = toSearchText(part).replace(BRANDS, ' ').trim().split(/ +/)
  let weak: { categories: Categories; isMaterial: boolean } | undefined
  for (let end = words.length; end > 0; end--) {
    const longest = formsOf(words[end - 1] ?? '').some((word) => PHRASE_ENDS.has(word)) ? Math.min(LONGEST, end) : 1
    for (let length = longest; length > 0; length--) {
      const phrase = words.slice(end - length, end)
      const found = categoriesOf(phrase, BY_WORDS)
      if (!found) continue
      const name = phrase.join(' ')
      if (ignored?.has(name) || (words[end - length - 1] === 'the' && MODEL_NAMES.has(name))) continue
      const categories = inContext(name, title) ?? found
      // 'Jigsaw Tank': a thing that is not worn never takes precedence over an item that follows it.
      if (found === NO_CLOTHES && weak?.categories.length && !weak.isMaterial) break
      if (!isWeak(phrase, found === NO_CLOTHES ? undefined : words[end]))
        return { categories: refined(words.slice(0, end - length), words[end - 1] ?? '') ?? categories, isWeak: false }
      const isMaterial = MATERIALS.has(name)
      if (!weak || (!isMaterial && (weak.isMaterial || !weak.categories.length))) weak = { categories, isMaterial }
      break
    }
  }
  return weak && { categories: weak.categories, isWeak: true }
}

/**
 * Returns the categories of an item whose meaning depends on the title: 'Baby Booties' are not ankle boots, and
 * 'Running Tights' are not hosiery.
 */
const inContext = (item: string, title: string): Categories | undefined =>
  CONTEXTS.get(item)?.find(({ beside }) => beside.test(title))?.categories

/**
 * Returns more specific categories if words before the item name them: 'Wide-Leg Linen Trousers', 'Wool Check Coat'.
 */
function refined(before: readonly string[], item: string): Categories | undefined {
  for (let at = before.length - 1; at >= 0; at--) {
    if (PARTS.has(before[at + 1] ?? '') && !/^(?:leg|cut)$/.test(before[at + 1] ?? '')) continue
    for (const modifier of [before.slice(at, at + 2).join(' '), before[at] ?? '']) {
      const found = MODIFIERS.has(modifier) ? categoriesOf([...modifier.split(' '), item], BY_WORDS) : undefined
      if (found?.length) return found
    }
  }
  return undefined
}

const isWeak = (phrase: readonly string[], after: string | undefined): boolean =>
  (after !== undefined && PARTS.has(after)) ||
  WEAK.has(phrase.join(' ')) ||
  (phrase.length === 1 && WEAK.has(singular(phrase[0] ?? '')) && !BASE.has(phrase[0] ?? '') && phrase[0] !== 'heels')

function categoriesOf(phrase: readonly string[], dictionary: ReadonlyMap<string, Categories>): Categories | undefined {
  const last = phrase.at(-1) ?? ''
  const before = phrase.slice(0, -1).join(' ')
  for (const word of formsOf(last)) {
    const known = dictionary.get(before === '' ? word : `${before} ${word}`)
    if (known) return known
  }
  return before === '' ? ofCompound(last) : undefined
}

/** Returns the known forms of a word: 'legging' for 'leggings', 'huarache' for 'huaraches'. */
function formsOf(word: string): readonly string[] {
  if (PLURAL_ONLY.has(word)) return [word, `${word}s`]
  if (!word.endsWith('s')) return [word]
  const one = singular(word)
  return /(?:ies|ches)$/.test(word) ? [word, one, word.slice(0, -1)] : one === word ? [word] : [word, one]
}

function ofCompound(word: string): Categories | undefined {
  if (NO_COMPOUNDS.has(word)) return undefined
  for (const whole of [word, singular(word)]) {
    for (let length = Math.min(LONGEST_ENDING, whole.length - SHORTEST_BEFORE_ENDING); length > 2; length--) {
      const found = ENDINGS.get(whole.slice(-length))
      if (found) return found
    }
  }
  return undefined
}

/** Whether a word names something that shops sell, worn or not. */
export const namesThing = (word: string): boolean => categoriesOf([toSearchText(word)], BY_WORDS) !== undefined

/** Whether a word names something that is worn or carried: 'coats', 'Hemd'. */
export const namesItem = (word: string): boolean => {
  const text = toSearchText(word)
  const found = categoriesOf([text], BY_WORDS) ?? ROMANCE.get(text)
  return found !== undefined && found !== NO_CLOTHES
}

function singular(word: string): string {
  if (/ies$/.test(word)) return word.replace(/ies$/, 'y')
  if (/(?:ss|sh|ch|x)es$/.test(word)) return word.slice(0, -2)
  return /[^su]s$/.test(word) ? word.slice(0, -1) : word
}
