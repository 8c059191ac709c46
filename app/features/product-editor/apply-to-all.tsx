import { useState } from 'react'
import { formatCount } from '#app/lib/format.ts'
import type { EditorForm, EditorRow } from './editor-form.ts'
import { input } from './editor-field.tsx'

const CELLS = [
  ['price', 'Price'],
  ['originalPrice', 'Original price'],
  ['stock', 'Stock'],
] as const
type Cell = (typeof CELLS)[number][0]

/** Sets a value in a column of all rows, or of those with a size or a colour. */
export function ApplyToAll({ form, change }: { form: EditorForm; change: (part: Partial<EditorForm>) => void }) {
  const [cell, setCell] = useState<Cell>('price')
  const [value, setValue] = useState('')
  const [of, setOf] = useState('')
  const [said, setSaid] = useState('')
  const groups = groupsOf(form.variants)
  const group = groups.find(({ id }) => id === of)
  const isMeant = (row: EditorRow) => !group || row[group.cell] === group.value
  const count = form.variants.filter(isMeant).length
  const apply = () => {
    change({ variants: form.variants.map((row) => (isMeant(row) ? { ...row, [cell]: value } : row)) })
    setSaid(`Set for ${formatCount(count)} ${count === 1 ? 'variant' : 'variants'}.`)
  }
  const small = `${input} border-line w-auto! min-w-0`
  return (
    <div
      role="group"
      aria-label="Set a value for several variants"
      className="flex flex-wrap items-center gap-2 text-sm"
    >
      <span>Set</span>
      <select
        aria-label="Field"
        value={cell}
        onChange={(event) => setCell(CELLS.find(([each]) => each === event.target.value)?.[0] ?? 'price')}
        className={small}
      >
        {CELLS.map(([each, name]) => (
          <option key={each} value={each}>
            {name}
          </option>
        ))}
      </select>
      <span>to</span>
      <input
        aria-label="New value"
        value={value}
        inputMode="decimal"
        autoComplete="off"
        onChange={(event) => setValue(event.target.value)}
        className={`${small} max-w-28`}
      />
      <span>for</span>
      <select
        aria-label="Variants"
        value={of}
        onChange={(event) => setOf(event.target.value)}
        className={`${small} max-w-44`}
      >
        <option value="">all variants</option>
        {groups.map(({ id, value: name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      <button type="button" onClick={apply} className="button button-quiet min-h-10 text-sm">
        Apply
      </button>
      <span role="status" className="text-muted">
        {said}
      </span>
    </div>
  )
}

/** Returns the sizes and colours that several rows share. A single row is edited in place. */
function groupsOf(rows: readonly EditorRow[]) {
  const groups = new Map<string, { id: string; cell: 'size' | 'colourName'; value: string; rows: number }>()
  for (const cell of ['colourName', 'size'] as const)
    for (const row of rows) {
      const id = `${cell} ${row[cell]}`
      if (row[cell]) groups.set(id, { id, cell, value: row[cell], rows: (groups.get(id)?.rows ?? 0) + 1 })
    }
  return [...groups.values()].filter((group) => group.rows > 1)
}
