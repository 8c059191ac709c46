import type { Db } from '#server/platform/db.ts'
import { answerOnce, type KeptAnswer } from '#server/sales/conversions-api/idempotent-calls.ts'
import { problemResponse } from './api-answers.ts'

const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,200}$/

interface Call {
  partnerId: string
  /** The Idempotency-Key; undefined if there is none. */
  key: string | undefined
  /** Everything that identifies the request. */
  body: string
}

/** Does the work of a call, or repeats the answer of the first call with its Idempotency-Key. @throws whatever the work throws */
export async function answerWithKey(
  db: Db,
  { partnerId, key, body }: Call,
  now: Date,
  work: () => Promise<KeptAnswer>,
): Promise<KeptAnswer> {
  if (key === undefined) return work()
  if (!IDEMPOTENCY_KEY.test(key))
    return problemResponse(400, 'An Idempotency-Key must have 1 to 200 printable characters, without spaces.')
  const given = await answerOnce(db, { partnerId, key, body }, now, work)
  if (given === 'other body')
    return problemResponse(
      409,
      'This Idempotency-Key has already been used for a different request. Use a new key for each request.',
    )
  if (given === 'under way')
    return {
      ...problemResponse(409, 'The first request with this Idempotency-Key is still in progress.'),
      retryAfterSeconds: 1,
    }
  return given
}
