import { createHash } from 'node:crypto'
import type { Prisma } from '#prisma/generated/client.ts'
import type { Db } from '#server/platform/db.ts'
import { DAY_MS } from '#server/platform/durations.values.ts'

/** The maximum number of stored calls per partner and day. */
const MAX_KEPT = 10_000
const MAX_KEPT_BYTES = 64 * 1024
/** After this time, a call without an answer counts as abandoned. */
const ABANDONED_MS = 60_000

/** An answer as it is stored and sent. */
export interface KeptAnswer {
  status: number
  body: object
  /** When to send the request again. Not stored. */
  retryAfterSeconds?: number
}

type Begun =
  | { kind: 'mine' }
  | { kind: 'not kept' }
  | { kind: 'known'; answer: KeptAnswer }
  | { kind: 'other body' }
  | { kind: 'under way' }

interface Call {
  partnerId: string
  key: string
  /** The exact body of the request. */
  body: string
}

/**
 * Returns whether to store an answer and repeat it for later calls. Only successes and permanent refusals are stored,
 * because other refusals may no longer apply by then.
 */
const isToKeep = ({ status, body }: KeptAnswer): boolean =>
  ((status >= 200 && status < 300) || status === 422) && JSON.stringify(body).length <= MAX_KEPT_BYTES

/**
 * Answers a call that has an Idempotency-Key: within a day, the same call gets the same answer and the work is done
 * once. If the work throws or is refused temporarily, a later call does it again. Above the limit of stored answers,
 * the work is done but its answer is not stored. This is safe, because recording is idempotent.
 * @returns the answer, or why there is none: another body came with this key, or the first call is still in progress
 */
export async function answerOnce(
  db: Db,
  call: Call,
  now: Date,
  work: () => Promise<KeptAnswer>,
): Promise<KeptAnswer | 'other body' | 'under way'> {
  const begun = await begin(db, call, now)
  if (begun.kind === 'not kept') return work()
  if (begun.kind === 'known') return begun.answer
  if (begun.kind !== 'mine') return begun.kind
  const where = { partnerId_key: { partnerId: call.partnerId, key: call.key } }
  try {
    const answer = await work()
    if (isToKeep(answer))
      await db.idempotentCall.update({
        where,
        data: { status: answer.status, answer: answer.body as Prisma.InputJsonObject },
      })
    else await db.idempotentCall.delete({ where })
    return answer
  } catch (error) {
    await db.idempotentCall.delete({ where }).catch(() => undefined)
    throw error
  }
}

async function begin(db: Db, { partnerId, key, body }: Call, now: Date): Promise<Begun> {
  const requestHash = Uint8Array.from(createHash('sha256').update(body).digest())
  const where = { partnerId_key: { partnerId, key } }
  let known = await db.idempotentCall.findUnique({ where })
  if (!known) {
    if ((await db.idempotentCall.count({ where: { partnerId }, take: MAX_KEPT })) >= MAX_KEPT)
      return { kind: 'not kept' }
    const { count } = await db.idempotentCall.createMany({
      data: [{ partnerId, key, requestHash, createdAt: now }],
      skipDuplicates: true,
    })
    if (count) return { kind: 'mine' }
    known = await db.idempotentCall.findUnique({ where })
  }
  if (!known) return { kind: 'under way' }
  const age = now.getTime() - known.createdAt.getTime()
  if (age > DAY_MS || (known.status === null && age > ABANDONED_MS)) {
    // Several retries may find the abandoned call. Only one takes it over.
    const taken = await db.idempotentCall.updateMany({
      where: { partnerId, key, createdAt: known.createdAt },
      data: { requestHash, status: null, createdAt: now },
    })
    return { kind: taken.count ? 'mine' : 'under way' }
  }
  if (!Buffer.from(known.requestHash).equals(requestHash)) return { kind: 'other body' }
  if (known.status === null) return { kind: 'under way' }
  return { kind: 'known', answer: { status: known.status, body: known.answer as object } }
}

/** Deletes answers that are older than a day. */
export async function forgetCalls(db: Db, now: Date): Promise<void> {
  await db.idempotentCall.deleteMany({ where: { createdAt: { lt: new Date(now.getTime() - DAY_MS) } } })
}
