import type { RouterOutputs } from '#app/lib/api-types.ts'
import { advise, type Advice } from '#server/sizing/advise.schema.ts'
import { personOf, type ShopperSizesData } from '#server/sizing/person.schema.ts'

/** What is known of a product's sizes. */
export type KnownSizes = RouterOutputs['fitting']['product']

/** Which size of the product is for somebody, worked out where this is called: nothing is sent. */
export const adviceFor = ({ table, feedback }: KnownSizes, sizes: ShopperSizesData): Advice =>
  advise({ table, person: personOf(sizes), feedback })

/** The product's own sizes that an advice means, as its store writes them. */
export function ownSizes(known: KnownSizes, advice: Advice): string[] {
  return advice.kind === 'size' ? known.sizes.filter(({ row }) => row === advice.size).map(({ size }) => size) : []
}
