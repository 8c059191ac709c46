import { withSaid, type Cells, type Field, type Said } from '../product-columns.ts'
import type { OwnField } from '../own-fields.schema.ts'
import type { PriceRules } from '#server/products/parse-price.ts'

/** A file row with access to its cells by column name and by field. */
export interface PresetRow {
  line: number
  cells: Cells
  /** Returns the trimmed cell of the first filled one of these columns; '' if none is filled. */
  cell: (...names: readonly string[]) => string
  read: (field: Field) => string
}

/** A row in the product reader's format. */
export interface ArrangedRow {
  line: number
  cells: Cells
  /** True for a row with the values that all variants share, which is not a variant. */
  isHead?: boolean
}

export interface Arranging {
  header: readonly string[]
  prices: PriceRules
  websiteUrl: string | null
  /** Adds a note about a row. */
  note: (line: number, reason: string) => void
  /** Refuses a row, with the reason. */
  refuse: (line: number, reason: string) => void
  /** Adds one note about the file. `say` gets the number of affected rows. */
  remark: (key: string, say: (count: number) => string) => void
}

/** A platform's file format, beyond its column names. */
export interface Preset {
  id: string
  /** 'WooCommerce', as in 'Read as WooCommerce'. */
  name: string
  /** Whether these columns and first rows come from the platform. Names are in the form of `toSearchText`. */
  recognise: (names: ReadonlySet<string>, header: readonly string[], rows: ReadonlyArray<readonly string[]>) => boolean
  /** Each field's column names in the platform's languages. */
  names: Partial<Record<OwnField, readonly string[]>>
  required: readonly OwnField[]
  notation: NonNullable<PriceRules['notation']>
  /** The rows of a product may be anywhere in the file. */
  isScattered?: true
  /** Returns the key that groups rows into products; by default the handle. `before` is the previous row's key. */
  keyOf?: (row: PresetRow, before: string) => string
  /** Returns the handle of a row's product, if the handle column alone does not give it. */
  handleOf?: (row: PresetRow) => string
  /** Other key names that rows elsewhere in the file use. */
  links?: (row: PresetRow) => ReadonlyArray<readonly [from: string, to: string]>
  /** Converts a product's rows to the reader's format; an empty result leaves the product out. */
  arrange?: (rows: PresetRow[], arranging: Arranging) => ArrangedRow[]
  /** Whether tags, and title texts after a bar, are search words that do not decide the gender. */
  hasSearchWords?: true
  /** One sentence about what the file lacks and how to get a better one. Shown with the dry run. */
  hint?: string
}

/** Returns a copy of a row with other values. */
export const arranged = (row: Pick<PresetRow, 'line' | 'cells'>, said: Said, isHead = false): ArrangedRow => ({
  line: row.line,
  cells: withSaid(row.cells, said),
  ...(isHead ? { isHead } : {}),
})

/** Empty values for a row without a separate variant. */
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

/** Returns up to three options in the reader's format. */
export const saidOptions = (options: ReadonlyArray<readonly [name: string, value: string]>): Said =>
  Object.fromEntries(
    OPTION_FIELDS.flatMap(([name, value], index) => [
      [name, options[index]?.[0] ?? ''],
      [value, options[index]?.[1] ?? ''],
    ]),
  )

/** Returns every combination of the options' values, in order. */
export function combine(
  options: ReadonlyArray<readonly [name: string, values: readonly string[]]>,
): Array<Array<[string, string]>> {
  return options.reduce<Array<Array<[string, string]>>>(
    (all, [name, values]) =>
      all.flatMap((one) => values.map((value): Array<[string, string]> => [...one, [name, value]])),
    [[]],
  )
}
