import type { CsvSource } from '#server/platform/csv-lines.ts'
import type { PriceRules } from '#server/products/parse-price.ts'
import { presetOf } from './presets/presets.ts'
import type { ProductTable } from './product-groups.ts'
import { readRows } from './tables/detect-layout.ts'
import { tableColumns, type TableFormat } from './tables/table-columns.ts'
import type { TableLayout } from './tables/table.schema.ts'

/**
 * Opens a product file for reading.
 * @throws AppError bad_input if its columns do not fit the format
 */
export const openTable = (
  source: CsvSource,
  layout: TableLayout,
  format: TableFormat,
  mapping: Readonly<Record<string, number>>,
): ProductTable => ({
  columns: tableColumns(layout, format, mapping),
  header: layout.header,
  preset: format === 'mapped' ? presetOf(layout.preset) : null,
  isScattered: layout.isScattered,
  open: () => readRows(source, layout),
})

/** Returns the notation of amounts in the file: if people wrote it, '1.450' is ambiguous. */
export const notationOf = (layout: TableLayout, format: TableFormat): PriceRules['notation'] =>
  format === 'mapped' ? (presetOf(layout.preset)?.notation ?? 'people') : 'machine'
