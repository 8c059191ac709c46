import type { EngineAnswer, EngineQuery } from './engine.ts'
import { engineQuery } from './engine-query.ts'
import { ratesToBase } from './rates.ts'
import type { SearchProductsInput } from './search.schema.ts'
import type { SearchContext, Understanding } from './search.types.ts'
import { understandAsSet, type Meanings } from './understand-search.ts'

/** Runs the interpretations of one search on the engine. */
interface Finder {
  search: (asked: Understanding) => Promise<EngineAnswer>
  total: (asked: Understanding) => Promise<number>
  /** Returns the new first products of each search that was needed (`SearchEngine.fill`). */
  fill: (asked: Understanding[], there: string[], enough: number) => Promise<Array<EngineAnswer['hits']>>
}

/** The interpretation that was searched, and its results. */
interface Found {
  understanding: Understanding
  answer: EngineAnswer
  /** The existing categories and brands that the sentence names, even if we searched by its words. */
  names: EngineAnswer['asked']
}

/** Returns a finder with the scope, page and currency of a search. */
export async function finderOf({ db, engine }: SearchContext, input: SearchProductsInput): Promise<Finder> {
  const rates = await ratesToBase(db)
  const queryOf = (asked: Understanding) => engineQuery(asked, input, rates.get(asked.currency) ?? 1)
  return {
    search: (asked) => engine.search(queryOf(asked)),
    total: (asked) => engine.total(queryOf(asked)),
    fill: (asked, there, enough) =>
      engine.fill(
        asked.map((each) => ({ ...queryOf(each), page: 1, pageSize: enough })),
        there,
        enough,
      ),
  }
}

/**
 * Searches by the sentence if there is one. In Normal mode, searches by the words alone if the shopper chose that, or if
 * a product with exactly this name is missing from the results.
 */
export async function findExactly(find: Finder, { asked, inWords }: Meanings, isPlain: boolean): Promise<Found> {
  const answer = await find.search(asked)
  if (!inWords || !(isPlain || answer.isNamedElsewhere)) return { understanding: asked, answer, names: answer.asked }
  return { understanding: inWords, answer: await find.search(inWords), names: answer.asked }
}

/** Returns the engine's query for a search. In Normal mode, searches by the words of a text that is not yet filters. */
export async function queryFor(context: SearchContext, input: SearchProductsInput): Promise<EngineQuery> {
  const asked = await understandAsSet(context, input)
  return engineQuery(asked, input, (await ratesToBase(context.db)).get(asked.currency) ?? 1)
}
