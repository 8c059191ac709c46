import { DAY_MS } from '#server/platform/durations.values.ts'
import { AppError } from '#server/platform/errors.ts'
import { decimalsOf, toMinor } from '#server/platform/money.schema.ts'
import { MAX_STATEMENT_ROWS } from './statements.schema.ts'
import { lookup } from '#server/platform/lookup.schema.ts'

/** An incoming payment from a statement. */
export interface BankPayment {
  /** The bank's own id; '' if the file has none. */
  bankId: string
  /** '2026-11-27'. */
  bookedOn: string
  amountMinor: bigint
  currency: string
  /** All texts that may contain an invoice number, separated by spaces. */
  reference: string
  payer: string
  payerIban: string
}

export interface ReadStatement {
  format: 'csv' | 'camt.053'
  payments: BankPayment[]
  /** Whether the file does not say which entries are incoming, by a sign, separate columns or a direction. */
  isUnsigned: boolean
  /** The number of entries that are outgoing or not booked yet. */
  ignored: number
  /** The number of unreadable rows, and the first of them. */
  unread: number
  problems: Array<{ line: number; reason: string }>
}

const MAX_PROBLEMS = 20
/** Maximum plausible amount, in minor units. */
const MAX_MINOR = 10n ** 15n
const SYMBOLS = lookup({ '€': 'EUR', '£': 'GBP', $: 'USD' })
const CODES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

export const emptyStatement = (format: ReadStatement['format']): ReadStatement => ({
  format,
  payments: [],
  isUnsigned: false,
  ignored: 0,
  unread: 0,
  problems: [],
})

/**
 * Refuses a file with too many rows. Call it with the number of rows so far, so that reading stops early. @throws
 * AppError bad_input
 */
export function assertRows(count: number): void {
  if (count > MAX_STATEMENT_ROWS)
    throw new AppError(
      'bad_input',
      `This statement has more than ${MAX_STATEMENT_ROWS.toLocaleString('en')} rows. Split it by date.`,
    )
}

/** Records an unreadable row. */
export function noteProblem(statement: ReadStatement, line: number, reason: string): void {
  statement.unread++
  if (statement.problems.length < MAX_PROBLEMS) statement.problems.push({ line, reason })
}

/** Whether a text is a currency of ISO 4217, unlike 'AMT' in 'CREDIT AMT'. */
export const isCurrencyCode = (code: string): boolean => CODES.has(code)

/** Returns the currency in a text such as 'Betrag (EUR)' or '€'. */
export function currencyIn(text: string): string {
  const code = (text.match(/(?<![A-Z])[A-Z]{3}(?![A-Z])/g) ?? []).find(isCurrencyCode)
  return code ?? Object.entries(SYMBOLS).find(([symbol]) => text.includes(symbol))?.[1] ?? ''
}

/**
 * Parses an amount as banks write it: '1.234,56', '-1,234.56', '1 234,56 €', '(12.00)', '12,00-'.
 * @returns minor units, signed; null if it is not an amount, or ambiguous
 */
export function parseBankAmount(text: string, currency: string): bigint | null {
  const bare = text.replace(/[\s\u00a0\u202f'’€£$]|[A-Z]{3}/g, '').replace(/[\u2212\u2013]/g, '-')
  const [, before = '', digits = '', after = ''] = /^([(+-]?)([\d.,]+)([)-]?)$/.exec(bare) ?? []
  if (digits === '' || (before === '(') !== (after === ')') || (before === '-' && after === '-')) return null
  const plain = withPoint(digits, decimalsOf(currency))
  const minor = plain === null ? null : exactMinor(plain, currency)
  if (minor === null) return null
  return before === '-' || before === '(' || after === '-' ? -minor : minor
}

/**
 * Writes an amount with a decimal point: '1.234,5' -> '1234.5'. Three digits after the only separator are thousands, if
 * the currency has no three decimals.
 */
function withPoint(digits: string, decimals: number): string | null {
  const last = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','))
  if (last === -1) return digits
  const sign = digits[last] ?? ''
  const [units, fraction] = [digits.slice(0, last), digits.slice(last + 1)]
  const isOnlyKind = !units.replaceAll(sign, '').match(/[.,]/)
  const isRepeated = units.includes(sign)
  if (isOnlyKind && fraction.length === 3) {
    if (decimals === 3 && !isRepeated) return null
    return isGrouped(units, sign) ? `${units.replaceAll(sign, '')}${fraction}` : null
  }
  if (isRepeated || !isGrouped(units, sign === '.' ? ',' : '.')) return null
  return `${units.replace(/[.,]/g, '') || '0'}.${fraction}`
}

const isGrouped = (units: string, sign: string) =>
  !units.includes(sign) || /^\d{1,3}(?:\D\d{3})*$/.test(units) || /^\d{1,3}(?:\D\d{2})*\D\d{3}$/.test(units)

/**
 * Parses an amount of CAMT, which has up to five decimals: '100.00000' in EUR -> 10000n. Null if it is not an amount or
 * too large.
 */
export function exactMinor(plain: string, currency: string): bigint | null {
  const [units = '', fraction = ''] = plain.split('.')
  const decimals = decimalsOf(currency)
  const kept = fraction.slice(0, decimals) + fraction.slice(decimals).replace(/0+$/, '')
  const minor = toMinor(kept ? `${units}.${kept}` : units, currency)
  return minor !== null && minor <= MAX_MINOR ? minor : null
}

/**
 * Parses a day in the notation of ISO 8601, Germany, France, the United Kingdom or the United States.
 * @param isMonthFirst for days with slashes
 * @returns '2026-11-27', or null
 */
export function parseDay(text: string, isMonthFirst: boolean): string | null {
  const [given = ''] = text.trim().split(/[T ](?=\d{1,2}:)/)
  const iso = /^(\d{4})[-/.]?(\d{2})[-/.]?(\d{2})$/.exec(given)
  if (iso) return realDay(iso[1], iso[2], iso[3])
  const named = /^(\d{1,2})[ .-]+([A-Za-z]{3})[a-z]*[ .-]+(\d{4}|\d{2})$/.exec(given)
  if (named) return realDay(named[3], String(MONTHS.indexOf(named[2]?.toLowerCase() ?? '') + 1), named[1])
  const [, one, sign, other, year] = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4}|\d{2})$/.exec(given) ?? []
  return isMonthFirst && sign === '/' ? realDay(year, one, other) : realDay(year, other, one)
}

/**
 * Decides whether days with slashes have the month first, as in the United States. If both orders are possible, chooses
 * the one with fewer days in the future, then the shorter period (a statement of a week does not span seven months),
 * then the one closer to today.
 * @param today '2026-11-27'
 */
export function isMonthFirst(days: readonly string[], today: string): boolean {
  const slashed = days.filter((day) => day.includes('/'))
  const latest = Date.parse(today) + DAY_MS
  const [asDay, asMonth] = [false, true].map((isFirst) => {
    const times = slashed.map((day) => Date.parse(parseDay(day, isFirst) ?? '')).filter((time) => time <= latest)
    const last = Math.max(...times)
    return [slashed.length - times.length, last - Math.min(...times), latest - last]
  }) as [number[], number[]]
  const at = asDay.findIndex((each, index) => each !== asMonth[index])
  return at !== -1 && (asMonth[at] ?? 0) < (asDay[at] ?? 0)
}

function realDay(year = '', month = '', day = ''): string | null {
  const text = `${year.padStart(4, '20')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const date = new Date(`${text}T00:00:00Z`)
  return Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== text || text < '1990' ? null : text
}
