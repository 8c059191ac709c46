import { MINUTE_MS } from '#server/platform/durations.values.ts'

/** The outcome of a notification at a push service (RFC 8030). */
export type PushAnswer =
  | { kind: 'taken' }
  /** The subscription has ended, or never existed. */
  | { kind: 'gone' }
  /** Try again at this time. */
  | { kind: 'later'; at: Date }
  /** Another attempt would be refused too. */
  | { kind: 'refused'; why: string }

const FIRST_PAUSE_MS = 5 * MINUTE_MS
const MIN_PAUSE_MS = MINUTE_MS
const LONGEST_PAUSE_MS = 6 * 60 * MINUTE_MS

/**
 * @param retryAfter the response's Retry-After header
 * @param tries the number of attempts, including this one
 */
export function judgeAnswer(status: number, retryAfter: string | undefined, tries: number, now: Date): PushAnswer {
  if (status >= 200 && status < 300) return { kind: 'taken' }
  if (status === 404 || status === 410) return { kind: 'gone' }
  if (!isOurFault(status) && status !== 429 && status < 500)
    return { kind: 'refused', why: `it responded with status ${status}` }
  const asked = askedPause(retryAfter, now)
  if (asked === null) return { kind: 'later', at: pauseOf(tries, now) }
  return {
    kind: 'later',
    at: new Date(now.getTime() + Math.min(Math.max(asked, MIN_PAUSE_MS), LONGEST_PAUSE_MS)),
  }
}

/** Whether the service rejects our identity. Such responses never remove a device. */
export const isOurFault = (status: number): boolean => status === 401 || status === 403

/** Returns the default retry time: 5 minutes, and each time twice as long, 6 hours at most. */
export const pauseOf = (tries: number, now: Date): Date =>
  new Date(now.getTime() + Math.min(FIRST_PAUSE_MS * 2 ** (tries - 1), LONGEST_PAUSE_MS))

/** Returns the requested delay in ms, from seconds or a time; null if there is none. */
function askedPause(retryAfter: string | undefined, now: Date): number | null {
  if (retryAfter === undefined) return null
  const ms = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - now.getTime()
  return Number.isFinite(ms) ? ms : null
}
