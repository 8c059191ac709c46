import { tidyTaste } from './note-signals.shared.ts'
import type { Taste, TasteFact, TastePiece } from './taste.schema.ts'
import { MAX_LOOKS } from './taste.values.ts'

/**
 * Merges a deleted taste with everything recorded and chosen since. The recording switch keeps its current state, which
 * is the latest choice. The usual limits apply, and the latest entries are kept. `now` in ms.
 */
export function bringBack(taste: Taste, deleted: Taste, now: number): Taste {
  const since = new Map(taste.pieces.map((piece) => [piece.id, piece]))
  const pieces = [
    ...deleted.pieces.map((piece) => together(piece, since.get(piece.id))),
    ...taste.pieces.filter(({ id }) => !deleted.pieces.some((piece) => piece.id === id)),
  ]
  const saved = new Set(pieces.flatMap(({ id, savedAt }) => (savedAt === null ? [] : [id])))
  // Wishlist items from before the deletion count again if the deleted taste contains them. The others stay excluded.
  const passed = [...new Set([...deleted.passed, ...taste.passed])].filter((id) => !saved.has(id))
  return tidyTaste(
    {
      ...taste,
      kindsOff: [...new Set([...deleted.kindsOff, ...taste.kindsOff])],
      // The limit keeps the end of this list.
      not: [...deleted.not.filter((fact) => !taste.not.some((other) => isSame(fact, other))), ...taste.not],
      passed,
      pieces,
      passesNextWishlist: deleted.passesNextWishlist,
    },
    now,
  )
}

function together(piece: TastePiece, since: TastePiece | undefined): TastePiece {
  if (!since) return piece
  return {
    ...since,
    looks: Math.min(MAX_LOOKS, piece.looks + since.looks),
    lookedAt: later(piece.lookedAt, since.lookedAt),
    savedAt: later(piece.savedAt, since.savedAt),
    leftAt: later(piece.leftAt, since.leftAt),
  }
}

const later = (a: number | null, b: number | null) => (a === null || b === null ? (a ?? b) : Math.max(a, b))

const isSame = (a: TasteFact, b: TasteFact) => a.kind === b.kind && a.key === b.key
