import { z } from 'zod'

/** A day (UTC) for filtering a table. An invalid one counts as absent. */
export const filterDay = z.iso
  .date()
  // PostgreSQL has no year 0.
  .refine((text) => !text.startsWith('0000'))
  .optional()
  .catch(undefined)

/** The row after which a page of a table begins, as its time in ms and its id: '1795000000000_01a2...'. */
export const afterRow = z
  .string()
  .regex(/^\d{1,14}_[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  .optional()
  .catch(undefined)
