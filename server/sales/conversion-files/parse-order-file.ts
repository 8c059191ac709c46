import path from 'node:path'
import { AppError } from '#server/platform/errors.ts'
import { Turns } from '#server/platform/turns.ts'
import { runInProcess, type ProcessOptions } from '#server/platform/work-process.ts'

/** `parseOrders` takes seconds for the worst file of 5 MB. */
const MAY_TAKE_MS = 60_000
const OF_PARTNER = new Turns({ atOnce: 1, waiting: 2, retryAfterSeconds: 10 })
const OF_ALL = new Turns({ atOnce: 2, waiting: 20, retryAfterSeconds: 10 })

/** The result of orders-process.ts: `FileOrder[]` and `FileProblem[]` as JSON, or the reason why there are none. */
export type ParsedFile = { orders: string; problems: string } | { refusal: string } | { failure: string }

const WHY_ENDED = {
  'out of memory': 'This file needs too much memory to process. Split it into smaller files.',
  'too long': 'This file takes longer than a minute to read. Split it into smaller files.',
}

/**
 * Parses an order file in a separate process, so that a malicious file cannot block the server.
 * @returns orders and problems as JSON, for the database
 * @throws AppError bad_input if it is not a file with orders, or is too expensive to parse; unavailable if the process
 *   was ended
 * @throws TooMuchAsked if too many files are waiting
 */
export async function parseOrderFile(
  partnerId: string,
  text: string,
  options: ProcessOptions = {},
): Promise<{ orders: string; problems: string }> {
  const script = path.join(import.meta.dirname, 'orders-process.ts')
  const outcome = await OF_PARTNER.run(partnerId, () =>
    OF_ALL.run('all', () =>
      runInProcess<ParsedFile>(script, { text }, new AbortController().signal, { mayTakeMs: MAY_TAKE_MS, ...options }),
    ),
  )
  if (outcome === 'out of memory' || outcome === 'too long') throw new AppError('bad_input', WHY_ENDED[outcome])
  if (typeof outcome === 'string')
    throw new AppError('unavailable', 'Reading this file was interrupted. Please upload it again.')
  const { answer } = outcome
  if ('failure' in answer) throw new Error(`A file with orders was not parsed: ${answer.failure}`)
  if ('refusal' in answer) throw new AppError('bad_input', answer.refusal)
  return answer
}
