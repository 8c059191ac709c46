import type { Assortment } from './assortment.ts'
import { EUR_ASSORTMENTS } from './assortments-eur.ts'
import { GBP_ASSORTMENTS } from './assortments-gbp.ts'
import { USD_ASSORTMENTS } from './assortments-usd.ts'

/** All assortments by partner key. */
export const ASSORTMENTS: Readonly<Record<string, Assortment>> = {
  ...GBP_ASSORTMENTS,
  ...EUR_ASSORTMENTS,
  ...USD_ASSORTMENTS,
}
