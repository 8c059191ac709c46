import path from 'node:path'
import { AppError } from '#server/platform/errors.ts'
import { Turns } from '#server/platform/turns.ts'
import { runInProcess } from '#server/platform/work-process.ts'
import type { ReadStatement } from './bank-values.ts'
import { parseStatementFile } from './parse-statement-file.ts'

/** Smaller files take a few milliseconds, less than starting a process. */
const SMALL = 64 * 1024
const MAY_TAKE_MS = 60_000
const TURNS = new Turns({ atOnce: 1, waiting: 5, retryAfterSeconds: 10 })

/** The result of statement-process.ts. */
export type ParsedStatement = { statement: ReadStatement } | { refusal: string } | { failure: string }

/**
 * Reads a bank statement, a large one in a separate process, so that it cannot block the server.
 * @throws AppError as `parseStatementFile`; bad_input if it is too costly; unavailable if the process was ended
 * @throws TooMuchAsked if too many wait
 */
export async function parseStatement(bytes: Buffer, currency: string): Promise<ReadStatement> {
  if (bytes.length <= SMALL) return parseStatementFile(bytes, currency)
  const script = path.join(import.meta.dirname, 'statement-process.ts')
  const order = { bytes, currency }
  const outcome = await TURNS.run('all', () =>
    runInProcess<ParsedStatement>(script, order, new AbortController().signal, { mayTakeMs: MAY_TAKE_MS }),
  )
  if (outcome === 'out of memory' || outcome === 'too long')
    throw new AppError('bad_input', 'This statement takes too long to read. Split it by date.')
  if (typeof outcome === 'string')
    throw new AppError('unavailable', 'Reading this statement was interrupted. Please upload it again.')
  const { answer } = outcome
  if ('failure' in answer) throw new Error(`A bank statement was not parsed: ${answer.failure}`)
  if ('refusal' in answer) throw new AppError('bad_input', answer.refusal)
  return answer.statement
}
