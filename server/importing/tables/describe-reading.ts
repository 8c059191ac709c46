import { presetOf } from '../presets/presets.ts'
import type { TableFormat } from './table-columns.ts'
import { ENCODINGS, SEPARATORS, type TableLayout } from './table.schema.ts'

const FORMATS: Readonly<Record<TableFormat, string>> = {
  shopify: 'Shopify export',
  wtf: 'WTF format',
  mapped: 'Your own columns',
}

/** Describes our assumptions about a file: ['WooCommerce export', 'Semicolons, Windows-1252']. */
export function describeReading(
  { kind, encoding, separator, headerLine, preset }: TableLayout,
  format: TableFormat | null,
): string[] {
  const whose = presetOf(preset)?.name ?? (format ? FORMATS[format] : null)
  const written = kind === 'xml' ? 'XML' : `${SEPARATORS[separator]}, ${ENCODINGS[encoding]}`
  return [
    ...(whose === null ? [] : [whose]),
    written,
    ...(headerLine > 1 ? [`Column names in line ${headerLine.toLocaleString('en-GB')}`] : []),
  ]
}
