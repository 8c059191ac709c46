import { z } from 'zod'

// The numbers repeat taste.values.ts, which a schema must not import. taste.test.ts checks that they are equal.
const text = z.string().min(1).max(80)
const time = z.number().int().min(0).max(8_640_000_000_000_000)
const kind = z.enum(['category', 'brand', 'store', 'colour', 'material', 'style', 'price', 'audience'])

/** A fact about a product, for example that its category is dresses. */
const tasteFact = z.object({ kind, key: text, label: text })
export type TasteFact = z.infer<typeof tasteFact>

/** A product that this device has recorded, with the actions on it. Times in ms since 1970. */
const tastePiece = z.object({
  id: z.uuid(),
  name: z.string().max(200),
  facts: z.array(tasteFact).max(24),
  looks: z.number().int().min(0).max(3),
  lookedAt: time.nullable(),
  /** Null: not on a wishlist, or removed from it. */
  savedAt: time.nullable(),
  leftAt: time.nullable(),
})
export type TastePiece = z.infer<typeof tastePiece>

/** A device's data about its owner's taste. It never leaves the device. */
export interface Taste {
  version: 1
  /** False: nothing is recorded. */
  isOn: boolean
  /** Kinds that are not used as reasons. */
  kindsOff: TasteFact['kind'][]
  /** Facts that are not used as reasons: 'not this brand'. */
  not: TasteFact[]
  /**
   * Products on the wishlist that do not count, because they were there at the deletion or were saved while recording
   * was off.
   */
  passed: string[]
  /** Whether to exclude the next applied wishlist, because the wishlist was unknown when nobody was signed in. */
  passesNextWishlist: boolean
  pieces: TastePiece[]
}

const frame = z.object({
  version: z.literal(1),
  isOn: z.boolean(),
  kindsOff: z.array(z.unknown()),
  not: z.array(z.unknown()),
  passed: z.array(z.unknown()),
  // Missing in data from before this field existed.
  passesNextWishlist: z.boolean().catch(false),
  pieces: z.array(z.unknown()),
})

/** Parses stored text. Leaves out parts in another format; null if nothing valid is left. */
export function parseTasteText(kept: string | null): Taste | null {
  if (kept === null || kept.length > 1_000_000) return null
  let json: unknown
  try {
    json = JSON.parse(kept)
  } catch {
    return null
  }
  const read = frame.safeParse(json)
  if (!read.success) return null
  const { version, isOn, kindsOff, not, passed, passesNextWishlist, pieces } = read.data
  return {
    version,
    isOn,
    kindsOff: [...new Set(goodOnes(kind, kindsOff, 8))],
    not: goodOnes(tasteFact, not, 100),
    passed: goodOnes(z.uuid(), passed, 1_000),
    passesNextWishlist,
    pieces: goodOnes(tastePiece, pieces, 150).filter(
      ({ id }, at, all) => all.findIndex((other) => other.id === id) === at,
    ),
  }
}

const goodOnes = <T>(schema: z.ZodType<T>, values: readonly unknown[], most: number): T[] =>
  values.slice(0, most).flatMap((value) => {
    const read = schema.safeParse(value)
    return read.success ? [read.data] : []
  })
