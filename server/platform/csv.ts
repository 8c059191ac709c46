/** A CSV file (RFC 4180) with a header. Cells that a spreadsheet would compute are made text by an apostrophe. */
export function toCsv(names: readonly string[], rows: ReadonlyArray<ReadonlyArray<string | number>>): string {
  return [names, ...rows].map((cells) => `${cells.map(cellOf).join(',')}\r\n`).join('')
}

function cellOf(value: string | number): string {
  const text = typeof value === 'string' && /^\s*[=+\-@]|^[\t\r\n]/.test(value) ? `'${value}` : String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
