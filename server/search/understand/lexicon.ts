import { knownColour, COLOUR_FAMILIES } from '../attributes/colours.ts'
import { CUT_ATTRIBUTES } from '../attributes/cuts.ts'
import { knownMaterial, MATERIALS } from '../attributes/materials.ts'
import { IDEAS } from '../lexicon/ideas.ts'
import { OTHER_BRANDS } from '../lexicon/other-brands.ts'
import { PHRASES } from '../lexicon/phrases.ts'
import { synonymsOf } from '../lexicon/synonyms.ts'
import { parseWords } from '../parse-words.ts'
import { ENGLISH_LISTS } from './english-lists.ts'
import { LearntWords, analyseName, spellings, type KnownWords, type LearntName } from './learnt-words.ts'
import type { Meaning } from './meaning.ts'
import { FOREIGN_WORDS, ONLY_FOREIGN, WORDS_OF_CUTS } from './dictionaries.ts'
import { everyWordOf, PhraseBook } from './parse-tokens.ts'
import { Spelling, type KnownWord } from './spelling.ts'
import { partsOfPhrases, PEOPLE, roleOf, SMALL_WORDS } from './words-to-correct.ts'

/** The parts of the catalogue that sentences may name. */
export interface NamedCatalogue extends AdministeredCatalogue {
  brands: ReadonlyArray<{ slug: string; name: string; isOwned: boolean }>
  tags: readonly string[]
}

/** The parts that do not come from partners' texts. */
export interface AdministeredCatalogue {
  categories: ReadonlyArray<{ slug: string; name: string; parent: string | null }>
  /** Values that products have. */
  colours: readonly string[]
  sizes: readonly string[]
}

/** Everything that `understandQuery` needs to know. */
export interface Lexicon extends KnownWords {
  phrases: PhraseBook<readonly Meaning[]>
  /** The brands and tags of partners. */
  learnt: LearntWords
  /** The vocabulary without the words of other languages. */
  english: ReadonlySet<string>
  /** Every word of every phrase. */
  words: ReadonlySet<string>
  /** Words for spelling correction: those of categories, colours and materials, and longer words of everything else. */
  spelling: Spelling
  /** The ancestors' slugs of each category. */
  ancestors: ReadonlyMap<string, readonly string[]>
  /** Slugs of children that are a different kind of thing from their parent: jumpsuits below dresses. */
  otherThings: ReadonlyMap<string, readonly string[]>
  /** Words in categories' own names, with synonyms: 'sneaker' for trainers, but not 'bikini' for swimsuits. */
  ownWords: ReadonlyMap<string, ReadonlySet<string>>
  /** Sizes that products have. */
  sizes: ReadonlySet<string>
  /** Sizes by age that exist: 'Age 5-6' is from 5 to 6. */
  ages: ReadonlyArray<{ key: string; from: number; to: number }>
}

const LONGEST_TAG = 40
/** 'h&m' is not a phrase, so negations continue across it as across a word. */
const WORDS_OF_NAME = /^\p{L}{2,} \p{L}{2,}/u
/** Misspelt words of at least this length may be corrected to any word of the lists. */
const LONG_WORD = 7
const LONG_IDEA = 5

const filler = (value: string): Meaning[] => [{ kind: 'filler', value }]

/** The curated phrases, which are the same for every catalogue. The first entry of a phrase wins. */
const GRAMMAR: ReadonlyArray<readonly [phrases: readonly string[], meanings: readonly Meaning[]]> = [
  [PHRASES.as_text, [{ kind: 'text', value: '' }]],
  [PHRASES.negations, [{ kind: 'not', value: '' }]],
  [PHRASES.negations_of_verbs, [{ kind: 'not', value: 'verb' }]],
  [PHRASES.negations_after, [{ kind: 'free', value: '' }]],
  [PHRASES.joins.or, filler('or')],
  [PHRASES.joins.and, filler('and')],
  [PHRASES.negation_ends, filler('end')],
  [PHRASES.wanted_after, filler('wanted')],
  [PHRASES.looked_past, filler('past')],
  [PHRASES.companions, filler('with')],
  [PHRASES.worn_over, filler('over')],
  [PHRASES.sale, [{ kind: 'sale', value: '' }]],
  [PHRASES.in_stock, [{ kind: 'stock', value: '' }]],
  [PHRASES.cheap.say, [{ kind: 'cheap', value: '' }]],
  [PHRASES.expensive.say, [{ kind: 'expensive', value: '' }]],
  ...PHRASES.discounts.map(({ say, means }) => [say, [{ kind: 'discount', value: String(means) }]] as const),
  ...Object.entries(PHRASES.sorts).map(([sort, say]) => [say, [{ kind: 'sort', value: sort }]] as const),
  ...PHRASES.audience.map(
    ({ genders, say }) => [say, genders.map((value): Meaning => ({ kind: 'gender', value }))] as const,
  ),
  [PHRASES.fillers, filler('')],
  [OTHER_BRANDS.comparisons, filler('')],
]
const THINGS = new Set<Meaning['kind']>(['category', 'colour', 'material', 'cut', 'gender', 'idea'])
const NOT_IDEAS = new Set(PHRASES.not_ideas.map((tag) => PhraseBook.wordsOf(tag)))
const RIGHT_AS_THEY_ARE = PHRASES.right_as_they_are.flatMap(parseWords)

/**
 * @throws Error that names the file and the phrase if a phrase occurs twice
 */
function expectNoDoubles(file: string, entries: ReadonlyArray<readonly string[]>): void {
  const owners = new Map<string, number>()
  for (const [index, say] of entries.entries()) {
    for (const phrase of say) {
      const words = PhraseBook.wordsOf(phrase)
      if (words === '') throw new Error(`${file}: '${phrase}' has no word in it.`)
      if ((owners.get(words) ?? index) !== index)
        throw new Error(`${file}: '${phrase}' is listed twice, or in two forms.`)
      owners.set(words, index)
    }
  }
}
expectNoDoubles(
  'ideas.yaml',
  IDEAS.map(({ say }) => say),
)
expectNoDoubles(
  'phrases.yaml: means',
  PHRASES.means.map(({ say }) => say),
)
expectNoDoubles(
  'phrases.yaml: audience',
  PHRASES.audience.map(({ say }) => say),
)

const WORDS_OF_IDEAS = everyWordOf(IDEAS.flatMap(({ say }) => say))

/** Returns the partners' names that sentences may contain, for `LearntWords`. Leaves out names that do not fit in an address. */
export function learntNames({ brands, tags }: Pick<NamedCatalogue, 'brands' | 'tags'>): LearntName[] {
  return [
    ...brands.flatMap(({ slug, name, isOwned }): LearntName[] =>
      slug === '' || slug.includes(',') ? [] : [{ kind: 'brand', value: slug, name, isOwned }],
    ),
    ...tags.flatMap((tag): LearntName[] =>
      tag.length > LONGEST_TAG || tag.includes(',') || NOT_IDEAS.has(PhraseBook.wordsOf(tag))
        ? []
        : [{ kind: 'idea', value: tag, name: tag, isOwned: false }],
    ),
  ]
}

/** Builds the lexicon of a catalogue. */
export function buildLexicon(catalogue: NamedCatalogue): Lexicon {
  const learnt = new LearntWords()
  for (const name of learntNames(catalogue)) learnt.add(analyseName(name))
  return { ...buildAdministered(catalogue), learnt }
}

/** Builds the part that does not depend on partners' texts: the curated lists and the categories. */
export function buildAdministered(catalogue: AdministeredCatalogue): Omit<Lexicon, 'learnt'> {
  const phrases = new PhraseBook<readonly Meaning[]>()
  const add = (phrase: string, ...meanings: Meaning[]) => phrases.add(phrase, meanings)
  for (const [list, meanings] of GRAMMAR) phrases.addAll(list, meanings)
  for (const { say } of OTHER_BRANDS.brands)
    for (const name of say) if (WORDS_OF_NAME.test(name)) add(name, { kind: 'text', value: '' })
  addNamed(phrases, catalogue.categories)
  addMaterials(add)
  const categories = groupByName(catalogue.categories)
  for (const { name, slugs } of categories)
    for (const spelling of spellings(name))
      add(spelling, ...slugs.map((value): Meaning => ({ kind: 'category', value })))
  addColours(add, catalogue.colours, false)
  for (const { key, say } of CUT_ATTRIBUTES.flatMap(({ values }) => values))
    for (const phrase of say) add(phrase, { kind: 'cut', value: key })
  for (const { key, say } of IDEAS) for (const phrase of say) add(phrase, { kind: 'idea', value: key })
  addOtherNames(phrases, categories)
  addColours(add, catalogue.colours, true)
  const words = new Set([...phrases.entries()].flatMap(([phrase]) => phrase.split(' ')))
  // Accepts only words that name a thing on their own, and words of categories' own names. The 'shopping' of 'shopping
  // bag' would match too much.
  const isMisspelt = (word: string, { kind }: Meaning) =>
    ['category', 'colour', 'material', 'cut'].includes(kind) ||
    (word.length >= (kind === 'idea' ? LONG_IDEA : LONG_WORD) && kind !== 'text')
  const alone = [...phrases.entries()].filter(
    ([phrase, [first]]) =>
      !phrase.includes(' ') &&
      first &&
      // 'Ecru' is the English name too: its value is the same.
      (!ONLY_FOREIGN.has(phrase) ||
        ENGLISH_LISTS.has(phrase) ||
        WORDS_OF_IDEAS.has(phrase) ||
        first.value === phrase) &&
      !WORDS_OF_CUTS.has(phrase) &&
      isMisspelt(phrase, first),
  )
  const known = alone.map(([word, [first]]): KnownWord => ({ word, role: roleOf(first) }))
  const isKind = (word: string) => phrases.get(word)?.some(({ kind }) => kind === 'category') === true
  const inNames = categories.flatMap(({ name }) => PhraseBook.wordsOf(name).split(' '))
  for (const word of RIGHT_AS_THEY_ARE) words.add(word)
  const wordsOf = (isMeant: (kind: Meaning['kind']) => boolean) =>
    [...phrases.entries()].flatMap(([phrase, meanings]) =>
      meanings.some(({ kind }) => isMeant(kind)) ? phrase.split(' ') : [],
    )
  const english = new Set([...ENGLISH_LISTS, ...wordsOf((kind) => kind !== 'text')])
  return {
    phrases,
    words,
    // Names of other brands are plain text: a catalogue brand may have the same name.
    vocabulary: new Set([...english, ...FOREIGN_WORDS]),
    english,
    things: new Set(wordsOf((kind) => THINGS.has(kind))),
    ancestors: ancestorsOf(catalogue.categories),
    otherThings: otherThingsOf(catalogue.categories),
    // In 'Wool coats', wool is a material first.
    spelling: new Spelling([
      ...known.filter(({ role }) => role === 'attribute'),
      ...inNames.map((word): KnownWord => ({ word, role: isKind(word) ? 'kind' : 'attribute' })),
      ...known,
      ...PEOPLE,
      ...SMALL_WORDS,
      ...partsOfPhrases(phrases),
    ]),
    ownWords: ownWordsOf(catalogue.categories),
    ...knownSizes(catalogue.sizes),
  }
}

/** Returns the lexicon entries for the sizes that products have. */
export function knownSizes(values: readonly string[]): Pick<Lexicon, 'sizes' | 'ages'> {
  return {
    sizes: new Set(values),
    ages: values.flatMap((key) => {
      const [, from, to = from] = /^Age (\d+)(?:-(\d+))?$/.exec(key) ?? []
      return from === undefined ? [] : [{ key, from: Number(from), to: Number(to) }]
    }),
  }
}

type Named = Array<{ name: string; slugs: string[] }>
type Add = (phrase: string, ...meanings: Meaning[]) => boolean

/** Groups categories by name: both women and men may have 'Shoes'. */
function groupByName(categories: NamedCatalogue['categories']): Named {
  const groups = new Map<string, { name: string; slugs: string[] }>()
  for (const { slug, name } of categories) {
    const words = PhraseBook.wordsOf(name)
    if (words === '' || slug === '' || slug.includes(',')) continue
    const group = groups.get(words)
    if (group) group.slugs.push(slug)
    else groups.set(words, { name, slugs: [slug] })
  }
  return [...groups.values()]
}

function addNamed(phrases: PhraseBook<readonly Meaning[]>, categories: NamedCatalogue['categories']): void {
  const slugs = new Set(categories.map(({ slug }) => slug))
  const named = new Map(groupByName(categories).map((group) => [PhraseBook.wordsOf(group.name), group.slugs]))
  for (const { say, means } of PHRASES.means) {
    const meanings: Meaning[] = [
      ...(means.categories ?? [])
        .filter((slug) => slugs.has(slug))
        .map((value): Meaning => ({ kind: 'category', value })),
      ...(means.colours ?? []).map((value): Meaning => ({ kind: 'colour', value })),
      ...(means.materials ?? []).map((value): Meaning => ({ kind: 'material', value })),
      ...(means.cuts ?? []).map((value): Meaning => ({ kind: 'cut', value })),
      ...(means.ideas ?? []).map((value): Meaning => ({ kind: 'idea', value })),
      ...(means.besides ?? []).map((value): Meaning => ({ kind: 'beside', value })),
      ...(means.text ? [{ kind: 'telling', value: '' } as const] : []),
    ]
    const isKnown =
      meanings.some(({ kind }) => kind !== 'telling') &&
      (means.categories === undefined || meanings.some(({ kind }) => kind === 'category'))
    const isOwnName = (phrase: string) =>
      named.get(PhraseBook.wordsOf(phrase))?.some((slug) => !means.categories?.includes(slug)) === true
    if (isKnown)
      phrases.addAll(
        say.filter((phrase) => !isOwnName(phrase)),
        meanings,
      )
  }
}

function addMaterials(add: Add): void {
  for (const { words } of MATERIALS) {
    for (const word of words) {
      const material = knownMaterial(word)
      if (material && !(knownColour(word)?.isAmbiguous === false))
        add(word, { kind: 'material', value: material.value })
    }
  }
}

/** Adds unambiguous colour names first. A second call adds the ambiguous ones that have no other meaning. */
function addColours(add: Add, values: readonly string[], isAmbiguous: boolean): void {
  const byHand = Object.entries(PHRASES.colours).flatMap(([value, say]) => say.map((phrase) => ({ phrase, value })))
  if (!isAmbiguous) for (const { phrase, value } of byHand) add(phrase, { kind: 'colour', value })
  for (const phrase of [...COLOUR_FAMILIES.flatMap(({ words }) => words), ...values]) {
    const colour = knownColour(phrase)
    if (colour && colour.isAmbiguous === isAmbiguous)
      add(phrase, { kind: 'colour', value: colour.value, ...(isAmbiguous && { isAmbiguous }) })
  }
}

/** Adds categories by synonyms, by the parts of 'Coats & Jackets', and all skirts by 'skirt' unless a category has exactly that name. */
function addOtherNames(phrases: PhraseBook<readonly Meaning[]>, categories: Named): void {
  const heads = new Map<string, string[]>()
  for (const { name, slugs } of categories) {
    const words = PhraseBook.wordsOf(name).split(' ')
    const head = words.at(-1) ?? ''
    if (words.length > 1 && !/[&,]/.test(name)) heads.set(head, [...(heads.get(head) ?? []), ...slugs])
    const meanings = slugs.map((value): Meaning => ({ kind: 'category', value }))
    for (const [index, word] of words.entries())
      for (const synonym of synonymsOf(word)) phrases.add(words.with(index, synonym).join(' '), meanings)
  }
  for (const [head, slugs] of heads)
    if (slugs.length > 1)
      phrases.add(
        head,
        slugs.map((value): Meaning => ({ kind: 'category', value })),
      )
  for (const { name, slugs } of categories) {
    if (/[&,]|\sand\s/i.test(name))
      phrases.addAll(
        name.split(/[&,]|\sand\s/i),
        slugs.map((value): Meaning => ({ kind: 'category', value })),
      )
  }
}

function ancestorsOf(categories: NamedCatalogue['categories']): Map<string, string[]> {
  const parents = new Map(categories.map(({ slug, parent }) => [slug, parent]))
  return new Map(
    categories.map(({ slug }) => {
      const above: string[] = []
      for (let at = parents.get(slug); at && !above.includes(at); at = parents.get(at)) above.push(at)
      return [slug, above]
    }),
  )
}

/**
 * Finds the children of a category that are different things: if most are named after it ('Tea dresses'), the others
 * are.
 */
function otherThingsOf(categories: NamedCatalogue['categories']): Map<string, string[]> {
  const headOf = (name: string) => PhraseBook.wordsOf(name).split(' ').at(-1) ?? ''
  return new Map(
    categories.flatMap(({ slug, name }) => {
      const children = categories.filter(({ parent }) => parent === slug)
      const others = children.filter((child) => headOf(child.name) !== headOf(name))
      const isThing = !/[&,]|\sand\s/i.test(name) && others.length > 0 && others.length * 2 < children.length
      return isThing ? [[slug, others.map((other) => other.slug)] as const] : []
    }),
  )
}

function ownWordsOf(categories: NamedCatalogue['categories']): Map<string, Set<string>> {
  return new Map(
    categories.map(({ slug, name }) => [
      slug,
      new Set(
        PhraseBook.wordsOf(name)
          .split(' ')
          .flatMap((word) => [word, ...synonymsOf(word)]),
      ),
    ]),
  )
}
