import type { DrawingSpec, GarmentKind } from '../demo.types.ts'
import { hexDistance } from '../drawings/colour.ts'

/** Kinds with similar outlines. */
const FAMILIES: readonly (readonly GarmentKind[])[] = [
  ['dress', 'maxi-dress'],
  ['coat', 'trench'],
  ['jacket', 'biker-jacket', 'puffer', 'blazer'],
  ['shirt', 'blouse'],
  ['tee', 'polo'],
  ['hoodie', 'knit', 'cardigan'],
  ['jeans', 'trousers', 'leggings'],
  ['skirt', 'midi-skirt'],
  ['boot', 'ankle-boot'],
  ['trainer', 'loafer'],
  ['heel', 'sandal'],
  ['tote', 'crossbody', 'backpack'],
  ['ring', 'necklace', 'earrings', 'bracelet'],
  ['hat', 'beanie'],
]
const familyOf = new Map(FAMILIES.flatMap((kinds, family) => kinds.map((kind) => [kind, family] as const)))

/** From this value on, two adjacent pictures look like duplicates. */
export const ALIKE = 0.6

const closeness = new Map<string, number>()

/** Returns 1 for the same colour, and 0 for clearly different ones. */
function colourCloseness(one: string, other: string): number {
  const key = one < other ? one + other : other + one
  const known = closeness.get(key)
  if (known !== undefined) return known
  const close = Math.max(0, 1 - hexDistance(one, other) / 0.3)
  closeness.set(key, close)
  return close
}

/**
 * Returns how similar two drawings look, 0 to 1: mainly their silhouettes, then the colours of the garments and their
 * backgrounds.
 */
export function likeness(one: DrawingSpec, other: DrawingSpec): number {
  const related = familyOf.has(one.kind) && familyOf.get(one.kind) === familyOf.get(other.kind)
  const silhouette = one.kind === other.kind ? 1 : related ? 0.6 : 0
  const colour = colourCloseness(one.colour, other.colour)
  return 0.6 * silhouette + 0.3 * colour + 0.1 * colourCloseness(one.ground, other.ground)
}
