import { ownMapping, mappedColumns } from '../own-columns.ts'
import { OWN_FIELDS, REQUIRED_OWN_FIELDS, type OwnField } from '../own-fields.schema.ts'
import { presetMapping, presetOf } from '../presets/presets.ts'
import type { Columns } from '../product-columns.ts'
import { parseColumns } from '../shopify-columns.ts'
import { suggestMapping } from '../suggest-mapping.ts'
import { withCurrency } from './currency-column.ts'
import type { TableLayout } from './table.schema.ts'

export type TableFormat = 'shopify' | 'wtf' | 'mapped'

/** Returns the format that the column names identify; null if the partner has to map them. */
export function formatOf({ header, preset }: Pick<TableLayout, 'header' | 'preset'>): TableFormat | null {
  if (preset !== null) return 'mapped'
  const ownColumns = ownMapping(header)
  if (REQUIRED_OWN_FIELDS.every((field) => ownColumns[field] !== undefined)) return 'wtf'
  try {
    parseColumns(header)
    return 'shopify'
  } catch {
    return null
  }
}

/** Suggests a column for each of our fields. */
export function suggestedMapping({
  header,
  preset,
  currencyAt,
}: Pick<TableLayout, 'header' | 'preset' | 'currencyAt'>): Record<string, number> {
  const known = presetOf(preset)
  const mapping = known ? presetMapping(known, header) : suggestMapping(header)
  const isFree = currencyAt !== null && !Object.values(mapping).includes(currencyAt)
  return isFree ? { currency: currencyAt, ...mapping } : mapping
}

/** Returns the columns with a name of one of our fields. */
export function namedColumns(layout: Pick<TableLayout, 'header' | 'preset'>): ReadonlySet<number> {
  const format = formatOf(layout)
  if (format === 'shopify') return parseColumns(layout.header).used
  return new Set(
    Object.values(format === 'wtf' ? ownMapping(layout.header) : suggestedMapping({ ...layout, currencyAt: null })),
  )
}

/** Returns the fields that need a column. */
export const requiredFields = ({ preset }: Pick<TableLayout, 'preset'>): readonly OwnField[] =>
  presetOf(preset)?.required ?? REQUIRED_OWN_FIELDS

/** Finds the columns of a file. @throws AppError bad_input if they do not fit the format */
export function tableColumns(
  layout: Pick<TableLayout, 'header' | 'preset' | 'currencyAt'>,
  format: TableFormat,
  mapping: Readonly<Record<string, number>>,
): Columns {
  const { header, currencyAt } = layout
  if (format === 'shopify') return withCurrency(parseColumns(header), currencyAt, '')
  if (format === 'wtf') {
    const columns = mappedColumns(header, ownMapping(header), { isOwn: true, required: REQUIRED_OWN_FIELDS })
    return withCurrency(columns, currencyAt, '')
  }
  const columns = mappedColumns(header, mapping, { isOwn: false, required: requiredFields(layout) })
  return withCurrency(columns, currencyAt, header[mapping.price ?? -1] ?? '')
}

/**
 * Lists the unused columns, and says whether a column contains the currency. A preset also reads columns that are not
 * ours, so its list is empty.
 */
export function columnUse(layout: TableLayout, format: TableFormat, mapping: Record<string, number>) {
  const { used, has } = tableColumns(layout, format, mapping)
  const unused = layout.preset === null ? layout.header.filter((name, at) => name !== '' && !used.has(at)) : []
  return { unused, namesCurrency: has('currency') }
}

/** Keeps only our fields and existing columns. */
export const validMapping = (mapping: Readonly<Record<string, number>>, header: readonly string[]) =>
  Object.fromEntries(
    OWN_FIELDS.flatMap((field) => {
      const place = mapping[field]
      return place !== undefined && place < header.length ? [[field, place] as const] : []
    }),
  )
