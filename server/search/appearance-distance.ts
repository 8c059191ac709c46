import { bytesOfAppearance, HAS_SHAPE, PATTERN_BITS, PLACE } from '#server/media/appearance/appearance-bytes.shared.ts'
import { MAX_COLOURS, PATTERNS, parseAppearanceText } from '#server/media/appearance/appearance.schema.ts'
import { RING_COUNT, SHAPE_LENGTH } from '#server/media/appearance/shape.shared.ts'
import type { Alike } from './engine.ts'

// Weights of a picture's features, in Lab units. Tuned with `npm run bench -- appearances`: most pictures that were
// turned, cropped, relit and recompressed find their product among the first ten.
const WEIGHTS = {
  /** Light changes a photo's brightness more than its colours. */
  lightness: 0.6,
  rings: 0.6,
  shape: 1.5,
  otherPattern: 6,
  /** Used instead of the outline's difference if one of the two has no outline. */
  noShape: 8,
} as const
/** More distant pictures do not look alike. */
const FARTHEST = 34
/** A chosen colour is present if a colour of the piece is at most this far away and covers at least this share. */
const FARTHEST_COLOUR = 16
const MIN_SHARE = 0.1 * 255
/** A picture at most this far from one of ours is the same picture. In tenths of Lab units. */
const SAME_PICTURE = 20
/** Distances are stored as whole tenths, so that both engines sort alike. */
const TENTHS = 10

/** The wanted look. */
export interface Wanted {
  bytes: Uint8Array
  /** The number of colours in `bytes`. */
  colours: number
  pattern: number | null
  /**
   * Whether the look comes from a picture, which is compared in all features. Otherwise only colours, and perhaps a
   * pattern, were chosen.
   */
  isPicture: boolean
}

/**
 * @param text an appearance as written in URLs @returns null if it is invalid
 */
export function wantedOf(text: string): Wanted | null {
  const appearance = parseAppearanceText(text)
  if (!appearance) return null
  return {
    bytes: bytesOfAppearance(appearance),
    colours: appearance.colours.length,
    pattern: appearance.pattern && PATTERNS.indexOf(appearance.pattern),
    isPicture: appearance.detail !== null,
  }
}

/**
 * Finds the nearest of a product's pictures.
 * @param all the appearances of many products; the product's own are those from byte `from` to byte `to`
 * @returns tenths of Lab units, or -1 if none looks alike
 */
export function nearest(wanted: Wanted, all: Uint8Array, from: number, to: number): number {
  let least = -1
  for (let at = from; at < to; at += PLACE.bytes) {
    const limit = least < 0 ? Infinity : least / TENTHS
    const away = wanted.isPicture ? pictureAway(wanted, all, at, limit) : coloursAway(wanted, all, at)
    if (away < 0) continue
    const tenths = Math.round(away * TENTHS)
    if (least < 0 || tenths < least) least = tenths
  }
  return least
}

/**
 * Returns the category that comes first in a search by picture: that of the product in the picture. Null for chosen
 * colours, for an unknown picture, and for a picture of products in several categories.
 * @param near distance (tenths of Lab units) and category id of products; '' for none
 */
export function kindShown(
  looksLike: string,
  near: Iterable<readonly [away: number, categoryId: string]>,
): string | null {
  if (!wantedOf(looksLike)?.isPicture) return null
  let least = SAME_PICTURE + 1
  const kinds = new Set<string>()
  for (const [away, categoryId] of near) {
    if (away > least) continue
    if (away < least) kinds.clear()
    least = away
    if (away <= SAME_PICTURE) kinds.add(categoryId)
  }
  const [kind = ''] = kinds
  return kinds.size === 1 && kind !== '' ? kind : null
}

/** Returns the nearest of a product's pictures, and its similar features; null if none looks alike. */
export function alikeOf(wanted: Wanted, bytes: Uint8Array): Alike | null {
  const least = nearest(wanted, bytes, 0, bytes.length)
  if (least < 0) return null
  for (let at = 0; at < bytes.length; at += PLACE.bytes) {
    if (nearest(wanted, bytes, at, at + PLACE.bytes) !== least) continue
    const hasShapes = wanted.isPicture && hasShape(wanted.bytes, 0) && hasShape(bytes, at)
    return {
      picture: bytes[at + PLACE.picture] as number,
      away: least,
      colour: wanted.colours
        ? Math.round(
            (wanted.isPicture ? paletteAway(wanted, bytes, at, Infinity) : coloursThere(wanted, bytes, at)) * TENTHS,
          )
        : null,
      shape: hasShapes ? Math.round(shapeAway(wanted.bytes, bytes, at) * TENTHS) : null,
      pattern: wanted.pattern === null ? null : PATTERNS[patternOf(bytes, at)] === PATTERNS[wanted.pattern],
    }
  }
  return null
}

const patternOf = (bytes: Uint8Array, at: number) => (bytes[at + PLACE.pattern] as number) & PATTERN_BITS
const hasShape = (bytes: Uint8Array, at: number) => ((bytes[at + PLACE.pattern] as number) & HAS_SHAPE) !== 0

/**
 * Compares the cheap features first, because they rule out most pictures. @returns -1 if the picture is farther away
 * than `limit`
 */
function pictureAway(wanted: Wanted, all: Uint8Array, at: number, limit: number): number {
  const most = Math.min(FARTHEST, limit)
  let away = wanted.pattern !== null && patternOf(all, at) !== wanted.pattern ? WEIGHTS.otherPattern : 0
  let rings = 0
  for (let ring = 0; ring < RING_COUNT; ring++)
    rings += Math.sqrt(apartSquared(wanted.bytes, PLACE.rings + ring * 3, all, at + PLACE.rings + ring * 3))
  away += (WEIGHTS.rings * rings) / RING_COUNT
  if (away > most) return -1
  away +=
    WEIGHTS.shape *
    (hasShape(wanted.bytes, 0) && hasShape(all, at) ? shapeAway(wanted.bytes, all, at) : WEIGHTS.noShape)
  if (away > most) return -1
  if (!wanted.colours) return away
  away += paletteAway(wanted, all, at, most - away)
  return away > most ? -1 : away
}

/** Requires each chosen colour. @returns -1 if one is missing or the pattern differs */
function coloursAway(wanted: Wanted, all: Uint8Array, at: number): number {
  if (wanted.pattern !== null && patternOf(all, at) !== wanted.pattern) return -1
  return wanted.colours ? coloursThere(wanted, all, at) : 0
}

/** Returns the mean difference of the outlines' numbers. */
function shapeAway(wanted: Uint8Array, all: Uint8Array, at: number): number {
  let sum = 0
  for (let k = 0; k < SHAPE_LENGTH; k++)
    sum += Math.abs((wanted[PLACE.shape + k] as number) - (all[at + PLACE.shape + k] as number))
  return sum / SHAPE_LENGTH
}

const LIGHTNESS = WEIGHTS.lightness / 2.55

/** Returns the squared difference of two colours in Lab units. Only the root of the smallest is computed. */
function apartSquared(one: Uint8Array, at: number, other: Uint8Array, to: number): number {
  const l = ((one[at] as number) - (other[to] as number)) * LIGHTNESS
  const a = (one[at + 1] as number) - (other[to + 1] as number)
  const b = (one[at + 2] as number) - (other[to + 2] as number)
  return l * l + a * a + b * b
}

const MAX_APART = 100
const nearestOfOther = new Float64Array(MAX_COLOURS)

/**
 * Returns the distance of two palettes: for each colour of both, the distance to the nearest of the other, weighted by
 * its share of the piece.
 * @param most the exact value does not matter above this, so the rest need not be computed
 */
function paletteAway({ bytes, colours }: Wanted, all: Uint8Array, at: number, most: number): number {
  let others = 0
  let weight = 0
  for (let other = 0; other < MAX_COLOURS; other++) {
    const share = all[at + PLACE.colours + other * 4 + 3] as number
    if (share === 0) break
    nearestOfOther[other] = Infinity
    weight += share
    others++
  }
  for (let mine = 0; mine < colours; mine++) weight += bytes[PLACE.colours + mine * 4 + 3] as number
  if (!weight) return MAX_APART
  const enough = most * weight
  let sum = 0
  for (let mine = 0; mine < colours; mine++) {
    const from = PLACE.colours + mine * 4
    let least = Infinity
    for (let other = 0; other < others; other++) {
      const away = apartSquared(bytes, from, all, at + PLACE.colours + other * 4)
      if (away < least) least = away
      if (away < (nearestOfOther[other] as number)) nearestOfOther[other] = away
    }
    sum += Math.min(Math.sqrt(least), MAX_APART) * (bytes[from + 3] as number)
    if (sum > enough) return Infinity
  }
  for (let other = 0; other < others; other++)
    sum +=
      Math.min(Math.sqrt(nearestOfOther[other] as number), MAX_APART) *
      (all[at + PLACE.colours + other * 4 + 3] as number)
  return sum / weight
}

/**
 * Returns the mean distance from each chosen colour to the nearest colour that covers enough of the piece, weighted by
 * the wanted shares.
 * @returns -1 if one is missing
 */
function coloursThere({ bytes, colours }: Wanted, all: Uint8Array, at: number): number {
  let sum = 0
  let weight = 0
  for (let mine = 0; mine < colours; mine++) {
    const from = PLACE.colours + mine * 4
    let least = Infinity
    for (let to = at + PLACE.colours, end = to + MAX_COLOURS * 4; to < end; to += 4) {
      const share = all[to + 3] as number
      if (share === 0) break
      if (share < MIN_SHARE) continue
      const away = apartSquared(bytes, from, all, to)
      if (away < least) least = away
    }
    if (least > FARTHEST_COLOUR * FARTHEST_COLOUR) return -1
    const share = bytes[from + 3] as number
    sum += Math.sqrt(least) * share
    weight += share
  }
  return weight ? sum / weight : MAX_APART
}
