import { z } from 'zod'
import { parseAnswer } from '#server/stores/parse-answer.ts'
import { TooMany } from '#server/stores/store-error.ts'
import type { AskOptions, StoreAccess } from '#server/stores/store-platform.ts'
import { askWoo } from './rest-api.ts'
import { timeOf } from './woo-order.ts'

const PAGE_SIZE = 100
const MAX_REQUESTS = 10_000
const SECOND_MS = 1_000

const changed = z.looseObject({ id: z.number().int().positive(), date_modified_gmt: z.string() })
type Changed = z.infer<typeof changed>

/** A date for filtering and ordering a list: its names in the query, and the field. */
interface ListedBy {
  after: string
  orderby: string
  field: 'date_modified_gmt' | 'date_created_gmt'
}
const BY_CHANGE: ListedBy = { after: 'modified_after', orderby: 'modified', field: 'date_modified_gmt' }
/** A post's creation date is its publication date. */
export const BY_PUBLICATION: ListedBy = { after: 'after', orderby: 'date', field: 'date_created_gmt' }

/**
 * Lists what changed since a time, earliest change first. A resource that changes in the meantime moves to the end, so
 * numbered pages would skip others. Therefore each request continues from the time of the last result.
 * @param path 'wc/v3/orders'
 * @throws StoreError
 */
export async function* listChanged(
  access: StoreAccess,
  path: string,
  since: Date,
  {
    query = {},
    by = BY_CHANGE,
    ...options
  }: AskOptions & { query?: Readonly<Record<string, string>>; by?: ListedBy } = {},
): AsyncGenerator<Changed[]> {
  let after = new Date(Math.floor(since.getTime() / SECOND_MS) * SECOND_MS - SECOND_MS)
  let page = 1
  let seen = new Set<string>()
  for (let requests = 0; requests < MAX_REQUESTS; requests++) {
    const answer = await askWoo(access, path, {
      ...options,
      query: {
        ...query,
        // Formatted without a zone, because with one WooCommerce ignores that dates are in UTC.
        [by.after]: after.toISOString().slice(0, 19),
        dates_are_gmt: 'true',
        orderby: by.orderby,
        order: 'asc',
        per_page: PAGE_SIZE,
        page,
      },
    })
    const found = parseAnswer(z.array(changed).max(PAGE_SIZE), answer, 'its changes')
    const dateOf = (each: Changed) => String(each[by.field])
    const keyOf = (each: Changed) => `${each.id} ${dateOf(each)}`
    const fresh = found.filter((each) => !seen.has(keyOf(each)))
    if (fresh.length) yield fresh
    const last = found.at(-1)
    if (!last || found.length < PAGE_SIZE) return
    const next = new Date(Date.parse(timeOf(dateOf(last))) - SECOND_MS)
    // If one second has more than a page of changes, only numbered pages work.
    if (next > after) {
      after = next
      page = 1
      seen = new Set(found.map(keyOf))
    } else {
      page++
      for (const each of found) seen.add(keyOf(each))
    }
  }
  throw new TooMany('orders or products')
}
