import { appearanceOf, PLACE } from '#server/media/appearance/appearance-bytes.shared.ts'
import { writeAppearanceText } from '#server/media/appearance/appearance.schema.ts'
import { nearest, wantedOf } from '#server/search/appearance-distance.ts'
import type { Item } from './item-keys.ts'

/**
 * Maximum distance of pictures of the same piece, in tenths of Lab units. Measured with `node tests/bench/offers.ts`:
 * six of seven pictures that were cropped, resized and recompressed stay below, and none of another colour or cut.
 */
const FARTHEST = 30

/** How two products were found to be the same item. */
export interface Match {
  way: 'gtin' | 'style' | 'look'
  /** The GTIN-14, or the style number in the first product's spelling; '' for 'look'. */
  evidence: string
  /** For 'look': tenths of Lab units. */
  away: number | null
}

/**
 * Returns the most certain of three reasons why two products of different partners are the same item; null if they are
 * not.
 * - gtin: a variant of each has the same GTIN. A product may have more colours than the other.
 * - style: the same brand, and a variant of each has the same style number. For both ways, names or categories must
 * agree too, and the audiences must not contradict: numbers may be mistyped, and a store may number its own goods like
 * a brand does.
 * - look: the same brand, category, audience and words of the name, and a picture of one looks like the first of the
 *   other. Another colour is another item. If both have GTINs and none in common, they are different.
 * @param isJunk true for a key that too many products have
 */
export function matchItems(one: Item, other: Item, isJunk: (key: bigint) => boolean): Match | null {
  if (one.partnerId === other.partnerId) return null
  const gtin = common(one.gtins, other.gtins, isJunk)
  if (gtin !== null && agrees(one, other)) return { way: 'gtin', evidence: gtin, away: null }
  const style = common(one.styles, other.styles, isJunk)
  if (style !== null && agrees(one, other)) return { way: 'style', evidence: style, away: null }
  if (one.look === null || one.look !== other.look || isJunk(one.look)) return null
  if (one.gtins.size > 0 && other.gtins.size > 0) return null
  const away = lookAway(one, other)
  return away === null || away > FARTHEST ? null : { way: 'look', evidence: '', away }
}

function common(one: Item['gtins'], other: Item['gtins'], isJunk: (key: bigint) => boolean): string | null {
  for (const [key, text] of one) if (other.has(key) && !isJunk(key)) return text
  return null
}

/** Whether a product is for everybody. Without a gender, it is. */
const forAll = (gender: string) => gender === '' || gender === 'unisex'

function agrees(one: Item, other: Item): boolean {
  if (one.gender !== other.gender && !forAll(one.gender) && !forAll(other.gender)) return false
  if (one.categoryId !== null && one.categoryId === other.categoryId) return true
  return [...one.words].some((word) => other.words.has(word))
}

/**
 * Returns the distance from the first picture of one product to the nearest picture of the other; null if one has no
 * picture or nothing is near.
 */
function lookAway(one: Item, other: Item): number | null {
  const both = [firstAway(one, other), firstAway(other, one)].filter((away) => away >= 0)
  return both.length ? Math.min(...both) : null
}

function firstAway({ appearances: first }: Item, { appearances: all }: Item): number {
  if (first.length < PLACE.bytes || all.length < PLACE.bytes) return -1
  const wanted = wantedOf(writeAppearanceText(appearanceOf(first.subarray(0, PLACE.bytes))))
  return wanted ? nearest(wanted, all, 0, all.length) : -1
}
