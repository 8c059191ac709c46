import { readCards } from '#server/catalogue/read-cards.ts'
import type { Db } from '#server/platform/db.ts'
import type { EngineAnswer } from './engine.ts'
import { sayAlike } from './say-alike.ts'
import type { SearchResult, Understanding } from './search.types.ts'
import { coloursAsked, showColours } from './show-colours.ts'

/** The cards of what was found, in its order. */
export async function showHits(
  db: Db,
  hits: EngineAnswer['hits'],
  shown: Understanding,
): Promise<SearchResult['products']> {
  const cards = await readCards(
    db,
    hits.map(({ id }) => id),
  )
  return showColours(
    db,
    hits.flatMap(({ id, alike }) => {
      const card = cards.get(id)
      return card ? [{ ...card, alike: alike && sayAlike(alike, shown.looksLike ?? '') }] : []
    }),
    coloursAsked(shown),
    new Map(hits.flatMap(({ id, alike }) => (alike ? [[id, alike.picture]] : []))),
  )
}
