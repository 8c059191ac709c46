import { queryFor } from './find-exactly.ts'
import { OTHER_BRANDS } from './lexicon/other-brands.ts'
import { listPopular } from './log/popular.service.ts'
import { MAX_QUERY } from './search-values.schema.ts'
import { searchProductsInput } from './search.schema.ts'
import type { Instead, SearchContext } from './search.types.ts'
import { currentLexicon } from './understand/lexicon.service.ts'
import type { Lexicon } from './understand/lexicon.ts'
import { PhraseBook, parseTokens } from './understand/parse-tokens.ts'

const MAX_BRANDS = 6
const MAX_SEARCHES = 6
const NEAR = new PhraseBook<{ name: string; categories: readonly string[] }>()
for (const { say, near } of OTHER_BRANDS.brands) for (const name of say) NEAR.add(name, { name, categories: near })

/**
 * Returns alternatives to a search without results: the nearest spelling that finds something, brands similar to the
 * named one, and popular searches.
 */
export async function offerInstead(context: SearchContext, q: string): Promise<Omit<Instead, 'without'>> {
  const { db, engine } = context
  const queryOf = (changed: { q: string } | { categories: string[] }) =>
    queryFor(context, searchProductsInput.parse({ ...changed, pageSize: 1 }))
  const tokens = parseTokens(q)
  const named = tokens.map((_, at) => NEAR.at(tokens, at)?.value).find((near) => near !== undefined)
  const spelling = nearestSpelling(q, await currentLexicon(db))
  const [found, brands, popular] = await Promise.all([
    spelling !== null && queryOf({ q: spelling }).then((query) => engine.total(query)),
    named ? queryOf({ categories: [...named.categories] }).then((query) => engine.search(query)) : null,
    // The page also works without popular searches.
    listPopular(db).catch(() => []),
  ])
  return {
    spelling: found ? spelling : null,
    brandNamed: named?.name ?? null,
    brands: (brands?.facets.brands ?? [])
      .toSorted((a, b) => b.count - a.count || (a.label < b.label ? -1 : 1))
      .slice(0, MAX_BRANDS)
      .map(({ value, label }) => ({ slug: value, name: label })),
    searches: popular.slice(0, MAX_SEARCHES).map(({ query }) => query),
  }
}

/**
 * Replaces each unknown word by the category, colour, material or brand that is one letter away; null if there is none,
 * or if the text becomes too long for a search.
 */
export function nearestSpelling(q: string, lexicon: Lexicon): string | null {
  const tokens = parseTokens(q)
  const spelt = tokens.map(({ raw, word }) =>
    lexicon.words.has(word) || lexicon.learnt.hasBrandWord(word)
      ? raw
      : (lexicon.spelling.candidates(word)[0]?.word ?? lexicon.learnt.nearestBrandWord(word) ?? raw),
  )
  const text = spelt.join(' ')
  return text.length > MAX_QUERY || text === tokens.map(({ raw }) => raw).join(' ') ? null : text
}
