import X from 'lucide-react/icons/x'
import { memo, useContext, useEffect, useMemo, useState } from 'react'
import { formatCount } from '#app/lib/format.ts'
import { MAX_PRODUCT } from '#server/products/incoming-product.schema.ts'
import { emptyRow, rowName, type EditorForm, type EditorRow } from './editor-form.ts'
import { controlId, ErrorsContext, input, type Errors } from './editor-field.tsx'
import { ApplyToAll } from './apply-to-all.tsx'
import { MakeVariants } from './make-variants.tsx'

const ROWS_SHOWN = 50

type Cell = 'size' | 'colourName' | 'price' | 'originalPrice' | 'stock' | 'sku' | 'gtin'
interface Column {
  cell: Cell
  name: string
  width: string
  most: number
  inputMode?: 'decimal' | 'numeric'
  placeholder?: string
}
const FIRST: Column[] = [
  { cell: 'size', name: 'Size', width: 'minmax(3.5rem,1fr)', most: MAX_PRODUCT.label },
  { cell: 'colourName', name: 'Colour', width: 'minmax(7rem,1.7fr)', most: MAX_PRODUCT.label },
]
const REST: Column[] = [
  { cell: 'price', name: 'Price', width: 'minmax(4.75rem,1fr)', most: 40, inputMode: 'decimal', placeholder: '49.90' },
  { cell: 'originalPrice', name: 'Original price', width: 'minmax(4.75rem,1fr)', most: 40, inputMode: 'decimal' },
  { cell: 'stock', name: 'Stock', width: 'minmax(4.5rem,1fr)', most: 20, inputMode: 'numeric', placeholder: '?' },
  { cell: 'sku', name: 'SKU', width: 'minmax(5.5rem,1.4fr)', most: MAX_PRODUCT.sku },
  { cell: 'gtin', name: 'GTIN', width: 'minmax(7rem,1.5fr)', most: 40, inputMode: 'numeric' },
]

interface MatrixProps {
  form: EditorForm
  change: (part: Partial<EditorForm>) => void
  currency: string
}

/** The variants as rows: size, colour and further options, each with price, stock and codes. */
export function VariantMatrix({ form, change, currency }: MatrixProps) {
  const { variants, optionNames } = form
  const errors = useContext(ErrorsContext)
  const [page, setPage] = useState(0)
  const pages = Math.max(1, Math.ceil(variants.length / ROWS_SHOWN))
  const shownPage = Math.min(page, pages - 1)
  const shown = variants.slice(shownPage * ROWS_SHOWN, (shownPage + 1) * ROWS_SHOWN)
  const firstWrong = useMemo(() => firstWrongRow(errors), [errors])
  useEffect(() => {
    if (firstWrong !== null) setPage(Math.floor(firstWrong / ROWS_SHOWN))
  }, [firstWrong])
  const columns = useMemo(
    () =>
      [
        ...FIRST.map(({ width }) => width),
        ...optionNames.map(() => 'minmax(5rem,1fr)'),
        ...REST.map(({ width }) => width),
        '2.5rem',
      ].join(' '),
    [optionNames],
  )
  const set = useMemo(
    () => (key: string, part: Partial<EditorRow>) =>
      change({
        variants: variants.map((row) => {
          if (row.key === key) return { ...row, ...part }
          const variant = variants.find((each) => each.key === key)
          const isSameColour = variant && row.colourName.toLowerCase() === variant.colourName.toLowerCase()
          return part.colourHex !== undefined && isSameColour ? { ...row, colourHex: part.colourHex } : row
        }),
      }),
    [variants, change],
  )
  const remove = (key: string) => change({ variants: variants.filter((row) => row.key !== key) })
  return (
    <div className="@container grid gap-4">
      <MakeVariants form={form} change={change} />
      {variants.length > 1 && <ApplyToAll form={form} change={change} />}
      <div className="text-sm">
        <div
          aria-hidden
          className="hidden gap-1.5 border-b border-line pb-1.5 text-xs text-muted @3xl:grid"
          style={{ gridTemplateColumns: columns }}
        >
          {[...FIRST.map(({ name }) => name), ...optionNames, ...REST.map(({ name }) => name)].map((name, index) => (
            <span key={index} className="truncate">
              {name === 'Price' ? `Price (${currency})` : name}
            </span>
          ))}
        </div>
        <ul aria-label="Variants">
          {shown.map((row, index) => (
            <Row
              key={row.key}
              row={row}
              index={shownPage * ROWS_SHOWN + index}
              optionNames={optionNames}
              columns={columns}
              errors={errorsOfRow(errors, shownPage * ROWS_SHOWN + index)}
              set={set}
              remove={variants.length > 1 ? remove : null}
            />
          ))}
        </ul>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3 text-sm">
        <button
          type="button"
          className="button button-quiet min-h-10 text-sm"
          disabled={variants.length >= MAX_PRODUCT.variants}
          onClick={() => {
            const { price = '', originalPrice = '' } = variants.at(-1) ?? {}
            change({ variants: [...variants, { ...emptyRow(), price, originalPrice }] })
            setPage(Math.floor(variants.length / ROWS_SHOWN))
          }}
        >
          {' '}
          Add variant
        </button>
        <p className="text-muted" role="status">
          {formatCount(variants.length)} {variants.length === 1 ? 'variant' : 'variants'}
        </p>
        {pages > 1 && (
          <p className="flex items-center gap-2">
            <button
              type="button"
              className="link min-h-10 px-2"
              disabled={shownPage === 0}
              onClick={() => setPage(shownPage - 1)}
            >
              Previous rows
            </button>
            <span className="tabular-nums text-muted">
              {shownPage * ROWS_SHOWN + 1} to {Math.min(variants.length, (shownPage + 1) * ROWS_SHOWN)}
            </span>
            <button
              type="button"
              className="link min-h-10 px-2"
              disabled={shownPage === pages - 1}
              onClick={() => setPage(shownPage + 1)}
            >
              Next rows
            </button>
          </p>
        )}
      </div>
      <p className="text-sm text-muted">
        If you leave stock empty, shoppers see &#39;Check at store&#39;. The original price appears crossed out next to
        the price.
      </p>
    </div>
  )
}

interface RowProps {
  row: EditorRow
  index: number
  optionNames: string[]
  columns: string
  /** The errors as text, so that a row re-renders only when its own errors have changed. */
  errors: string
  set: (key: string, part: Partial<EditorRow>) => void
  remove: ((key: string) => void) | null
}

const Row = memo(function Row({ row, index, optionNames, columns, errors, set, remove }: RowProps) {
  const name = rowName(row) || `row ${index + 1}`
  const wrong = JSON.parse(errors) as Array<[cell: string, message: string]>
  const isWrong = (cell: string) => wrong.some(([each]) => each === cell)
  const errorId = `${controlId(`variants.${index}`)}-error`
  const cellProps = (cell: string, label: string) => ({
    id: controlId(`variants.${index}.${cell}`),
    'aria-label': `${label}, ${name}`,
    'aria-invalid': isWrong(cell) || undefined,
    'aria-describedby': isWrong(cell) ? errorId : undefined,
    className: `${input} px-2! ${isWrong(cell) ? 'border-sale' : 'border-line'}`,
    autoComplete: 'off',
    spellCheck: false,
  })
  const text = ({ cell, name: label, most, inputMode, placeholder }: Column) => (
    <input
      {...cellProps(cell, label)}
      value={row[cell]}
      maxLength={most}
      inputMode={inputMode}
      placeholder={placeholder}
      onChange={(event) => set(row.key, { [cell]: event.target.value })}
    />
  )
  return (
    <li className="border-b border-line py-3 @3xl:py-1">
      <div
        className="grid grid-cols-2 gap-x-3 gap-y-2 @3xl:gap-1.5 @3xl:[grid-template-columns:var(--columns)]"
        style={{ '--columns': columns } as React.CSSProperties}
      >
        {FIRST.map((column) => (
          <Labelled key={column.cell} name={column.name}>
            {column.cell === 'colourName' ? (
              <span className="flex items-center gap-1.5">
                <input
                  type="color"
                  id={controlId(`variants.${index}.colourHex`)}
                  aria-label={`Swatch, ${name}`}
                  aria-invalid={isWrong('colourHex') || undefined}
                  value={/^#[0-9a-f]{6}$/i.test(row.colourHex) ? row.colourHex : '#808080'}
                  onChange={(event) => set(row.key, { colourHex: event.target.value })}
                  className={`h-10 w-8 shrink-0 cursor-pointer rounded-md border bg-surface p-1 max-md:h-11 ${row.colourHex ? 'border-line' : 'border-dashed border-line [&::-moz-color-swatch]:opacity-0 [&::-webkit-color-swatch]:opacity-0'}`}
                />
                {text(column)}
              </span>
            ) : (
              text(column)
            )}
          </Labelled>
        ))}
        {optionNames.map((option, place) => (
          <Labelled key={place} name={option}>
            <input
              {...cellProps(`options.${place}`, option)}
              value={row.options[place] ?? ''}
              maxLength={MAX_PRODUCT.label}
              onChange={(event) =>
                set(row.key, {
                  options: optionNames.map((_, at) => (at === place ? event.target.value : (row.options[at] ?? ''))),
                })
              }
            />
          </Labelled>
        ))}
        {REST.map((column) => (
          <Labelled key={column.cell} name={column.name}>
            {text(column)}
          </Labelled>
        ))}
        <span className="self-end text-right">
          {remove && (
            <button
              type="button"
              aria-label={`Remove ${name}`}
              onClick={() => remove(row.key)}
              className="icon-button size-10! text-muted hover:text-text"
            >
              <X aria-hidden size={16} />
            </button>
          )}
        </span>
      </div>
      {wrong.length > 0 && (
        <p id={errorId} className="py-1 text-sm text-sale">
          {wrong.map(([, message]) => message).join('. ')}
        </p>
      )}
    </li>
  )
})

/** A cell. On narrow screens its name is above it. On wide screens the column has the name. */
function Labelled({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <span className="min-w-0">
      <span aria-hidden className="mb-0.5 block text-xs text-muted @3xl:hidden">
        {name}
      </span>
      {children}
    </span>
  )
}

const errorsOfRow = (errors: Errors, index: number): string =>
  JSON.stringify(
    [...errors].flatMap(([field, { message }]) => {
      const prefix = `variants.${index}.`
      return field.startsWith(prefix) ? [[field.slice(prefix.length), message]] : []
    }),
  )

function firstWrongRow(errors: Errors): number | null {
  for (const field of errors.keys()) {
    const [, index] = /^variants\.(\d+)\./.exec(field) ?? []
    if (index !== undefined) return Number(index)
  }
  return null
}
