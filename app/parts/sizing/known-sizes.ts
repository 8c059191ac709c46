import type { RouterOutputs } from '#app/lib/api-types.ts'
import { advise, type Advice } from '#server/sizing/advise.schema.ts'
import { adviseLength, type LengthAdvice } from '#server/sizing/advise-length.schema.ts'
import { personOf, type ShopperSizesData } from '#server/sizing/person.schema.ts'

/** The known sizes of a product. */
export type KnownSizes = RouterOutputs['fitting']['product']

/** Finds the size of the product that fits, on the device that calls this: no data is sent. */
export const adviceFor = ({ table, feedback }: KnownSizes, sizes: ShopperSizesData): Advice =>
  advise({ table, person: personOf(sizes), feedback })

/** Which of the product's inseams is for somebody; null where it has none, or the inside leg is not known. */
export const lengthFor = ({ sizes }: KnownSizes, told: ShopperSizesData): LengthAdvice | null =>
  adviseLength(
    sizes.flatMap(({ length }) => length ?? []),
    told.measures.insideLeg,
  )

/** The product's own sizes that an advice means, as its store writes them: of jeans those in the right inseam, where it is known. */
export function ownSizes(known: KnownSizes, advice: Advice, inseam: LengthAdvice | null): string[] {
  if (advice.kind !== 'size') return []
  const sizes = known.sizes.filter(({ row }) => row === advice.size)
  return sizes.filter(({ length }) => !inseam || length === null || length === inseam.length).map(({ size }) => size)
}
