import type { RouterOutputs } from '#app/lib/api-types.ts'

/** An account as administrators read it. */
export type Person = RouterOutputs['admin']['users']['read']
