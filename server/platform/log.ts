import { format } from 'node:util'
import pino from 'pino'
import { currentRequest } from './request-context.ts'

const MAX_PRINTED = 4_000
/** Of an error and what caused it. */
const MAX_CAUSES = 4
const stdout = pino.destination({ dest: 1, sync: true })
// The reader of stdout has gone. The shop goes on.
stdout.on('error', () => undefined)

/**
 * The one log: JSON lines on stdout, one per event. The level is set at start from LOG_LEVEL. What is written for a request carries its id.
 * No line says anything of a person: addresses of mail and what follows '?' are taken out, and of an error only its kind, its message and
 * where it came from are written, not what a database or a library says beside it.
 */
export const log = pino(
  {
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    mixin: () => {
      const request = currentRequest()
      return request ? { requestId: request.id } : {}
    },
    serializers: { err: (error: unknown) => errorTold(error) },
  },
  { write: (line: string) => void stdout.write(toLine(line)) },
)

/** A line of JSON as it is written: without addresses of mail. JSON escapes line ends and ESC; the other control characters are escaped here. */
export const toLine = (line: string): string => escapeControls(withoutMailAddresses(line))

/** A line of JSON without the control characters that JSON leaves as they are: those above 7e, which some terminals obey. */
export function escapeControls(line: string): string {
  return line.replace(
    /[\u007f-\u009f\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

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

/** Without what somebody typed: the query of an address, and the value that PostgreSQL could not read. */
const withoutValues = (text: string): string =>
  text.replace(/\?[^\s"'?=&]{1,60}=[^\s"']*/g, '?...').replace(/(invalid input syntax for [^:]{1,60}): ".*"/gs, '$1')

interface ToldError {
  type: string
  message: string
  code?: string
  stack?: string
  cause?: ToldError
}

/** What a library throws or emits in place of an Error: pg-boss sends a plain object with the fields of one. */
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

/** What the log says of an error. */
export function errorTold(error: unknown, left = MAX_CAUSES): ToldError {
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
    ...(left > 1 && error.cause !== undefined && { cause: errorTold(error.cause, left - 1) }),
  }
}

/** Of an object only which fields it has: their values may be somebody's. */
const textOf = (value: unknown): string =>
  typeof value === 'object' && value !== null
    ? `no message, but the fields ${Object.keys(value).join(', ') || 'of nothing'}`
    : String(value)
