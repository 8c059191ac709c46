import { PHRASES } from '../lexicon/phrases.ts'
import { parseWords } from '../parse-words.ts'
import { CUT_ATTRIBUTES, withBroader } from './cuts.ts'
import type { PhraseTable } from './phrase-table.ts'

/** The product texts that describe its cut. */
export interface CutFacts {
  name: string
  /** Names of its category and the category's ancestors, the nearest first. */
  categories: readonly string[]
  tags: readonly string[]
  description: string
}

type Attribute = (typeof CUT_ATTRIBUTES)[number]

/** Limits on a description, in characters and clauses. */
const MAX_TEXT = 5_000
const MAX_CLAUSES = 100
/** Everything from these words on is ignored when looking for a title's kind: 'dress with pockets'. */
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
/** The maximum number of words between a negation and the negated phrase: 'no extra long sleeves'. */
const DENIAL_REACH = 2
const IS = new Set(['is', 'are'])
const ARTICLES = new Set(['a', 'an', 'the', 'cut', 'very', 'quite', 'rather'])
const KINDS = new Set(CUT_ATTRIBUTES.flatMap(({ kinds }) => [...kinds]))
/** Words for garments. A clause that names another garment is about that one. */
export const GARMENTS: ReadonlySet<string> = new Set([
  ...KINDS,
  ...[...PHRASES.sizes.clothes, ...PHRASES.sizes.shoes, ...PHRASES.things, ...PHRASES.sizes.waists].flatMap(parseWords),
])
/** Words of GARMENTS that occur in texts about any kind. */
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
 * Returns the cut of a product from its own texts: keys of cuts.ts, distinct and sorted. Only attributes of its kind
 * are read, which is taken from the head noun of its title, or else from its category. For each attribute the title
 * takes precedence over the category, then the tags, then the description. Negated phrases do not count.
 */
export function parseCuts({ name, categories, tags, description }: CutFacts): string[] {
  const title = name.split(TITLE_ENDS)[0] ?? ''
  const kinds = kindsOf(title, categories)
  const attributes = CUT_ATTRIBUTES.filter((attribute) => kinds.some((kind) => attribute.kinds.has(kind)))
  if (!attributes.length) return []
  const clauses = description.slice(0, MAX_TEXT).split(CLAUSE_ENDS).slice(0, MAX_CLAUSES).map(parseWords)
  const isOther = (word: string) => GARMENTS.has(word) && !PARTS.has(word) && !kinds.includes(word)
  const inTitle = [parseWords(name)]
  const inCategory = categories.slice(0, 1).map(parseWords)
  const inTags = tags.map(parseWords)
  const found = attributes.flatMap((attribute) => {
    for (const labels of [inTitle, inCategory, inTags]) {
      const named = namedIn(labels, attribute.inLabels, attribute)
      if (named.length) return named
    }
    return clauses.flatMap((words) => {
      const named = namedIn([words], attribute.inTexts, attribute)
      return named.length && !attribute.inTexts.without(words).some(isOther) ? named : []
    })
  })
  return [...new Set(found.flatMap(withBroader))].sort()
}

/** Returns the last kind in a title; otherwise those of the nearest category that names any. */
function kindsOf(title: string, categories: readonly string[]): string[] {
  const head = parseWords(title).findLast((word) => KINDS.has(word))
  if (head !== undefined) return [head]
  for (const category of categories) {
    const kinds = parseWords(category).filter((word) => KINDS.has(word))
    if (kinds.length) return kinds
  }
  return []
}

function namedIn(texts: ReadonlyArray<readonly string[]>, table: PhraseTable<string>, attribute: Attribute): string[] {
  const found: string[] = []
  for (const words of texts) {
    found.push(...affirmed(words, table))
    for (const said of predicates(words, attribute)) found.push(...affirmed(said, table))
  }
  return found
}

/** Turns 'The sleeves are short and puffed' into 'short sleeve' and 'puffed sleeve', keeping a negation in front. */
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

/** Returns the values of a table's phrases, except negated ones. */
function affirmed(words: readonly string[], table: PhraseTable<string>): string[] {
  return table
    .find(words)
    .flatMap(({ value, from }) =>
      words.slice(Math.max(0, from - DENIAL_REACH), from).some((word) => DENIALS.has(word)) ? [] : value,
    )
}
