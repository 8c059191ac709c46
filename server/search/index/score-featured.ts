import type { EngineQuery } from '../engine.ts'
import type { NameBook } from '../name-book.ts'
import { CHILDREN, WEIGHTS } from '../ranking.ts'
import { FLAG, type Columns } from './columns.ts'

/** The points of each tier. Each is more than all smaller tiers and all other points together. */
const TIER = { firstCategory: 1_000_000, mention: 2_000_000, child: 4_000_000 }

interface Scored {
  rows: Uint32Array
  /** For every row of the index. Only those of `rows` are written. */
  scores: Int32Array
  columns: Columns
  names: NameBook
  /** For a search, by row. 1 marks rows that only mention a searched word. */
  words: { relevance: Uint16Array; isMention: Uint8Array } | null
}

/** Writes the points that 'featured' sorts by. */
export function scoreFeatured(
  { rows, scores, columns, names, words }: Scored,
  { day, firstCategories, childrenLast }: Pick<EngineQuery, 'day' | 'firstCategories' | 'childrenLast'>,
): void {
  const quality = columns.quality(day)
  const picked = words ? WEIGHTS.picked.searching : WEIGHTS.picked.browsing
  const flags = columns.flags.values
  const isFirst = firstCategories.length ? columns.categories.mask(names.categoryIds(firstCategories)) : null
  const isChild = childrenLast ? columns.genders.mask(CHILDREN) : null
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at] as number
    scores[row] =
      (quality[row] as number) +
      (words ? (words.relevance[row] as number) : 0) +
      ((flags[row] as number) & FLAG.featured ? picked : 0) +
      (isFirst?.[columns.category.values[row] as number] ? TIER.firstCategory : 0) -
      (words?.isMention[row] ? TIER.mention : 0) -
      (isChild?.[columns.gender.values[row] as number] ? TIER.child : 0)
  }
}
