import { PHRASES } from '../lexicon/phrases.ts'
import { readWords } from '../read-words.ts'
import { CUT_ATTRIBUTES, withWhole } from './cuts.ts'
import type { PhraseTable } from './phrase-table.ts'

/** What a product says about itself. */
export interface CutFacts {
  name: string
  /** Names of its category and of those above, the nearest first. */
  categories: readonly string[]
  tags: readonly string[]
  description: string
}

type Attribute = (typeof CUT_ATTRIBUTES)[number]

/** Characters of a description that are read, and clauses of it. */
const MAX_TEXT = 5_000
const MAX_CLAUSES = 100
/** A title's kind stands before these: 'dress with pockets'. */
const TITLE_ENDS = /[,(|–—]|\s(?:with|in|for|from|by|of|mit|avec|con|en|und|aus)\s/i
const CLAUSE_ENDS = /[.,;:!?()\n\r]|\s-\s|\s[–—]\s/
const DENIALS = new Set([
  'no',
  'not',
  'without',
  'never',
  'isnt',
  'arent',
  'isn',
  'aren',
  'non',
  'ohne',
  'sans',
  'sin',
  'senza',
])
/** How many words may stand between a denial and what it denies: 'no extra long sleeves'. */
const DENIAL_REACH = 2
const IS = new Set(['is', 'are'])
const ARTICLES = new Set(['a', 'an', 'the', 'cut', 'very', 'quite', 'rather'])
const KINDS = new Set(CUT_ATTRIBUTES.flatMap(({ kinds }) => [...kinds]))
/** Whatever is worn: a clause that names another thing is about that. */
const GARMENTS = new Set([
  ...KINDS,
  ...[...PHRASES.sizes.clothes, ...PHRASES.sizes.shoes, ...PHRASES.things, ...PHRASES.sizes.waists].flatMap(readWords),
])
/** Words of GARMENTS that texts about any kind have. */
const PARTS = new Set([
  'top',
  'heel',
  'flat',
  'short',
  'knit',
  'set',
  'court',
  'wedge',
  'platform',
  'tie',
  'belt',
  'slide',
  'pump',
  'cap',
  'cape',
  'brief',
  'hat',
  'brace',
  'suit',
])

/**
 * The cut of a product by its own words: keys of cuts.ts, distinct and sorted. Only attributes of its kind are read, which the head noun of its title
 * decides, or else its category. For each attribute the title outweighs the category, then the tags, then the text; what is denied does not count.
 */
export function readCuts({ name, categories, tags, description }: CutFacts): string[] {
  const title = name.split(TITLE_ENDS)[0] ?? ''
  const kinds = kindsOf(title, categories)
  const attributes = CUT_ATTRIBUTES.filter((attribute) => kinds.some((kind) => attribute.kinds.has(kind)))
  if (!attributes.length) return []
  const clauses = description.slice(0, MAX_TEXT).split(CLAUSE_ENDS).slice(0, MAX_CLAUSES).map(readWords)
  const isOther = (word: string) => GARMENTS.has(word) && !PARTS.has(word) && !kinds.includes(word)
  const inTitle = [readWords(name)]
  const inCategory = categories.slice(0, 1).map(readWords)
  const inTags = tags.map(readWords)
  const found = attributes.flatMap((attribute) => {
    for (const labels of [inTitle, inCategory, inTags]) {
      const named = namedIn(labels, attribute.inLabels, attribute)
      if (named.length) return named
    }
    return namedIn(
      clauses.filter((words) => !attribute.inTexts.without(words).some(isOther)),
      attribute.inTexts,
      attribute,
    )
  })
  return [...new Set(found.flatMap(withWhole))].sort()
}

/** The last kind in a title; else those of the nearest category that names any. */
function kindsOf(title: string, categories: readonly string[]): string[] {
  const head = readWords(title).findLast((word) => KINDS.has(word))
  if (head !== undefined) return [head]
  for (const category of categories) {
    const kinds = readWords(category).filter((word) => KINDS.has(word))
    if (kinds.length) return kinds
  }
  return []
}

function namedIn(texts: ReadonlyArray<readonly string[]>, table: PhraseTable<string>, attribute: Attribute): string[] {
  return texts.flatMap((words) => [words, ...predicates(words, attribute)].flatMap((read) => affirmed(read, table)))
}

/** 'The sleeves are short and puffed' as 'short sleeve' and 'puffed sleeve'; a denial stays in front. */
function predicates(words: readonly string[], { nouns }: Attribute): string[][] {
  return words.flatMap((word, at) => {
    if (!nouns.has(word) || !IS.has(words[at + 1] ?? '')) return []
    const said = words.slice(at + 2).filter((other) => !ARTICLES.has(other))
    const isDenied = DENIALS.has(said[0] ?? '')
    const [first, join, second] = isDenied ? said.slice(1) : said
    return [first, join === 'and' ? second : undefined].flatMap((like) =>
      like === undefined ? [] : [[...(isDenied ? ['not', 'so'] : []), like, word]],
    )
  })
}

/** What a table's phrases stand for, but for those that are denied. */
function affirmed(words: readonly string[], table: PhraseTable<string>): string[] {
  return table
    .find(words)
    .flatMap(({ value, from }) =>
      words.slice(Math.max(0, from - DENIAL_REACH), from).some((word) => DENIALS.has(word)) ? [] : value,
    )
}
