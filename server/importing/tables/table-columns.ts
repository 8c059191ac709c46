import { ownMapping, mappedColumns } from '../own-columns.ts'
import { OWN_FIELDS, REQUIRED_OWN_FIELDS, type OwnField } from '../own-fields.schema.ts'
import { presetMapping, presetOf } from '../presets/presets.ts'
import type { Columns } from '../product-columns.ts'
import { parseColumns } from '../shopify-columns.ts'
import { suggestMapping } from '../suggest-mapping.ts'
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
export function suggestedMapping({ header, preset }: Pick<TableLayout, 'header' | 'preset'>): Record<string, number> {
  const known = presetOf(preset)
  return known ? presetMapping(known, header) : suggestMapping(header)
}

/** The fields that need a column. */
export const requiredFields = ({ preset }: Pick<TableLayout, 'preset'>): readonly OwnField[] =>
  presetOf(preset)?.required ?? REQUIRED_OWN_FIELDS

/** Finds the columns of a file. @throws AppError bad_input if they do not fit the format */
export function tableColumns(
  layout: Pick<TableLayout, 'header' | 'preset'>,
  format: TableFormat,
  mapping: Readonly<Record<string, number>>,
): Columns {
  const { header } = layout
  if (format === 'shopify') return parseColumns(header)
  return format === 'wtf'
    ? mappedColumns(header, ownMapping(header), { isOwn: true, required: REQUIRED_OWN_FIELDS })
    : mappedColumns(header, mapping, { isOwn: false, required: requiredFields(layout) })
}

/** Keeps only our fields and existing columns. */
export const validMapping = (mapping: Readonly<Record<string, number>>, header: readonly string[]) =>
  Object.fromEntries(
    OWN_FIELDS.flatMap((field) => {
      const place = mapping[field]
      return place !== undefined && place < header.length ? [[field, place] as const] : []
    }),
  )
