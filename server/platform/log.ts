import { isatty } from 'node:tty'
import { format } from 'node:util'
import pino from 'pino'
import { escapeControls } from './escape-controls.ts'
import { readableLine } from './readable-line.ts'
import { currentRequest } from './request-context.ts'

const MAX_PRINTED = 4_000
/** The maximum number of nested causes in a logged error. */
const MAX_CAUSES = 4
const stdout = pino.destination({ dest: 1, sync: true })
// The reader of stdout has disconnected. The shop keeps running.
stdout.on('error', () => undefined)
// Worker threads do not have process.stdout.isTTY.
const isTerminal = isatty(1)

/**
 * The only log: JSON lines on stdout, one per event, or short readable ones at a terminal. LOG_LEVEL sets the level at
 * startup. Lines written for a request have its id. Lines contain no personal data. Removes email addresses and query
 * strings, and logs only the kind, message and origin of errors, not further details from a database or a library.
 */
export const log = pino(
  {
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    mixin: () => {
      const request = currentRequest()
      return request ? { requestId: request.id } : {}
    },
    serializers: { err: (error: unknown) => loggedError(error) },
  },
  { write: (line: string) => void stdout.write(isTerminal ? readableLine(toLine(line)) : toLine(line)) },
)

/**
 * Returns a JSON line without email addresses. JSON escapes line breaks and ESC; the other control characters are
 * escaped here.
 */
export const toLine = (line: string): string => escapeControls(withoutMailAddresses(line))

/**
 * Sends console errors and warnings of libraries (Remix, React) to the log. Printed directly, a requested address could
 * forge log lines. Call it at the start of serving processes.
 */
export function logConsole(printer: Pick<Console, 'error' | 'warn'> = console): void {
  printer.error = (...parts: unknown[]) => log.error(printed(parts))
  printer.warn = (...parts: unknown[]) => log.warn(printed(parts))
}

function printed(parts: unknown[]): { err?: Error; msg: string } {
  const err = parts.find((part) => part instanceof Error)
  const text = format(...parts.filter((part) => part !== err)).slice(0, MAX_PRINTED)
  const msg = withoutValues(text || (err?.message ?? '').slice(0, MAX_PRINTED))
  return err ? { err, msg } : { msg }
}

const withoutMailAddresses = (text: string): string =>
  text.includes('@') ? text.replace(/[\w.+%'-]{1,64}@(?:[\w-]{1,63}\.)+[a-z]{2,24}/gi, '[address]') : text

/** Removes user input: the query of a URL, and the value that PostgreSQL could not parse. */
const withoutValues = (text: string): string =>
  text.replace(/\?[^\s"'?=&]{1,60}=[^\s"']*/g, '?...').replace(/(invalid input syntax for [^:]{1,60}): ".*"/gs, '$1')

interface LoggedError {
  type: string
  message: string
  code?: string
  stack?: string
  cause?: LoggedError
}

/**
 * The fields of objects that libraries throw instead of errors: pg-boss emits a plain object with an error's fields.
 */
interface ErrorFields {
  name?: unknown
  message: string
  stack?: unknown
  code?: unknown
  cause?: unknown
}

function hasMessage(error: unknown): error is ErrorFields {
  return typeof error === 'object' && error !== null && 'message' in error && typeof error.message === 'string'
}

/** Returns the log's version of an error. */
export function loggedError(error: unknown, left = MAX_CAUSES): LoggedError {
  if (!hasMessage(error)) return { type: typeof error, message: withoutValues(textOf(error).slice(0, MAX_PRINTED)) }
  const message = withoutValues(error.message.slice(0, MAX_PRINTED))
  const type = typeof error.name === 'string' ? error.name : 'object'
  const frames = /\n\s+at .*/s.exec(String(error.stack ?? '').replace(error.message, ''))?.[0]
  const { code } = error
  return {
    type,
    message,
    ...((typeof code === 'string' || typeof code === 'number') && { code: String(code).slice(0, 60) }),
    ...(frames && { stack: `${type}: ${message}${frames.slice(0, MAX_PRINTED)}` }),
    ...(left > 1 && error.cause !== undefined && { cause: loggedError(error.cause, left - 1) }),
  }
}

/** Returns an object's field names only, because their values may be personal. */
const textOf = (value: unknown): string =>
  typeof value === 'object' && value !== null
    ? `no message. Fields: ${Object.keys(value).join(', ') || 'none'}`
    : String(value)
