import { useId, useRef, useState, type ClipboardEvent, type KeyboardEvent } from 'react'
import type { FormState } from '#app/lib/form.ts'
import { MEASURE_NAMES, MEASURES } from '#server/sizing/measures-values.schema.ts'
import { parsePastedTable } from '#server/sizing/pasted-table.schema.ts'
import { COLUMNS, MAX_CELL } from '#server/sizing/size-table.schema.ts'
import { cellName, cellsOf, laidOver, withRoom } from './table-cells.ts'

const HEADINGS = ['Size', ...MEASURES.map((measure) => MEASURE_NAMES[measure])]

/**
 * The cells of a size table. The arrow keys and Enter move up and down. A pasted spreadsheet fills the table from the
 * focused cell on.
 */
export function TableGrid({ form, cells: given }: { form: FormState; cells: string[][] }) {
  const [cells, setCells] = useState(given)
  const [filled, setFilled] = useState(0)
  const grid = useRef<HTMLTableElement>(null)
  const id = useId()
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const step = { ArrowUp: -1, ArrowDown: 1, Enter: 1 }[event.key]
    const [row, column] = placeOf(event.currentTarget)
    const next = step === undefined ? null : inputAt(row + step, column)
    if (!next) return
    // Enter in the last line submits the form, as in other forms.
    event.preventDefault()
    next.focus()
    next.select()
  }
  const onPaste = (event: ClipboardEvent<HTMLInputElement>) => {
    const text = event.clipboardData.getData('text/plain')
    if (!/[\t\n]./.test(text)) return
    event.preventDefault()
    const [row, column] = placeOf(event.currentTarget)
    const typed = cellsOf(Object.fromEntries(inputs().map(({ name, value }) => [name, value])))
    const isFullTable = row === 0 && column === 0
    const block = isFullTable
      ? parsePastedTable(text)
      : text.split(/\r?\n/).map((line) => line.split('\t').map((cell) => cell.trim()))
    setCells(withRoom(laidOver(typed, block, row, column)))
    setFilled((times) => times + 1)
  }
  const inputs = () => [...(grid.current?.querySelectorAll('input') ?? [])]
  const inputAt = (row: number, column: number) => inputs().find(({ name }) => name === cellName(row, column)) ?? null
  const problems = cells.flatMap((line, row) =>
    line.flatMap((_, column) => {
      const message = form.error(cellName(row, column))
      return message ? [{ row, column, message }] : []
    }),
  )
  return (
    <div>
      {problems.length > 0 && (
        <ul role="alert" className="notice mb-4 grid gap-1 border-sale text-sm">
          {problems.map(({ row, column, message }) => (
            <li key={cellName(row, column)} id={`${id}-${cellName(row, column)}`}>
              <a href={`#${id}${cellName(row, column)}`} className="link">
                Row {row + 1}, {HEADINGS[column]?.toLowerCase()}
              </a>
              : {message}
            </li>
          ))}
        </ul>
      )}
      <div className="overflow-x-auto rounded-2xl border border-line">
        <table ref={grid} className="w-full min-w-[46rem] text-sm">
          <thead className="text-left text-muted">
            <tr>
              <th scope="col" className="w-10 px-3 py-2 font-normal">
                <span className="sr-only">Row</span>
              </th>
              {HEADINGS.map((heading) => (
                <th key={heading} scope="col" className="px-1 py-2 font-normal whitespace-nowrap">
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody key={filled}>
            {cells.map((line, row) => (
              <tr key={row} className="border-t border-line">
                <th scope="row" className="px-3 text-right font-normal text-muted tabular-nums">
                  {row + 1}
                </th>
                {COLUMNS.map((name, column) => {
                  const error = form.error(cellName(row, column))
                  return (
                    <td key={name} className="p-1">
                      <input
                        id={`${id}${cellName(row, column)}`}
                        name={cellName(row, column)}
                        defaultValue={line[column]}
                        maxLength={MAX_CELL}
                        autoComplete="off"
                        aria-label={`${HEADINGS[column]}, row ${row + 1}`}
                        aria-invalid={error ? true : undefined}
                        aria-describedby={error ? `${id}-${cellName(row, column)}` : undefined}
                        onKeyDown={onKeyDown}
                        onPaste={onPaste}
                        className={`field min-h-11 w-full min-w-20 rounded-xl px-3 py-1 ${error ? 'border-sale' : ''}`}
                      />
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}

function placeOf({ name }: { name: string }): [row: number, column: number] {
  const [, row, column] = name.split('-').map(Number)
  return [row ?? 0, column ?? 0]
}
