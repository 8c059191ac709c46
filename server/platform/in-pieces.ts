import { setImmediate as turnOfOthers } from 'node:timers/promises'

/** Characters per chunk: small enough to hold many at once, large enough to keep the overhead low. */
const PIECE = 64 * 1024

/**
 * Joins short texts into chunks of about 64 KB, for a file or a response that is sent while it is written. Other
 * requests are served between chunks, so the full text may have any length. Each short text should have a few megabytes
 * at most.
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
