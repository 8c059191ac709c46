/** Begins, perhaps after blanks, with a sign by which spreadsheets compute. */
const FORMULA = /^('*)(\s*[=+\-@＝＋－＠]|[\t\r\n])/

/** The text of a cell that no spreadsheet computes (docs/decisions: cells that begin with = + - @ are neutralised). */
export const neutralCell = (text: string): string => (FORMULA.test(text) ? `'${text}` : text)

/** The text of a cell as it was before `neutralCell`, without blanks around it. */
export function readCell(cell: string): string {
  const text = cell.trim()
  return text.startsWith("'") && FORMULA.test(text) ? text.slice(1) : text
}
