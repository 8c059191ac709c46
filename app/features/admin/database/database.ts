import type { RouterOutputs } from '#app/lib/api-types.ts'

/** What the page of the database shows. */
export type Database = RouterOutputs['admin']['database']['overview']
