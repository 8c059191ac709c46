import { escapeControls } from './escape-controls.ts'

const LEVELS: Readonly<Record<number, string>> = {
  10: 'trace',
  20: 'debug',
  30: 'info',
  40: 'warning',
  50: 'error',
  60: 'fatal',
}
const ERROR = 50
const MAX_VALUE = 100
const MAX_MESSAGE = 300
const MAX_LISTED = 3
const MAX_FRAMES = 8

/** Formats a line of the JSON log for people at a terminal, shortened: 'hh:mm:ss level: message (name value, ...)'. */
export function readableLine(line: string): string {
  const { level, time, msg = '', err, ...more } = JSON.parse(line) as Record<string, unknown>
  const details = Object.entries({ ...more, ...errorIn(err) }).map(([name, value]) => `${name} ${short(value)}`)
  const head = `${clock(String(time))} ${LEVELS[Number(level)] ?? level}: ${short(msg, MAX_MESSAGE)}`
  const tail = details.length ? ` (${details.join(', ')})` : ''
  return `${head}${tail}\n${Number(level) >= ERROR ? framesOf(err) : ''}`
}

const clock = (time: string): string => new Date(time).toTimeString().slice(0, 8)

const errorIn = (err: unknown): object => {
  const { message } = (err ?? {}) as { message?: unknown }
  return message === undefined ? {} : { reason: message }
}

/** Formats a value in short form. Quotation marks only help programs; line breaks and ESC stay escaped. */
function short(value: unknown, most = MAX_VALUE): string {
  if (Array.isArray(value) && value.length > MAX_LISTED) return `${value.length} items`
  const text =
    typeof value === 'string' ? JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"') : JSON.stringify(value)
  const shown = text.length > most ? `${text.slice(0, most)}...` : text
  return escapeControls(shown)
}

function framesOf(err: unknown): string {
  const { stack } = (err ?? {}) as { stack?: unknown }
  if (typeof stack !== 'string') return ''
  const frames = stack.split('\n').filter((frame) => /^\s+at /.test(frame))
  return frames
    .slice(0, MAX_FRAMES)
    .map((frame) => `    ${short(frame.trim())}\n`)
    .join('')
}
