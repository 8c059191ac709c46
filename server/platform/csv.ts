import { stringify } from 'csv-stringify/sync'

type Cells = ReadonlyArray<string | number>

/** A CSV file (RFC 4180) with a header. */
export const toCsv = (names: readonly string[], rows: readonly Cells[]): string => csvLines([names, ...rows])

/**
 * Lines of a CSV file. Cells that a spreadsheet would compute are made text by an apostrophe: csv-stringify sees to those that begin with a formula's
 * sign, we to those where blanks come first.
 */
export function csvLines(rows: readonly Cells[]): string {
  return stringify([...rows], {
    record_delimiter: 'windows',
    escape_formulas: true,
    // By default it quotes only the two together.
    quoted_match: /[\r\n]/,
    cast: { string: (text) => (/^(\s+[=+\-@＝＋－＠]|\n)/.test(text) ? `'${text}` : text) },
  })
}
