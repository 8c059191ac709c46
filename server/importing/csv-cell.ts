/** Matches cells that spreadsheets evaluate, possibly after blanks. */
const FORMULA = /^('*)(\s*[=+\-@＝＋－＠]|[\t\r\n])/

/**
 * Makes a cell's text safe, so that no spreadsheet evaluates it (docs/decisions: cells that begin with = + - @ are
 * neutralised).
 */
export const neutralCell = (text: string): string => (FORMULA.test(text) ? `'${text}` : text)

/** Reverses `neutralCell` and trims the text. */
export function parseCsvCell(cell: string): string {
  const text = cell.trim()
  return text.startsWith("'") && FORMULA.test(text) ? text.slice(1) : text
}
