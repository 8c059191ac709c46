import type { CsvSource } from '#server/platform/csv-lines.ts'
import { AppError } from '#server/platform/errors.ts'
import type { ReadStatement } from './bank-values.ts'
import { readCamtStatement } from './read-camt-statement.ts'
import { readCsvStatement } from './read-csv-statement.ts'
import { MOST_STATEMENT_ROWS } from './statements.schema.ts'

const PIECE = 64 * 1024
const LF = 10

/**
 * Reads a bank statement: CSV or CAMT.053.
 * @param currency of rows that name none, or ''
 * @throws AppError bad_input saying what is wrong with it
 */
export async function readStatement(bytes: Buffer, currency: string): Promise<ReadStatement> {
  const start = bytes
    .subarray(0, 200)
    .toString('latin1')
    .replaceAll('\0', '')
    .replace(/^(?:\u00ef\u00bb\u00bf|\u00ff\u00fe|\u00fe\u00ff)/, '')
  const isXml = /^\s*<(?!!doctype html|html)/i.test(start)
  // Before anything is parsed.
  if (countRows(bytes, isXml) > MOST_STATEMENT_ROWS)
    throw new AppError(
      'bad_input',
      `This statement has more than ${MOST_STATEMENT_ROWS.toLocaleString('en')} rows. Split it by date.`,
    )
  const source: CsvSource = async function* () {
    for (let at = 0; at < bytes.length; at += PIECE) yield bytes.subarray(at, at + PIECE)
  }
  return isXml ? readCamtStatement(source) : readCsvStatement(source, currency)
}

/** Lines of a table, or entries and transactions of XML. */
function countRows(bytes: Buffer, isXml: boolean): number {
  let rows = 0
  if (isXml) {
    for (const tag of ['Ntry>', 'TxDtls>'])
      for (let at = bytes.indexOf(tag); at !== -1; at = bytes.indexOf(tag, at + 1)) rows += 0.5
    return rows
  }
  for (let at = bytes.indexOf(LF); at !== -1; at = bytes.indexOf(LF, at + 1)) rows++
  return rows
}
