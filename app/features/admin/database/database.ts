import type { RouterOutputs } from '#app/lib/api-types.ts'

/** The data of the database page. */
export type Database = RouterOutputs['admin']['database']['overview']
