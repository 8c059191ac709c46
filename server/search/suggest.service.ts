import type { SearchEngine } from './engine.ts'
import type { Db } from '#server/platform/db.ts'
import { readCards } from '#server/catalogue/read-cards.ts'
import { toSearchText } from '#server/catalogue/search-text.ts'
import { knownColour } from './attributes/colours.ts'
import { isOneErrorApart } from './index/vocabulary.ts'
import { pastSearches } from './log/popular.service.ts'
import { asTyped, MAX_SEARCHED_WORDS, readWords } from './read-words.ts'
import type { Suggestion } from './search.types.ts'
import { MIN_TYPO } from './word-forms.ts'

const MIN_CHARACTERS = 2
const SHOWN = 8
const OF_A_KIND = 4
/** Categories in the colour that was typed: 'black dresses'. */
const COLOURED = 2
const LONGEST_COLOUR = 2

/** Up to 8 continuations of what somebody types (2 characters at least): past searches, categories, brands and products, each kind in its own order. */
export async function suggest({ db, engine }: { db: Db; engine: SearchEngine }, text: string): Promise<Suggestion[]> {
  const words = readWords(text).slice(0, MAX_SEARCHED_WORDS)
  if (text.trim().length < MIN_CHARACTERS || !words.length) return []
  const typed = asTyped(words, text)
  const [{ productIds, brands, categories }, coloured, searches] = await Promise.all([
    engine.suggest(words, OF_A_KIND, typed),
    colouredCategories(engine, text),
    pastSearches(db),
  ])
  const cards = await readCards(db, productIds)
  // Without a product that has all of it, a colour's category may be empty.
  const queries = new Set([
    ...fitting(
      searches.map(({ query }) => query),
      words,
      typed,
    ),
    ...(productIds.length ? coloured : []),
  ])
  const kinds: Suggestion[][] = [
    [...queries].map((query) => ({ kind: 'search', label: query, detail: null, value: query })),
    categories.map(({ slug, name, parent }) => ({ kind: 'category', label: name, detail: parent, value: slug })),
    brands.map(({ slug, name }) => ({ kind: 'brand', label: name, detail: null, value: slug })),
    productIds.flatMap((id) => {
      const card = cards.get(id)
      return card ? [{ kind: 'product' as const, label: card.name, detail: card.brand, value: id }] : []
    }),
  ]
  // Each kind gets its first place before another gets its second.
  const chosen = new Set<Suggestion>()
  for (let place = 0; place < OF_A_KIND; place++) {
    for (const kind of kinds) {
      const suggestion = kind[place]
      if (suggestion && chosen.size < SHOWN) chosen.add(suggestion)
    }
  }
  return kinds.flat().filter((suggestion) => chosen.has(suggestion))
}

/** 'sage green dr' -> 'sage green dresses', as a search. */
async function colouredCategories(engine: SearchEngine, text: string): Promise<string[]> {
  const parts = toSearchText(text).split(' ').filter(Boolean)
  for (let length = Math.min(LONGEST_COLOUR, parts.length - 1); length > 0; length--) {
    const colour = knownColour(parts.slice(0, length).join(' '))
    if (!colour) continue
    const rest = parts.slice(length).join(' ')
    const words = readWords(rest).slice(0, MAX_SEARCHED_WORDS)
    const { categories } = await engine.suggest(words, COLOURED, asTyped(words, rest))
    return categories.map(({ name }) => `${colour.label} ${name}`.toLowerCase())
  }
  return []
}

/** Past searches that begin with the words, in their order; the last word may be unfinished, or one typing error away. */
function fitting(queries: string[], words: string[], typed: string[]): string[] {
  const fits = (query: string) => {
    const own = readWords(query)
    return words.every((word, at) => {
      const other = own[at] ?? ''
      const whole = typed[at] ?? word
      const isMistyped = () =>
        whole.length >= MIN_TYPO && (isOneErrorApart(word, other) || isOneErrorApart(whole, other))
      return at === words.length - 1 ? other.startsWith(word) || isMistyped() : other === word
    })
  }
  return queries.filter(fits).slice(0, OF_A_KIND)
}
