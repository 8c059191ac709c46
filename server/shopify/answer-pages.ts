import { z } from 'zod'
import { unreadable } from '#server/stores/store-error.ts'

/** The page limit, above that of any list of an order or product. */
const MAX_PAGES = 20

export const pageInfo = z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() })
export type PageInfo = z.infer<typeof pageInfo>

/** Formats a time for Shopify's search. */
export const changedSince = (since: Date): string => `updated_at:>='${since.toISOString()}'`

/**
 * Reads the further pages of a list.
 * @throws StoreError bad_answer for an endless list
 */
export async function behind<T>(
  first: PageInfo,
  readPage: (after: string) => Promise<{ nodes: T[]; pageInfo: PageInfo }>,
): Promise<T[]> {
  const found: T[] = []
  let { hasNextPage, endCursor } = first
  for (let pages = 0; hasNextPage && endCursor !== null; pages++) {
    if (pages === MAX_PAGES) throw unreadable('an endless list')
    const page = await readPage(endCursor)
    found.push(...page.nodes)
    ;({ hasNextPage, endCursor } = page.pageInfo)
  }
  return found
}
