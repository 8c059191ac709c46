import { toSearchText } from '#server/catalogue/search-text.ts'
import { asUtf8, detectEncoding } from '#server/importing/tables/detect-encoding.ts'
import { findHeader } from '#server/importing/tables/find-header.ts'
import type { CsvSource } from '#server/platform/csv-lines.ts'
import { readRecords } from '#server/platform/csv-records.ts'
import { AppError } from '#server/platform/errors.ts'
import {
  assertRows,
  currencyIn,
  emptyStatement,
  isCurrencyCode,
  isMonthFirst,
  noteProblem,
  parseBankAmount,
  parseDay,
  type BankPayment,
  type ReadStatement,
} from './bank-values.ts'
import { STATEMENT_COLUMNS, type StatementColumn } from './statement-columns.values.ts'

type Columns = Record<StatementColumn, number[]>

/** Removes the currency from a column name: 'Betrag (€)' -> 'Betrag', 'Amount GBP' -> 'Amount'. */
const nameOf = (cell: string) =>
  toSearchText(
    cell
      .replace(/\([^)]*\)|[€£$*]/g, ' ')
      .replaceAll('_', ' ')
      .replace(/\s(?:in\s)?([A-Z]{3})\s*$/, (mark, code: string) => (isCurrencyCode(code) ? '' : mark)),
  )
const NAMES: ReadonlySet<string> = new Set(
  Object.values(STATEMENT_COLUMNS).flatMap((names) =>
    // The table reader compares cells as written.
    names.flatMap((name) => [
      name,
      ...['eur', 'gbp', 'usd', 'chf'].flatMap((code) => [`${name} ${code}`, `${name} in ${code}`]),
    ]),
  ),
)
const CREDIT = /^(?:c|cr|crdt|credit|h|haben|in|k|incoming|money in|paid in|deposit|gutschrift|eingang)$/
const DEBIT = /^(?:d|dr|dbit|debit|s|soll|out|outgoing|money out|paid out|withdrawal|belastung|ausgang)$/
/** Words for not booked: pending, reserved, failed or cancelled. */
const NOT_BOOKED =
  /\b(?:pending|vorgemerkt|en attente|en cours|a venir|authori[sz]ed|reserved|reserviert|declined|failed|reverted|cancell?ed|rejected|abgelehnt|storniert|annulee?|refusee?)\b/

/**
 * Reads a bank's CSV file. Columns are recognised by their names.
 * @param currency for rows without one
 * @throws AppError bad_input naming the missing columns; as `assertRows`
 */
export async function parseCsvStatement(source: CsvSource, currency: string, now = new Date()): Promise<ReadStatement> {
  const { encoding } = await detectEncoding(source)
  const text = asUtf8(source, encoding)
  const { separator, headerLine } = await findHeader(text, {}, NAMES)
  const statement = emptyStatement('csv')
  const rows: Array<{ line: number; cells: string[] }> = []
  let header: string[] | null = null
  for await (const records of readRecords(text, separator))
    for (const record of records) {
      if (record.line < headerLine) continue
      if (record.cells === null) noteProblem(statement, record.line, `We cannot read this row: ${record.reason}.`)
      else if (header) rows.push(record)
      else header = record.cells
      assertRows(rows.length + statement.unread)
    }
  const columns = findColumns(header ?? [])
  const days = rows.map(({ cells }) => cells[columns.date[0] ?? -1] ?? '')
  const isAmerican = isMonthFirst(days, now.toISOString().slice(0, 10))
  const amounts = rows.map(({ cells }) => cells[columns.amount[0] ?? -1] ?? '')
  const isSigned =
    columns.credit.length + columns.debit.length > 0 || amounts.some((amount) => /[-+(\u2212\u2013]/.test(amount))
  const isDirected = rows.some(({ cells }) => directionOf(cells, columns) !== 'unknown')
  const isUnsigned = !isSigned && !isDirected
  const spoken = currencyIn((header ?? [])[columns.amount[0] ?? columns.credit[0] ?? -1] ?? '') || currency
  for (const { line, cells } of rows) {
    const read = parseRow(cells, columns, { isMonthFirst: isAmerican, isSigned, isDirected, currency: spoken })
    if (typeof read === 'string') noteProblem(statement, line, read)
    else if (read === null) statement.ignored++
    else statement.payments.push(read)
  }
  return { ...statement, isUnsigned }
}

/** Returns the direction that a row states, apart from the sign of its amount. */
function directionOf(cells: readonly string[], columns: Columns): 'credit' | 'debit' | 'unknown' {
  for (const place of [...columns.direction, ...columns.type]) {
    const text = toSearchText(cells[place] ?? '')
    if (CREDIT.test(text)) return 'credit'
    if (DEBIT.test(text)) return 'debit'
  }
  return 'unknown'
}

function findColumns(header: readonly string[]): Columns {
  const names = header.map(nameOf)
  const taken = new Set<number>()
  const columns = Object.fromEntries(
    Object.entries(STATEMENT_COLUMNS).map(([column, wanted]) => {
      const places = wanted.flatMap((name) =>
        names.flatMap((each, at) => (each === name && !taken.has(at) ? [at] : [])),
      )
      const kept = column === 'reference' ? places : places.slice(0, 1)
      for (const place of kept) taken.add(place)
      return [column, kept]
    }),
  ) as Columns
  const missing = [
    ...(columns.date.length ? [] : ['date']),
    ...(columns.amount.length || columns.credit.length ? [] : ['amount']),
    ...(columns.reference.length || columns.payer.length ? [] : ['reference or payer']),
  ]
  if (missing.length)
    throw new AppError(
      'bad_input',
      `We found no column for: ${missing.join(', ')}. The first line needs column names such as "Date", "Amount", "Reference" and "Payer". Correct the names, or export the statement as CAMT.053.`,
    )
  return columns
}

/** @returns null for a payment that is outgoing or not booked, a reason for an unreadable row */
function parseRow(
  cells: readonly string[],
  columns: Columns,
  given: { isMonthFirst: boolean; isSigned: boolean; isDirected: boolean; currency: string },
): BankPayment | string | null {
  const cell = (column: StatementColumn) => (cells[columns[column][0] ?? -1] ?? '').trim()
  const [amount, credit, debit] = [cell('amount'), cell('credit'), cell('debit')]
  const written = amount || credit || debit
  if (written === '') return 'It has no amount.'
  const currency = cell('currency').toUpperCase() || currencyIn(written) || given.currency
  if (!isCurrencyCode(currency))
    return 'It has no currency. Enter the currency of the account and upload the statement again.'
  const minor = parseBankAmount(written, currency)
  if (minor === null) return `"${written.slice(0, 40)}" is not an amount that we can read.`
  const direction = directionOf(cells, columns)
  if (minor < 0n || (amount === '' && credit === '') || direction === 'debit') return null
  if (NOT_BOOKED.test(toSearchText(cell('status')))) return null
  if (direction === 'unknown' && given.isDirected && !given.isSigned)
    return `"${(cell('direction') || cell('type')).slice(0, 40)}" is neither credit nor debit.`
  // Skips amounts of 0, because a row with a credit and a debit column has 0 in one of them.
  if (minor === 0n) return null
  const bookedOn = parseDay(cell('date'), given.isMonthFirst)
  if (bookedOn === null) return `"${cell('date').slice(0, 40)}" is not a date that we can read.`
  const reference = columns.reference.map((at) => (cells[at] ?? '').trim()).filter(Boolean)
  return {
    bankId: cell('bankId'),
    bookedOn,
    amountMinor: minor,
    currency,
    reference: reference.join(' '),
    payer: cell('payer'),
    payerIban: cell('payerIban').replace(/\s/g, ''),
  }
}
