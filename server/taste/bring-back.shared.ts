import { tidyTaste } from './note-signals.shared.ts'
import type { Taste, TasteFact, TastePiece } from './taste.schema.ts'
import { MOST_LOOKS } from './taste.values.ts'

/**
 * What was deleted, together with what was noted and chosen since. Whether it is recorded stays as it is now: that was the last choice.
 * Bounded as every taste, the latest first. `now` in ms.
 */
export function bringBack(taste: Taste, deleted: Taste, now: number): Taste {
  const since = new Map(taste.pieces.map((piece) => [piece.id, piece]))
  const pieces = [
    ...deleted.pieces.map((piece) => together(piece, since.get(piece.id))),
    ...taste.pieces.filter(({ id }) => !deleted.pieces.some((piece) => piece.id === id)),
  ]
  const saved = new Set(pieces.flatMap(({ id, savedAt }) => (savedAt === null ? [] : [id])))
  // What was on the wishlist at the deletion is passed no more where it counts again; the others were passed since.
  const passed = [...new Set([...deleted.passed, ...taste.passed])].filter((id) => !saved.has(id))
  return tidyTaste(
    {
      ...taste,
      kindsOff: [...new Set([...deleted.kindsOff, ...taste.kindsOff])],
      // The end of this list is kept.
      not: [...deleted.not.filter((fact) => !taste.not.some((other) => isSame(fact, other))), ...taste.not],
      ...{ passed, pieces, passesNextWishlist: deleted.passesNextWishlist },
    },
    now,
  )
}

function together(piece: TastePiece, since: TastePiece | undefined): TastePiece {
  if (!since) return piece
  return {
    ...since,
    looks: Math.min(MOST_LOOKS, piece.looks + since.looks),
    lookedAt: later(piece.lookedAt, since.lookedAt),
    savedAt: later(piece.savedAt, since.savedAt),
    leftAt: later(piece.leftAt, since.leftAt),
  }
}

const later = (a: number | null, b: number | null) => (a === null || b === null ? (a ?? b) : Math.max(a, b))

const isSame = (a: TasteFact, b: TasteFact) => a.kind === b.kind && a.key === b.key
