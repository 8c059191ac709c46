import { parsePrice, type PriceRules } from '#server/products/parse-price.ts'
import type { FileRemarks } from './file-remarks.ts'
import type { Cells, Columns } from './product-columns.ts'
import { parseAmount } from '#server/platform/amount.schema.ts'
import { DAY_MS } from '#server/platform/durations.values.ts'
import { foreignCurrency } from '#server/products/parse-price.ts'

export interface ReadPrices {
  priceMinor: number
  /** Above priceMinor; null for no reduction. */
  originalPriceMinor: number | null
}

/**
 * Computes a variant's current and original price from its regular price, its sale price with the sale's dates, and its
 * compare-at price.
 */
export function parsePrices(
  cells: Cells,
  columns: Columns,
  { prices, warnings, remarks, now }: { prices: PriceRules; warnings: string[]; remarks: FileRemarks; now: Date },
): ReadPrices | { reason: string } {
  const foreign = foreignCell(columns.read(cells, 'currency'), prices.currency)
  if (foreign !== null) return { reason: `the price ${foreign}` }
  const regular = parsePrice(columns.read(cells, 'price'), prices)
  if ('reason' in regular) return { reason: `the price ${regular.reason}` }
  const sale = parseSale(cells, columns, { prices, warnings, remarks, now })
  if (sale !== null && sale < regular.minor) return { priceMinor: sale, originalPriceMinor: regular.minor }
  return {
    priceMinor: regular.minor,
    originalPriceMinor: parseCompareAt(columns.read(cells, 'compareAt'), regular.minor, prices, warnings),
  }
}

/** Whether a row with a price states its currency, in a separate column or next to the amount. */
export const namesCurrency = (cells: Cells, columns: Columns): boolean =>
  columns.read(cells, 'currency') !== '' || /[^\d\s.,'\u2019-]/.test(columns.read(cells, 'price'))

/** Returns null if the cell has the shop's currency or is empty. */
function foreignCell(text: string, currency: string): string | null {
  if (text === '') return null
  const read = parseAmount(`1 ${text}`, currency)
  if ('minor' in read) return null
  return foreignCurrency(read.kind === 'foreign' ? read.given : `'${text.slice(0, 10)}'`, currency)
}

/** Returns the sale price if the sale is active today. */
function parseSale(
  cells: Cells,
  columns: Columns,
  { prices, warnings, remarks, now }: { prices: PriceRules; warnings: string[]; remarks: FileRemarks; now: Date },
): number | null {
  const text = columns.read(cells, 'salePrice')
  if (text === '') return null
  const read = parsePrice(text, prices)
  if ('reason' in read) {
    warnings.push(`its sale price ${read.reason}, so it was left out`)
    return null
  }
  // Systems write 0 for no sale price.
  if (read.minor === 0) return null
  const [starts = '', ends = ''] =
    columns.read(cells, 'saleStarts').split('/').length === 2 && columns.read(cells, 'saleEnds') === ''
      ? splitPeriod(columns.read(cells, 'saleStarts'))
      : [columns.read(cells, 'saleStarts'), columns.read(cells, 'saleEnds')]
  const [from, to] = [startOf(starts), endOf(ends)]
  for (const [day, written] of [
    [from, starts],
    [to, ends],
  ] as const)
    if (day === null && written !== '')
      warnings.push(`we cannot read the sale date '${written.slice(0, 40)}', so we ignored it`)
  if (to !== null && to <= now.getTime()) return null
  if (from !== null && from > now.getTime()) {
    remarks.add(
      'sales that start later',
      (count) =>
        `${count === 1 ? '1 sale price starts' : `${count.toLocaleString('en-GB')} sale prices start`} later and ${count === 1 ? 'was' : 'were'} left out. Import the file again when the sale has started.`,
    )
    return null
  }
  return read.minor
}

/** Splits a sale's period into start and end: '2026-11-01T00:00/2026-11-30T23:59'. */
const splitPeriod = (text: string): string[] => text.split('/').map((part) => part.trim())

const startOf = (text: string): number | null => dayOf(text)?.ms ?? null
function endOf(text: string): number | null {
  const day = dayOf(text)
  return day && (day.isFullDay ? day.ms + DAY_MS : day.ms)
}

/** Parses a date or time as shops write it, in UTC unless it has a zone. */
function dayOf(text: string): { ms: number; isFullDay: boolean } | null {
  const said = text.trim()
  const [, iso = '', time = '', zone = ''] =
    /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:?\d{2}(?::\d{2}(?:\.\d+)?)?))?\s*(Z|[+-]\d{2}:?\d{2})?$/.exec(said) ?? []
  if (iso !== '') {
    const clock = time.includes(':') || time === '' ? time : `${time.slice(0, 2)}:${time.slice(2)}`
    const offset = zone.length === 5 ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone || 'Z'
    return timed(Date.parse(`${iso}T${clock || '00:00'}${offset}`), time === '' || /^00:?00(?::?00)?$/.test(time))
  }
  if (/^\d{10}$/.test(said)) return timed(Number(said) * 1_000, false)
  const [, first = '', mark = '', second = '', year = ''] =
    /^(\d{1,2})([./])(\d{1,2})[./](\d{4}|\d{2})\b/.exec(said) ?? []
  if (first === '') return null
  // 3/25/26 is American, 25.3.26 is not.
  const [month, day] = mark === '/' && Number(first) <= 12 ? [first, second] : [second, first]
  return timed(Date.UTC(Number(year) + (year.length === 2 ? 2_000 : 0), Number(month) - 1, Number(day)), true)
}

const timed = (ms: number, isFullDay: boolean) => (Number.isNaN(ms) ? null : { ms, isFullDay })

function parseCompareAt(text: string, priceMinor: number, prices: PriceRules, warnings: string[]): number | null {
  if (text === '') return null
  const compareAt = parsePrice(text, prices)
  if ('minor' in compareAt) return compareAt.minor > priceMinor ? compareAt.minor : null
  warnings.push(`its compare-at price ${compareAt.reason}, so it was left out`)
  return null
}
