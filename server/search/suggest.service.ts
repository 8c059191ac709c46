import type { SearchEngine } from './engine.ts'
import type { Db } from '#server/platform/db.ts'
import { readCards } from '#server/catalogue/read-cards.ts'
import { isOneErrorApart } from './index/vocabulary.ts'
import { pastSearches } from './log/popular.service.ts'
import { readWords } from './read-words.ts'
import type { Suggestion } from './search.types.ts'

const MIN_CHARACTERS = 2
const SHOWN = 8
const OF_A_KIND = 4
const MIN_TYPO = 5

/** Up to 8 continuations of what somebody types (2 characters at least): past searches, categories, brands and products, each kind in its own order. */
export async function suggest({ db, engine }: { db: Db; engine: SearchEngine }, text: string): Promise<Suggestion[]> {
  const words = readWords(text)
  if (text.trim().length < MIN_CHARACTERS || !words.length) return []
  const [{ productIds, brands, categories }, searches] = await Promise.all([engine.suggest(words, OF_A_KIND), pastSearches(db)])
  const cards = await readCards(db, productIds)
  const kinds: Suggestion[][] = [
    fitting(searches.map(({ query }) => query), words).map((query) => ({ kind: 'search', label: query, detail: null, value: query })),
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

/** Past searches that begin with the words, in their order; the last word may be unfinished, or one typing error away. */
function fitting(queries: string[], words: string[]): string[] {
  const fits = (query: string) => {
    const own = readWords(query)
    return words.every((word, at) => {
      const other = own[at] ?? ''
      return at === words.length - 1 ? other.startsWith(word) || (word.length >= MIN_TYPO && isOneErrorApart(word, other)) : other === word
    })
  }
  return queries.filter(fits).slice(0, OF_A_KIND)
}
