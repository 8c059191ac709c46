import { z } from 'zod'

// The numbers are those of taste.values.ts, which a schema must not import; taste.schema.test.ts keeps them equal.
const text = z.string().min(1).max(80)
const time = z.number().int().min(0).max(8_640_000_000_000_000)
const kind = z.enum(['category', 'brand', 'store', 'colour', 'material', 'style', 'price', 'audience'])

/** One thing that is true of a product: that its category is dresses. */
const tasteFact = z.object({ kind, key: text, label: text })
export type TasteFact = z.infer<typeof tasteFact>

/** A product that this device met, and what was done with it. Times in ms since 1970. */
const tastePiece = z.object({
  id: z.uuid(),
  name: z.string().max(200),
  facts: z.array(tasteFact).max(24),
  looks: z.number().int().min(0).max(3),
  lookedAt: time.nullable(),
  /** Null: not on a wishlist, or not any more. */
  savedAt: time.nullable(),
  leftAt: time.nullable(),
})
export type TastePiece = z.infer<typeof tastePiece>

/** What a device knows of its owner's taste. It never leaves the device. */
export interface Taste {
  version: 1
  /** False: nothing is recorded. */
  isOn: boolean
  /** Kinds that are no reasons. */
  kindsOff: TasteFact['kind'][]
  /** What is no reason: 'not this brand'. */
  not: TasteFact[]
  /** Products on the wishlist that are not to count: they were there when everything was deleted, or were saved while this was off. */
  passed: string[]
  /** Nobody was signed in then, so nobody knew what is on the wishlist: what it has when it is met next is passed. */
  passesNextWishlist: boolean
  pieces: TastePiece[]
}

const frame = z.object({
  version: z.literal(1),
  isOn: z.boolean(),
  kindsOff: z.array(z.unknown()),
  not: z.array(z.unknown()),
  passed: z.array(z.unknown()),
  // Absent in what was kept before there was one.
  passesNextWishlist: z.boolean().catch(false),
  pieces: z.array(z.unknown()),
})

/** What was kept as text. Parts of it that are not as we write them are left out; null if none of it is ours. */
export function readTasteText(kept: string | null): Taste | null {
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
