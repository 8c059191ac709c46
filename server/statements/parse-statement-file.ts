import type { CsvSource } from '#server/platform/csv-lines.ts'
import type { ReadStatement } from './bank-values.ts'
import { parseCamtStatement } from './parse-camt-statement.ts'
import { parseCsvStatement } from './parse-csv-statement.ts'

const PIECE = 64 * 1024

/**
 * Reads a bank statement: CSV or CAMT.053.
 * @param currency for rows without one, or ''
 * @throws AppError bad_input saying what is wrong with it
 */
export async function parseStatementFile(bytes: Buffer, currency: string): Promise<ReadStatement> {
  const start = bytes
    .subarray(0, 200)
    .toString('latin1')
    .replaceAll('\0', '')
    .replace(/^(?:\u00ef\u00bb\u00bf|\u00ff\u00fe|\u00fe\u00ff)/, '')
  const isXml = /^\s*<(?!!doctype html|html)/i.test(start)
  const source: CsvSource = async function* () {
    for (let at = 0; at < bytes.length; at += PIECE) yield bytes.subarray(at, at + PIECE)
  }
  return isXml ? parseCamtStatement(source) : parseCsvStatement(source, currency)
}
