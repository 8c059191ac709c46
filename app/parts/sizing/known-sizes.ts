import type { RouterOutputs } from '#app/lib/api-types.ts'
import { advise, type Advice } from '#server/sizing/advise.schema.ts'
import { adviseLength, type LengthAdvice } from '#server/sizing/advise-length.schema.ts'
import { personOf, type ShopperSizesData } from '#server/sizing/person.schema.ts'

/** What is known of a product's sizes. */
export type KnownSizes = RouterOutputs['fitting']['product']

/** Which size of the product is for somebody, worked out where this is called: nothing is sent. */
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
