import type { RouterOutputs } from '#app/lib/api-types.ts'

/** A sale with its story, as its page loads it. */
export type Sale = RouterOutputs['sales']['get']
