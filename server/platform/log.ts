import { format } from 'node:util'
import pino from 'pino'

const MAX_PRINTED = 4_000
const stdout = pino.destination({ dest: 1, sync: true })
// The reader of stdout has gone. The shop goes on.
stdout.on('error', () => undefined)

/**
 * The one log: JSON lines on stdout, one per event. The level is set at start from LOG_LEVEL.
 * JSON escapes line ends and ESC; the control characters above 7e, which some terminals obey, are escaped here.
 */
export const log = pino(
  { base: undefined, timestamp: pino.stdTimeFunctions.isoTime },
  { write: (line: string) => void stdout.write(escapeControls(line)) },
)

/** A line of JSON without the control characters that JSON leaves as they are. */
export function escapeControls(line: string): string {
  return line.replace(
    /[\u007f-\u009f\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/**
 * Sends what libraries print as errors and warnings (Remix, React) to the log: printed as it is, an address that somebody
 * asked for could write lines of its own. For processes that serve; at their start.
 */
export function logConsole(printer: Pick<Console, 'error' | 'warn'> = console): void {
  printer.error = (...parts: unknown[]) => log.error(printed(parts))
  printer.warn = (...parts: unknown[]) => log.warn(printed(parts))
}

function printed(parts: unknown[]): { err?: Error; msg: string } {
  const err = parts.find((part) => part instanceof Error)
  const msg = format(...parts.filter((part) => part !== err)).slice(0, MAX_PRINTED)
  return err ? { err, msg: msg || err.message.slice(0, MAX_PRINTED) } : { msg }
}
