import { z } from 'zod'

/** A row's revision as a page sends it back, within PostgreSQL's integer. */
export const revision = z.coerce.number().pipe(z.int32().min(0))
