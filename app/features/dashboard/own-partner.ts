import type { RouterOutputs } from '#app/lib/api-types.ts'

/** The viewer's partner, as the dashboard's layout loads it. */
export type OwnPartner = RouterOutputs['partner']['mine']
