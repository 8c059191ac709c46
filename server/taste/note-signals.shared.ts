import type { Taste, TasteFact, TastePiece } from './taste.schema.ts'
import { FORGET_DAYS, MAX_FACTS, MAX_LOOKS, MAX_NOT, MAX_PASSED, MAX_PIECES, SAME_LOOK_MS } from './taste.values.ts'

/** A product as the device stores it. */
export type MetProduct = Pick<TastePiece, 'id' | 'name' | 'facts'>

export const noTaste = (): Taste => ({
  version: 1,
  isOn: true,
  kindsOff: [],
  not: [],
  passed: [],
  passesNextWishlist: false,
  pieces: [],
})

/** Returns whether a taste has neither data nor settings. */
export const isBlank = ({ isOn, kindsOff, not, passed, passesNextWishlist, pieces }: Taste): boolean =>
  isOn && !passesNextWishlist && ![kindsOff, not, passed, pieces].some(({ length }) => length > 0)

const savedIn = (pieces: readonly TastePiece[]) => pieces.flatMap(({ id, savedAt }) => (savedAt === null ? [] : [id]))

/** Merges ids without duplicates, the latest first. */
const pass = (ids: readonly string[], passed: readonly string[]) =>
  [...new Set([...ids, ...passed])].slice(0, MAX_PASSED)

/** Returns the time of the last action on a piece, in ms. */
const metAt = ({ lookedAt, savedAt, leftAt }: TastePiece): number => Math.max(lookedAt ?? 0, savedAt ?? 0, leftAt ?? 0)

/**
 * Removes pieces that are too old, have no points left, or exceed the limit. Excludes removed wishlist items from
 * learning. Otherwise the wishlist would add them again as saved today.
 */
export function tidyTaste(taste: Taste, now: number): Taste {
  const oldest = now - FORGET_DAYS * 86_400_000
  const newest = taste.pieces.toSorted((a, b) => metAt(b) - metAt(a))
  const pieces = newest.filter((piece) => metAt(piece) > oldest).slice(0, MAX_PIECES)
  const gone = savedIn(newest.slice(pieces.length))
  return { ...taste, pieces, not: taste.not.slice(-MAX_NOT), passed: pass(gone, taste.passed) }
}

function change(taste: Taste, product: MetProduct, now: number, apply: (piece: TastePiece) => TastePiece): Taste {
  if (!taste.isOn) return taste
  const known = taste.pieces.find(({ id }) => id === product.id)
  const { id, name, facts } = product
  const piece = {
    ...(known ?? { looks: 0, lookedAt: null, savedAt: null, leftAt: null }),
    id,
    name: name.slice(0, 200),
    facts: facts.slice(0, MAX_FACTS),
  }
  return tidyTaste(
    { ...taste, pieces: [apply(piece), ...taste.pieces.filter((other) => other.id !== product.id)] },
    now,
  )
}

/** Records a view of a product's page. */
export const noteLook = (taste: Taste, product: MetProduct, now: number): Taste =>
  change(taste, product, now, (piece) => ({
    ...piece,
    looks:
      piece.lookedAt !== null && Math.abs(now - piece.lookedAt) < SAME_LOOK_MS && piece.looks > 0
        ? piece.looks
        : Math.min(MAX_LOOKS, piece.looks + 1),
    lookedAt: now,
  }))

/** Records that a product's store was opened. */
export const noteLeft = (taste: Taste, product: MetProduct, now: number): Taste =>
  change(taste, product, now, (piece) => ({ ...piece, leftAt: now }))

/** Records that a product was added to the wishlist, or removed, which reverts the save. */
export function noteSaved(taste: Taste, product: MetProduct, isSaved: boolean, now: number): Taste {
  const passed = taste.passed.filter((id) => id !== product.id)
  return change({ ...taste, passed }, product, now, (piece) => ({
    ...piece,
    savedAt: isSaved ? (piece.savedAt ?? now) : null,
  }))
}

/**
 * Applies a signed-in shopper's current wishlist from the server, because shoppers also press hearts in lists and on
 * other devices. New products count only if `find` knows them. Returns the same object if nothing changes.
 */
export function meetWishlist(
  taste: Taste,
  wishlist: readonly string[],
  find: (id: string) => MetProduct | undefined,
  now: number,
): Taste {
  if (!taste.isOn) return taste
  let met = taste.passesNextWishlist ? passWishlist(taste, wishlist) : taste
  const [listed, passed] = [new Set(wishlist), new Set(met.passed)]
  for (const piece of taste.pieces)
    if (piece.savedAt !== null && !listed.has(piece.id)) met = noteSaved(met, piece, false, now)
  const known = new Map(met.pieces.map((piece) => [piece.id, piece]))
  for (const id of wishlist.slice(0, MAX_PIECES)) {
    const product = known.get(id) ?? find(id)
    if (product && !passed.has(id) && (known.get(id)?.savedAt ?? null) === null)
      met = noteSaved(met, product, true, now)
  }
  return met
}

const isSame = (a: TasteFact, b: TasteFact) => a.kind === b.kind && a.key === b.key

/** Turns a fact on or off as a reason. Off means 'not this brand'. */
export const switchFact = (taste: Taste, fact: TasteFact, isOn: boolean): Taste => {
  const others = taste.not.filter((other) => !isSame(other, fact))
  return { ...taste, not: (isOn ? others : [...others, fact]).slice(-MAX_NOT) }
}

export const switchKind = (taste: Taste, kind: TasteFact['kind'], isOn: boolean): Taste => ({
  ...taste,
  kindsOff: isOn
    ? taste.kindsOff.filter((other) => other !== kind)
    : [...taste.kindsOff.filter((other) => other !== kind), kind],
})

/**
 * Excludes the current wishlist from learning, except items that already count. Null means that nobody is signed in.
 * Then the next applied wishlist is excluded.
 */
export function passWishlist(taste: Taste, wishlist: readonly string[] | null): Taste {
  if (!wishlist) return { ...taste, passesNextWishlist: true }
  const saved = new Set(savedIn(taste.pieces))
  const passed = pass(
    wishlist.filter((id) => !saved.has(id)),
    taste.passed,
  )
  return { ...taste, passed, passesNextWishlist: false }
}

/** Deletes everything. The current wishlist is not learnt again, even after signing in later. */
export const forgetAll = (taste: Taste, wishlist: readonly string[] | null): Taste =>
  passWishlist({ ...noTaste(), isOn: taste.isOn }, wishlist)

/** Turns recording on or off. Items saved while it was off do not count. */
export const switchRecording = (taste: Taste, isOn: boolean, wishlist: readonly string[] | null): Taste =>
  isOn && !taste.isOn ? passWishlist({ ...taste, isOn }, wishlist) : { ...taste, isOn }
