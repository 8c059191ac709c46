import { encodeCursor } from './cursor.ts'

/**
 * Returns a page of rows from a query that reads one row more than the limit.
 * @param positionOf the position of a row in the list
 */
export function pageOfRows<Row, Entry>(
  rows: readonly Row[],
  limit: number,
  positionOf: (row: Row) => ReadonlyArray<string | number>,
  entryOf: (row: Row) => Entry,
): { data: Entry[]; nextCursor: string | null } {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    data: shown.map(entryOf),
    nextCursor: rows.length > limit && last !== undefined ? encodeCursor(positionOf(last)) : null,
  }
}

/** Returns the condition for rows after a position, in a list by a time and an id, the latest first. */
export const beforePosition = <Field extends string>(field: Field, position: readonly [string, string] | null) => {
  if (position === null) return {}
  const at = new Date(position[0])
  // The first condition limits the index scan.
  return { AND: [{ [field]: { lte: at } }, { OR: [{ [field]: { lt: at } }, { id: { lt: position[1] } }] }] }
}
