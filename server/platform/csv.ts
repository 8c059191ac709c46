import { stringify } from 'csv-stringify/sync'

/**
 * A CSV file (RFC 4180) with a header. Cells that a spreadsheet would compute are made text by an apostrophe: csv-stringify sees to those that begin
 * with a formula's sign, we to those where blanks come first.
 */
export const toCsv = (names: readonly string[], rows: ReadonlyArray<ReadonlyArray<string | number>>): string =>
  toCsvRows([names, ...rows])

/** Rows of such a file, for one that is written a batch at a time. */
export function toCsvRows(rows: ReadonlyArray<ReadonlyArray<string | number>>): string {
  return stringify([...rows], {
    record_delimiter: 'windows',
    escape_formulas: true,
    // By itself it quotes only the two together.
    quoted_match: /[\r\n]/,
    cast: { string: (text) => (/^(\s+[=+\-@＝＋－＠]|\n)/.test(text) ? `'${text}` : text) },
  })
}
