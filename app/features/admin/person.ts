import type { RouterOutputs } from '#app/lib/api-types.ts'

/** An account, as shown to administrators. */
export type Person = RouterOutputs['admin']['users']['read']
