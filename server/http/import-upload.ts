import type { HttpBindings } from '@hono/node-server'
import type { Hono } from 'hono'
import { IMPORT_UPLOAD } from '#server/importing/import-upload.values.ts'
import { receiveImportFile, TOO_LARGE, type NotReceived } from '#server/importing/receive-import-file.ts'
import { MAX_IMPORT_BYTES } from '#server/importing/imports.schema.ts'
import type { Db } from '#server/platform/db.ts'
import type { Caller } from '#server/router.ts'
import type { HttpContext } from './client-address.ts'
import { lookup } from '#server/platform/lookup.schema.ts'

/** The response for the browser: the import, or why it was refused. */
type Answer = { importId: string } | { message: string }

const STATUS_OF = lookup<400 | 401 | 403 | 429 | 503>({
  BAD_REQUEST: 400,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  TOO_MANY_REQUESTS: 429,
  SERVICE_UNAVAILABLE: 503,
})
const REFUSALS: Readonly<Record<NotReceived, { status: 400 | 413 | 507; message: string }>> = {
  'too large': { status: 413, message: TOO_LARGE },
  'over limit': {
    status: 413,
    message:
      'The file is larger than your store’s remaining storage, so we did not save it. See Settings > Usage and limits.',
  },
  'no room': {
    status: 507,
    message: 'We have no space for this file right now, so we did not save it. Please try again later.',
  },
  'broken off': {
    status: 400,
    message: 'The upload was interrupted, so we did not save the file. Please upload it again.',
  },
}

/**
 * Accepts a partner's product file: the raw bytes, with its name in `?name=`. They are written to disk while they
 * arrive, so this handler comes before the body limit. The procedure that begins an import checks who may send one.
 */
export function addImportUpload(
  app: Hono<{ Bindings: HttpBindings }>,
  { db, dataDir, callerOf }: { db: Db; dataDir: string; callerOf: (c: HttpContext) => Promise<Caller> },
): void {
  app.post(IMPORT_UPLOAD, async (c) => {
    const answer = (body: Answer, status: 200 | 400 | 401 | 403 | 413 | 429 | 500 | 503 | 507) => {
      // Closes the connection. Otherwise the rest of a refused body would be read as the next request.
      if (status !== 200) c.header('connection', 'close')
      c.header('cache-control', 'no-store')
      return c.json(body, status)
    }
    const header = c.req.header('content-length')
    const announced = header === undefined ? null : Number(header)
    if (announced !== null && announced > MAX_IMPORT_BYTES) return answer({ message: TOO_LARGE }, 413)
    const caller = await callerOf(c)
    let begun: Awaited<ReturnType<Caller['imports']['begin']>>
    try {
      begun = await caller.imports.begin({ fileName: c.req.query('name') ?? '', byteSize: announced })
    } catch (error) {
      const { code = '', message } = error as { code?: string; message: string }
      const status = STATUS_OF[code]
      if (!status) throw error
      return answer({ message: status === 400 ? 'We cannot use this file. It may be empty.' : message }, status)
    }
    const refused = await receiveImportFile(db, dataDir, { ...begun, announced }, chunksOf(c.req.raw.body))
    return refused
      ? answer({ message: REFUSALS[refused].message }, REFUSALS[refused].status)
      : answer({ importId: begun.importId }, 200)
  })
}

async function* chunksOf(stream: ReadableStream<Uint8Array> | null): AsyncGenerator<Uint8Array> {
  const reader = stream?.getReader()
  while (reader) {
    const { done, value } = await reader.read()
    if (done) return
    yield value
  }
}
