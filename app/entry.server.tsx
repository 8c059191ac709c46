import { Writable } from 'node:stream'
import type { AppLoadContext, EntryContext, HandleErrorFunction } from '@remix-run/node'
import { isRouteErrorResponse, RemixServer } from '@remix-run/react'
import { renderToPipeableStream } from 'react-dom/server'
import { handOver, personalMarksFor, scriptMarkFor } from './lib/api.server.ts'
import { PersonalMarks } from './lib/personal-mark.tsx'
import { ScriptMark } from './lib/script-mark.tsx'

/**
 * Renders the complete page before sending it, because most pages are cached for other visitors
 * (server/http/page-cache.ts).
 */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  loadContext: AppLoadContext,
): Promise<Response> {
  const mark = scriptMarkFor({ context: loadContext })
  return new Promise((resolve, reject) => {
    const { pipe } = renderToPipeableStream(
      <ScriptMark.Provider value={mark}>
        <PersonalMarks.Provider value={personalMarksFor({ context: loadContext })}>
          <RemixServer context={context} url={request.url} nonce={mark} />
        </PersonalMarks.Provider>
      </ScriptMark.Provider>,
      {
        nonce: mark,
        // Otherwise, a large part that finishes late would be sent hidden at the end, and moved into place by a script.
        progressiveChunkSize: Number.MAX_SAFE_INTEGER,
        onAllReady() {
          headers.set('Content-Type', 'text/html; charset=utf-8')
          const pieces: Uint8Array[] = []
          const body = new Writable({
            write(piece: Uint8Array, _, written) {
              pieces.push(piece)
              written()
            },
            final(ended) {
              handOver({ context: loadContext }, Buffer.concat(pieces).toString())
              resolve(new Response(null, { status, headers }))
              ended()
            },
          })
          pipe(body)
        },
        onShellError: reject,
        onError: logError,
      },
    )
  })
}

/** Remix reports errors here. */
export const handleError: HandleErrorFunction = (error, { request }) => {
  if (!request.signal.aborted) logError(error)
}

/** Does not log requests for missing or refused pages: they are not our fault, and could fill the disk. */
function logError(error: unknown): void {
  if (!isRouteErrorResponse(error) || error.status >= 500) console.error(error)
}
