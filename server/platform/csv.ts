import { stringify } from 'csv-stringify/sync'

type Cells = ReadonlyArray<string | number>

/** Returns a CSV file (RFC 4180) with a header. */
export const toCsv = (names: readonly string[], rows: readonly Cells[]): string => csvLines([names, ...rows])

/**
 * Yields the lines of a CSV file. An apostrophe turns formulas into text: csv-stringify handles cells that begin with a
 * formula's sign, and we handle those with leading spaces.
 */
export function csvLines(rows: readonly Cells[]): string {
  return stringify([...rows], {
    record_delimiter: 'windows',
    escape_formulas: true,
    // By default csv-stringify quotes a cell with CRLF, but not one with a lone CR or LF.
    quoted_match: /[\r\n]/,
    cast: { string: (text) => (/^(\s+[=+\-@＝＋－＠]|\n)/.test(text) ? `'${text}` : text) },
  })
}
