import type { SearchEngine } from './engine.ts'
import type { ProductCard } from '#server/catalogue/product-card.ts'
import type { Picture } from '#server/media/picture.ts'
import { findCards } from '#server/catalogue/find-cards.ts'
import { toSearchText } from '#server/catalogue/search-text.ts'
import { knownColour } from './attributes/colours.ts'
import { isOneErrorApart } from './index/vocabulary.ts'
import { pastSearches } from './log/popular.service.ts'
import { asTyped, MAX_SEARCHED_WORDS, parseWords } from './parse-words.ts'
import { nearestSpelling } from './offer-instead.ts'
import { searchProductsInput } from './search.schema.ts'
import { queryFor } from './find-exactly.ts'
import type { SearchContext } from './search.types.ts'
import type { Suggestion } from './search.types.ts'
import { suggestDepartments } from './suggest-departments.ts'
import { currentLexicon } from './understand/lexicon.service.ts'
import { MIN_TYPO } from './word-forms.ts'

const MIN_CHARACTERS = 2
const SHOWN = 8
const OF_A_KIND = 4
/** The maximum number of categories in the typed colour to suggest: 'black dresses'. */
const COLOURED = 2
const LONGEST_COLOUR = 2

/**
 * Suggests up to 8 continuations of a text with at least 2 characters: navigation lists, past searches, categories,
 * brands and products, each kind in its own order. If there are none, corrects the text ('blak dres').
 */
export async function suggest(context: SearchContext, text: string): Promise<Suggestion[]> {
  const found = await continuations(context, text)
  if (found.length || text.trim().length < MIN_CHARACTERS) return found
  const spelt = nearestSpelling(text, await currentLexicon(context.db))
  if (spelt === null) return []
  const others = await continuations(context, spelt)
  // An uncorrected last word may be unfinished.
  const isCorrected = lastWord(spelt) !== lastWord(text.trim())
  const finds =
    isCorrected && (await context.engine.total(await queryFor(context, searchProductsInput.parse({ q: spelt }))))
  const asSpelt = finds ? [searchFor(spelt)] : []
  return [...asSpelt, ...others.filter(({ kind, value }) => kind !== 'search' || value !== spelt)].slice(0, SHOWN)
}

async function continuations(context: SearchContext, text: string): Promise<Suggestion[]> {
  const { db, engine } = context
  const words = parseWords(text).slice(0, MAX_SEARCHED_WORDS)
  if (text.trim().length < MIN_CHARACTERS || !words.length) return []
  const typed = asTyped(words, text)
  const [lists, { productIds, brands, categories }, coloured, searches] = await Promise.all([
    suggestDepartments(context, text),
    engine.suggest(words, OF_A_KIND, typed),
    colouredCategories(engine, text),
    pastSearches(db),
  ])
  const cards = await findCards(db, productIds)
  // Leaves out categories in a colour if no product matches the entire text, because they may be empty.
  const queries = new Set([
    ...fitting(
      searches.map(({ query }) => query),
      words,
      typed,
    ),
    ...(productIds.length ? coloured : []),
  ])
  const picture = null
  const kinds: Suggestion[][] = [
    lists,
    [...queries].map(searchFor),
    categories.map(({ slug, name, parent }) => ({
      kind: 'category',
      label: name,
      detail: parent,
      value: slug,
      picture,
    })),
    brands.map(({ slug, name }) => ({ kind: 'brand', label: name, detail: null, value: slug, picture })),
    productIds.flatMap((id) => {
      const card = cards.get(id)
      return card
        ? [{ kind: 'product' as const, label: card.name, detail: card.brand, value: id, picture: pictureOf(card) }]
        : []
    }),
  ]
  // Each kind gets its first suggestion before another gets its second.
  const chosen = new Set<Suggestion>()
  for (let place = 0; place < OF_A_KIND; place++) {
    for (const kind of kinds) {
      const suggestion = kind[place]
      if (suggestion && chosen.size < SHOWN) chosen.add(suggestion)
    }
  }
  return kinds.flat().filter((suggestion) => chosen.has(suggestion))
}

const lastWord = (text: string): string => text.slice(text.lastIndexOf(' ') + 1)

const searchFor = (query: string): Suggestion => ({
  kind: 'search',
  label: query,
  detail: null,
  value: query,
  picture: null,
})

/** Returns a product's first picture. It illustrates the product's name, so it needs no description. */
const pictureOf = ({ pictures: [first] }: ProductCard): Picture | null => (first ? { ...first, alt: '' } : null)

/** Completes a colour and the start of a category: 'sage green dr' becomes the search 'sage green dresses'. */
async function colouredCategories(engine: SearchEngine, text: string): Promise<string[]> {
  const parts = toSearchText(text).split(' ').filter(Boolean)
  for (let length = Math.min(LONGEST_COLOUR, parts.length - 1); length > 0; length--) {
    const colour = knownColour(parts.slice(0, length).join(' '))
    if (!colour) continue
    const rest = parts.slice(length).join(' ')
    const words = parseWords(rest).slice(0, MAX_SEARCHED_WORDS)
    const { categories } = await engine.suggest(words, COLOURED, asTyped(words, rest))
    return categories.map(({ name }) => `${colour.label} ${name}`.toLowerCase())
  }
  return []
}

/**
 * Returns past searches that begin with the words, in order. The last word may be unfinished, or one typing error away.
 */
function fitting(queries: string[], words: string[], typed: string[]): string[] {
  const fits = (query: string) => {
    const queryWords = parseWords(query)
    return words.every((word, at) => {
      const other = queryWords[at] ?? ''
      const typedWord = typed[at] ?? word
      const isMistyped = () =>
        typedWord.length >= MIN_TYPO && (isOneErrorApart(word, other) || isOneErrorApart(typedWord, other))
      return at === words.length - 1 ? other.startsWith(word) || isMistyped() : other === word
    })
  }
  return queries.filter(fits).slice(0, OF_A_KIND)
}
