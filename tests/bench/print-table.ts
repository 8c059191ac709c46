export type Cell = string | number

/** Prints rows under their column names. Numbers are right-aligned, with three significant digits. */
export function printTable(title: string, rows: Array<Record<string, Cell>>): void {
  const [first] = rows
  if (!first) return
  const names = Object.keys(first)
  const lines = rows.map((row) => names.map((name) => format(row[name] ?? '')))
  const widths = names.map((name, column) => Math.max(name.length, ...lines.map((line) => line[column]?.length ?? 0)))
  const isNumeric = names.map((name) => rows.some((row) => typeof row[name] === 'number'))
  const join = (cells: string[]) =>
    cells
      .map((cell, column) =>
        isNumeric[column] ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd()
  console.log(`\n${title}\n  ${join(names)}\n  ${widths.map((width) => '-'.repeat(width)).join('  ')}`)
  for (const line of lines) console.log(`  ${join(line)}`)
}

/** Formats a cell: 12345 -> '12,345', 0.4567 -> '0.457', NaN -> '-'. */
export function format(value: Cell): string {
  if (typeof value === 'string') return value
  if (!Number.isFinite(value)) return '-'
  const decimals =
    value === 0 || Number.isInteger(value) ? 0 : Math.min(3, Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value)))))
  return new Intl.NumberFormat('en-US', { minimumFractionDigits: decimals, maximumFractionDigits: decimals }).format(
    value,
  )
}
