import { findCardsAndColours } from '#server/catalogue/find-cards.ts'
import type { Db } from '#server/platform/db.ts'
import type { EngineAnswer } from './engine.ts'
import { sayAlike } from './say-alike.ts'
import type { SearchResult, Understanding } from './search.types.ts'
import { coloursAsked, listColourRows, showColours } from './show-colours.ts'

/** Returns the cards of the search hits, in order. */
export async function showHits(
  db: Db,
  hits: EngineAnswer['hits'],
  shown: Understanding,
): Promise<SearchResult['products']> {
  const ids = hits.map(({ id }) => id)
  const asked = coloursAsked(shown)
  const wanted = new Map(hits.flatMap(({ id, alike }) => (alike ? [[id, alike.picture]] : [])))
  const [{ cards, ofColours }, rows] = await Promise.all([
    findCardsAndColours(db, ids, asked.length + wanted.size > 0),
    listColourRows(db, ids),
  ])
  return showColours(
    db,
    hits.flatMap(({ id, alike }) => {
      const card = cards.get(id)
      return card ? [{ ...card, alike: alike && sayAlike(alike, shown.looksLike ?? '') }] : []
    }),
    { rows, pictures: ofColours },
    asked,
    wanted,
  )
}
