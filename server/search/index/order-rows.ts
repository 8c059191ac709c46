import type { EngineQuery } from '../engine.ts'
import type { NameBook } from '../name-book.ts'
import type { Columns } from './columns.ts'
import { scoreFeatured } from './score-featured.ts'
import type { Order } from './select-page.ts'

type Scored = Parameters<typeof scoreFeatured>[0]

/** The data that determine an order. `scores` is filled for 'featured'. */
interface Sorted {
  columns: Columns
  names: NameBook
  scores: Scored['scores']
  words: Scored['words']
  /** Distances by row, in a search by picture. */
  away: Uint16Array | null
  /** The category that comes first in a search by picture. */
  kind: string | null
}

/** Returns the comparison for an order, without regard to sold-out products. */
export function orderRows(
  { sort, day, firstCategories, childrenLast }: Pick<EngineQuery, 'sort' | 'day' | 'firstCategories' | 'childrenLast'>,
  rows: Uint32Array,
  { columns, names, scores, words, away, kind }: Sorted,
): Order {
  const { ids } = columns
  const prices = columns.price.values
  const createdAt = columns.createdAt.values
  const newestFirst: Order = (a, b) => (createdAt[b] as number) - (createdAt[a] as number) || ids.compare(b, a)
  switch (sort) {
    case 'newest':
      return newestFirst
    case 'price_asc':
      return (a, b) => (prices[a] as number) - (prices[b] as number) || ids.compare(a, b)
    case 'price_desc':
      return (a, b) => (prices[b] as number) - (prices[a] as number) || ids.compare(b, a)
    case 'name_asc':
      return (a, b) => columns.compareNames(a, b) || ids.compare(a, b)
    case 'name_desc':
      return (a, b) => columns.compareNames(b, a) || ids.compare(b, a)
    case 'featured': {
      scoreFeatured({ rows, scores, columns, names, words }, { day, firstCategories, childrenLast })
      const byPoints: Order = (a, b) => (scores[b] as number) - (scores[a] as number) || newestFirst(a, b)
      if (!away) return byPoints
      const byLook: Order = (a, b) => (away[a] as number) - (away[b] as number) || byPoints(a, b)
      if (kind === null) return byLook
      const near = names.kindsNear(kind)
      const same = columns.categories.mask(near.same)
      const related = columns.categories.mask(near.related)
      const far = (row: number) => {
        const category = columns.category.values[row] as number
        return same[category] ? 0 : related[category] ? 1 : 2
      }
      return (a, b) => far(a) - far(b) || byLook(a, b)
    }
  }
}
