import type { z } from 'zod'
import { AppError } from '#server/platform/errors.ts'

/** Returns the position after the last entry of a page, as a text that callers send back unchanged. */
export const encodeCursor = (position: ReadonlyArray<string | number>): string =>
  Buffer.from(JSON.stringify(position)).toString('base64url')

/**
 * Reads a cursor. A cursor only says where to continue, never whose entries to read.
 * @returns null without a cursor
 * @throws AppError bad_input if we cannot have written it
 */
export function decodeCursor<Position extends z.ZodType>(
  text: string | undefined,
  position: Position,
): z.output<Position> | null {
  if (text === undefined) return null
  const read = position.safeParse(parse(text))
  if (read.success) return read.data
  throw new AppError('bad_input', 'cursor: Send the nextCursor of the previous page unchanged, or leave it out.')
}

function parse(text: string): unknown {
  try {
    // PostgreSQL stores neither NUL nor half a surrogate pair.
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8').replaceAll('\0', '').toWellFormed())
  } catch {
    return null
  }
}
