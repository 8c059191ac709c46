import type { RouterOutputs } from '#app/lib/api-types.ts'
import { advise, type Advice } from '#server/sizing/advise.schema.ts'
import { adviseLength, type LengthAdvice } from '#server/sizing/advise-length.schema.ts'
import { personOf, type ShopperSizesData } from '#server/sizing/person.schema.ts'

export type KnownSizes = RouterOutputs['fitting']['product']

/** Returns the size advice, computed on the device: no measurement is sent. */
export const adviceFor = ({ table, feedback }: KnownSizes, sizes: ShopperSizesData): Advice =>
  advise({ table, person: personOf(sizes), feedback })

/** Returns which of the product's inseams fits; null if it has none, or the inside leg is not known. */
export const lengthFor = ({ sizes }: KnownSizes, person: ShopperSizesData): LengthAdvice | null =>
  adviseLength(
    sizes.flatMap(({ length }) => length ?? []),
    person.measures.insideLeg,
  )

/**
 * Returns the product's sizes that match the advice, in the store's spelling. For jeans, only those with the right
 * inseam, if it is known.
 */
export function ownSizes(known: KnownSizes, advice: Advice, inseam: LengthAdvice | null): string[] {
  if (advice.kind !== 'size') return []
  const sizes = known.sizes.filter(({ row }) => row === advice.size)
  return sizes.filter(({ length }) => !inseam || length === null || length === inseam.length).map(({ size }) => size)
}
