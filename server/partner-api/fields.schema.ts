import { z } from 'zod'

const MAX_PAGE = 100
const DEFAULT_PAGE = 50
const MAX_CURSOR = 1_000

export const time = z.iso.datetime()
/** Minor units of the currency beside it. */
export const minor = z.int()
export const currency = z.string().length(3)

/** For calls without parameters in the path, or without a query. */
export const none = z.strictObject({})

export const idParams = z.strictObject({ id: z.uuid() })

/** The query of a list. */
export const pageQuery = z.strictObject({
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(MAX_PAGE)
    .default(DEFAULT_PAGE)
    .describe('The maximum number of entries on the page.'),
  cursor: z
    .string()
    .max(MAX_CURSOR)
    .optional()
    .describe('The nextCursor of the previous page. Leave it out for the first page.'),
})

/** The database has no year 0. */
const moment = z.iso.datetime().refine((text) => /^(19[7-9]|[2-9]\d)/.test(text), 'Send a time in 1970 or later.')

/** The query of a list of events in a period. */
export const timedQuery = pageQuery.extend({
  from: moment.optional().describe('Only entries from this time on (UTC).'),
  to: moment.optional().describe('Only entries before this time (UTC).'),
})

/** The position of an entry in a list by time. */
export const timedPosition = z.tuple([moment, z.string().max(100)])

/** Creates the schema of a page of entries. */
export const pageOf = <Entry extends z.ZodType>(entry: Entry) =>
  z.strictObject({
    data: z.array(entry),
    nextCursor: z.string().nullable().describe('Send it as cursor to get the next page. Null on the last page.'),
  })
