import { findCards } from '#server/catalogue/find-cards.ts'
import type { Db } from '#server/platform/db.ts'
import type { EngineAnswer } from './engine.ts'
import { sayAlike } from './say-alike.ts'
import type { SearchResult, Understanding } from './search.types.ts'
import { coloursAsked, readColourRows, showColours } from './show-colours.ts'

/** Returns the cards of the search hits, in order. */
export async function showHits(
  db: Db,
  hits: EngineAnswer['hits'],
  shown: Understanding,
): Promise<SearchResult['products']> {
  const ids = hits.map(({ id }) => id)
  const [cards, colours] = await Promise.all([findCards(db, ids), readColourRows(db, ids)])
  return showColours(
    db,
    hits.flatMap(({ id, alike }) => {
      const card = cards.get(id)
      return card ? [{ ...card, alike: alike && sayAlike(alike, shown.looksLike ?? '') }] : []
    }),
    colours,
    coloursAsked(shown),
    new Map(hits.flatMap(({ id, alike }) => (alike ? [[id, alike.picture]] : []))),
  )
}
