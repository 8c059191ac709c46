/** Starts, perhaps after blanks, with a character that makes spreadsheets evaluate the cell. */
const FORMULA = /^('*)(\s*[=+\-@＝＋－＠]|[\t\r\n])/

/** Returns cell text that no spreadsheet evaluates (docs/decisions: cells that begin with = + - @ are neutralised). */
export const neutralCell = (text: string): string => (FORMULA.test(text) ? `'${text}` : text)

/** Reverses `neutralCell` and trims the text. */
export function readCell(cell: string): string {
  const text = cell.trim()
  return text.startsWith("'") && FORMULA.test(text) ? text.slice(1) : text
}
