import type { RouterOutputs } from '#app/lib/api-types.ts'

/** A partner's own promotion. */
export type PromotionData = RouterOutputs['promotions']['list'][number]
