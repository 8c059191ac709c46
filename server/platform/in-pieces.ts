import { setImmediate as turnOfOthers } from 'node:timers/promises'

/** Characters of a piece: few enough to hold many at once, enough that sending one is not mostly overhead. */
const PIECE = 64 * 1024

/**
 * Joins short texts into pieces of about 64 KB, for a file or an answer that is sent while it is written. The event loop serves
 * others between two pieces, so the text may be of any length; each short text should be at most a few megabytes.
 */
export async function* inPieces(texts: AsyncIterable<string> | Iterable<string>): AsyncGenerator<string> {
  let piece = ''
  for await (const text of texts) {
    piece += text
    if (piece.length < PIECE) continue
    yield piece
    piece = ''
    await turnOfOthers()
  }
  if (piece !== '') yield piece
}
