import type { RouterOutputs } from '#app/lib/api-types.ts'

/** A sale with its history, as its page loads it. */
export type Sale = RouterOutputs['sales']['get']
