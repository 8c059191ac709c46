import pg from 'pg'
import { NotConnected } from './database-away.ts'
import { log } from './log.ts'
import { currentRequest, forRequest } from './request-context.ts'
import { READ_ONLY, sqlStateOf } from './sql-state.ts'

/** Socket errors that Prisma does not recognise: no route to PostgreSQL, no response from DNS, a closed connection. */
const SOCKET_ERRORS: ReadonlySet<unknown> = new Set(['ENETUNREACH', 'EHOSTUNREACH', 'EAI_AGAIN', 'EPIPE'])
/** Slower statements are logged. */
const SLOW_MS = 500
const MAX_TEXT = 2_000

/** Statistics of one pool's connections. */
export interface StatementCounts {
  slow: number
  failed: number
  /** Statements that were not sent, because no connection was free in time. */
  starved: number
}

type Answered = (error: Error | undefined, result: unknown) => void

/** Returns NotConnected for a socket error that Prisma does not recognise, and other errors unchanged. */
export const namedSocketError = (error: Error): Error =>
  'code' in error && SOCKET_ERRORS.has(error.code)
    ? new NotConnected('the connection to the database failed', { cause: error })
    : error

/**
 * Creates a connection class that logs slow statements with their request id: the text with $1 in place of values,
 * never the values. Failures are only counted, because callers handle them. Prisma's own query events would format the
 * values of every statement first; this only reads the clock twice.
 */
export function timedClient(counts: StatementCounts): typeof pg.Client {
  return class TimedClient extends pg.Client {
    isReadOnly = false

    override query(...asked: unknown[]): never {
      const started = performance.now()
      const request = currentRequest()
      const done = (error?: unknown) => {
        if (error) counts.failed++
        if (sqlStateOf(error) === READ_ONLY) this.isReadOnly = true
        const ms = performance.now() - started
        if (ms < SLOW_MS) return
        counts.slow++
        const tell = () => log.warn({ ms: Math.round(ms), sql: textOf(asked[0]) }, 'a slow statement')
        if (request) forRequest(request, tell)
        else tell()
      }
      const answered = asked.at(-1)
      if (typeof answered === 'function')
        asked[asked.length - 1] = (error: Error | undefined, result: unknown) => {
          done(error)
          ;(answered as Answered)(error && namedSocketError(error), result)
        }
      const answer = (super.query as (...given: unknown[]) => unknown)(...asked)
      if (!(answer instanceof Promise)) return answer as never
      const named = answer.catch((error: Error) => {
        throw namedSocketError(error)
      })
      named.then(() => done(), done)
      return named as never
    }
  }
}

function textOf(asked: unknown): string {
  const text = typeof asked === 'string' ? asked : ((asked as { text?: unknown } | null)?.text ?? '')
  return String(text).replace(/\s+/g, ' ').trim().slice(0, MAX_TEXT)
}
