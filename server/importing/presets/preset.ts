import { withSaid, type Cells, type Field, type Said } from '../product-columns.ts'
import type { OwnField } from '../own-fields.schema.ts'
import type { PriceRules } from '#server/products/read-price.ts'

/** A row of a file, with access to its cells by the names of their columns and by what they mean. */
export interface PresetRow {
  line: number
  cells: Cells
  /** The trimmed cell of the first of these columns that is filled; '' without one. */
  cell: (...names: readonly string[]) => string
  read: (field: Field) => string
}

/** A row as the reader of products takes it. */
export interface ArrangedRow {
  line: number
  cells: Cells
  /** It says what all variants share and is none itself. */
  isHead?: boolean
}

export interface Arranging {
  header: readonly string[]
  prices: PriceRules
  websiteUrl: string | null
  /** A remark about a row. */
  note: (line: number, reason: string) => void
  /** A row that is not imported, and why. */
  refuse: (line: number, reason: string) => void
  /** A remark about the whole file, said once. `say` gets the number of rows that have it. */
  remark: (key: string, say: (count: number) => string) => void
}

/** How a platform writes its products, beyond which column is which. */
export interface Preset {
  id: string
  /** 'WooCommerce', as in 'Read as WooCommerce'. */
  name: string
  /** Whether these columns, and the first rows, are the platform's. Names are in the form of `toSearchText`. */
  recognise: (names: ReadonlySet<string>, header: readonly string[], rows: ReadonlyArray<readonly string[]>) => boolean
  /** Each field's columns in the languages that the platform has. */
  names: Partial<Record<OwnField, readonly string[]>>
  required: readonly OwnField[]
  notation: NonNullable<PriceRules['notation']>
  /** The rows of a product may be anywhere in the file. */
  isScattered?: true
  /** Which rows are one product; the handle decides without it. `before` is the key of the row before. */
  keyOf?: (row: PresetRow, before: string) => string
  /** The handle of a row's product, where the column of the handle alone does not say it. */
  handleOf?: (row: PresetRow) => string
  /** Other names of keys, which rows elsewhere use. */
  links?: (row: PresetRow) => ReadonlyArray<readonly [from: string, to: string]>
  /** The rows of one product as the reader takes them; none if it is left out. */
  arrange?: (rows: PresetRow[], arranging: Arranging) => ArrangedRow[]
  /** Its tags, and what follows a bar in its titles, are words for searches: they do not say whom a product is for. */
  hasSearchWords?: true
  /** What the file cannot say, in one sentence with the way to a better one. Shown with the dry run. */
  hint?: string
}

/** Shorthand for a row with other values. */
export const arranged = (row: Pick<PresetRow, 'line' | 'cells'>, said: Said, isHead = false): ArrangedRow => ({
  line: row.line,
  cells: withSaid(row.cells, said),
  ...(isHead ? { isHead } : {}),
})

/** What a row without a variant of its own must not say. */
export const NO_VARIANT: Said = {
  price: '',
  salePrice: '',
  compareAt: '',
  sku: '',
  barcode: '',
  size: '',
  colour: '',
  option1Value: '',
  option2Value: '',
  option3Value: '',
  stock: '',
  availability: '',
}

const OPTION_FIELDS = [
  ['option1Name', 'option1Value'],
  ['option2Name', 'option2Value'],
  ['option3Name', 'option3Value'],
] as const

/** Up to three options as the reader takes them. */
export const saidOptions = (options: ReadonlyArray<readonly [name: string, value: string]>): Said =>
  Object.fromEntries(
    OPTION_FIELDS.flatMap(([name, value], index) => [
      [name, options[index]?.[0] ?? ''],
      [value, options[index]?.[1] ?? ''],
    ]),
  )

/** Every combination of the values of options, in their order. */
export function combine(
  options: ReadonlyArray<readonly [name: string, values: readonly string[]]>,
): Array<Array<[string, string]>> {
  return options.reduce<Array<Array<[string, string]>>>(
    (all, [name, values]) =>
      all.flatMap((one) => values.map((value): Array<[string, string]> => [...one, [name, value]])),
    [[]],
  )
}
