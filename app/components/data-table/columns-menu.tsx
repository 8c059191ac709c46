import Columns3 from 'lucide-react/icons/columns-3'
import { useId } from 'react'
import type { Column } from './data-table.tsx'

/** The menu that shows and hides a table's optional columns. */
export function ColumnsMenu<Row>({
  columns,
  isHidden,
  onToggle,
}: {
  columns: ReadonlyArray<Column<Row>>
  isHidden: (name: string) => boolean
  onToggle: (name: string) => void
}) {
  const id = useId()
  return (
    <div className="needs-script">
      <button
        type="button"
        {...{ popovertarget: id }}
        className="link inline-flex min-h-11 items-center gap-1.5 text-sm"
      >
        <Columns3 aria-hidden size={14} /> Columns
      </button>
      <fieldset
        id={id}
        {...{ popover: 'auto' }}
        className="columns-choice min-w-44 rounded-lg border border-line bg-raised p-2 text-sm text-text open:animate-appear"
      >
        <legend className="sr-only">Visible columns</legend>
        {columns.map(
          ({ name, isHidable, isWideOnly, isLeftOutOnPhones }) =>
            isHidable && (
              <label
                key={name}
                className="flex min-h-9 cursor-pointer items-center gap-3 rounded-md px-2 hover:bg-ink/60"
              >
                <input type="checkbox" checked={!isHidden(name)} onChange={() => onToggle(name)} className="size-4" />
                {name}
                <span
                  className={`hidden text-muted ${isWideOnly ? 'lg:max-xl:inline' : ''} ${isLeftOutOnPhones ? 'max-lg:inline' : ''}`}
                >
                  on wider screens
                </span>
              </label>
            ),
        )}
      </fieldset>
    </div>
  )
}
