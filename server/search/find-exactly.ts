import type { EngineAnswer, EngineQuery } from './engine.ts'
import { engineQuery } from './engine-query.ts'
import { ratesToBase } from './rates.ts'
import type { SearchProductsInput } from './search.schema.ts'
import type { SearchContext, Understanding } from './search.types.ts'
import { understandAsSet, type Meanings } from './understand-search.ts'

/** The engine for the different interpretations of one search. */
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
  /** The categories and brands of the sentence that exist, even if it was searched by its words. */
  names: EngineAnswer['asked']
}

/** Returns the engine for a search, with its scope, page and currency. */
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
 * Searches by the sentence in any mode. In Normal mode it searches by the words alone if the shopper chose that, or if
 * they are the name of a product that the sentence does not find.
 */
export async function findExactly(find: Finder, { asked, inWords }: Meanings, isPlain: boolean): Promise<Found> {
  const answer = await find.search(asked)
  if (!inWords || !(isPlain || answer.isNamedElsewhere)) return { understanding: asked, answer, names: answer.asked }
  return { understanding: inWords, answer: await find.search(inWords), names: answer.asked }
}

/** Returns the engine's query for a search. In Normal mode it searches by the words alone. */
export async function queryFor(context: SearchContext, input: SearchProductsInput): Promise<EngineQuery> {
  const asked = await understandAsSet(context, input)
  return engineQuery(asked, input, (await ratesToBase(context.db)).get(asked.currency) ?? 1)
}
