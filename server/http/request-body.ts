import type { HttpBindings } from '@hono/node-server'
import type { Context, MiddlewareHandler } from 'hono'
import { pageAt } from '#server/site/addresses.ts'
import { staticPage } from './static-page.ts'

/**
 * The limit for forms and procedures. A megabyte of form fields takes a third of a second to parse, which blocks
 * everyone else. The longest text in a form has 5,000 characters.
 */
export const MAX_BODY_BYTES = 256 * 1024
/**
 * Maximum chunks of a body. Each costs some microseconds, even with a single byte. Normal chunks have thousands of
 * bytes.
 */
const MAX_PIECES = 2_000
/** Minimum average size of the chunks if a file has more. */
const MIN_BYTES_OF_PIECE = 500
/**
 * Maximum bytes of all large bodies that are held at once. Bodies below MAX_BODY_BYTES do not count, so forms are still
 * accepted.
 */
export interface BodyRoom {
  most: number
  held: number
}
/** Shared by the process. */
const ROOM: BodyRoom = { most: 256 * 1024 * 1024, held: 0 }
/**
 * Bytes of a refused body that we still read, because a browser that cannot finish sending a file shows no response.
 */
const MAX_DISCARDED = 20 * 1024 * 1024
/** Maximum bytes of the other fields of a form with a file. */
const MAX_BESIDE_FILE = 16 * 1024
/** Maximum form fields. Our longest form has thirty. Parsing a hundred thousand would block everyone. */
const MAX_FIELDS = 1_000
/**
 * Maximum parts of a multipart body. Only forms with a file use multipart, with a few other fields. Each part costs
 * some 40 microseconds.
 */
const MAX_PARTS = 12

/** Reads the bodies of pages and procedures. URLs that accept a file have a higher limit for multipart bodies. */
export function readBodies(): MiddlewareHandler<{ Bindings: HttpBindings }> {
  return (c, next) => {
    const { takesFile } = pageAt(c.req.path) ?? {}
    if (takesFile === undefined || !isMultipart(c.req.raw.headers)) return readBody(MAX_BODY_BYTES, tooLong)(c, next)
    return readBody(takesFile + MAX_BESIDE_FILE, async ({ req }) => {
      await discard(req.raw.body)
      return tooLarge(takesFile)
    })(c, next)
  }
}

/**
 * Reads the body of a request up to a size, before anything parses it. Hono's own limit passes a chunked body on in a
 * Request that cannot be cloned once Remix has replaced the global one, so this builds a new one. If a body stops
 * arriving, the server's request timeout ends it (server/http/node-server.ts).
 * @param maxBytes of the body as it arrives; above it `refuse` answers, and the connection is closed
 * @param room shared by large bodies until they are answered; if it is full, the response is 503
 */
export function readBody(
  maxBytes: number,
  refuse: (c: Context) => Response | Promise<Response>,
  room = ROOM,
): MiddlewareHandler<{ Bindings: HttpBindings }> {
  return async (c, next) => {
    const { raw } = c.req
    const announced = Number(raw.headers.get('content-length') ?? 0)
    if (announced > maxBytes) return closing(await refuse(c))
    if (['GET', 'HEAD'].includes(raw.method) || !raw.body) return next()
    let received = 0
    const hold = (size: number): boolean => {
      const more = size > MAX_BODY_BYTES ? size - received : 0
      if (room.held + more > room.most) return false
      received += more
      room.held += more
      return true
    }
    const giveBack = () => {
      room.held -= received
      received = 0
    }
    try {
      return await readAndGoOn(raw.body)
    } finally {
      giveBack()
    }

    async function readAndGoOn(stream: ReadableStream<Uint8Array>): Promise<Response | void> {
      let body: Uint8Array<ArrayBuffer> | 'too large' | 'too many'
      try {
        body = await collect(stream, maxBytes, hold)
      } catch {
        // The client has disconnected, or has sent invalid HTTP.
        return closing(
          c.text('The request was interrupted. Please send it again.', 400, { 'cache-control': 'no-store' }),
        )
      }
      if (body === 'too many') {
        giveBack()
        await discard(stream)
        return closing(busy())
      }
      if (body === 'too large' || hasManyFields(raw.headers, body)) return closing(await refuse(c))
      if (hasManyParts(raw.headers, body))
        return closing(c.text('This form has too many fields.', 413, { 'cache-control': 'no-store' }))
      const headers = new Headers(raw.headers)
      headers.delete('transfer-encoding')
      c.req.raw = new Request(raw.url, { method: raw.method, headers, body, signal: raw.signal })
      return next()
    }
  }
}

/**
 * @param hold called with the size so far; returns false if there is no room for it
 */
async function collect(
  stream: ReadableStream<Uint8Array>,
  maxBytes: number,
  hold: (size: number) => boolean,
): Promise<Uint8Array<ArrayBuffer> | 'too large' | 'too many'> {
  const reader = stream.getReader()
  const chunks: Uint8Array[] = []
  const maxPieces = Math.max(MAX_PIECES, maxBytes / MIN_BYTES_OF_PIECE)
  let size = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return new Uint8Array(Buffer.concat(chunks, size))
    size += value.length
    if (size > maxBytes || chunks.length >= maxPieces) {
      reader.releaseLock()
      return 'too large'
    }
    if (!hold(size)) {
      reader.releaseLock()
      return 'too many'
    }
    chunks.push(value)
  }
}

/** Reads the rest of a body and discards it. */
async function discard(stream: ReadableStream<Uint8Array> | null): Promise<void> {
  const reader = stream?.getReader()
  let size = 0
  try {
    while (reader && size <= MAX_DISCARDED) {
      const { done, value } = await reader.read()
      if (done) return
      size += value.length
    }
  } catch {
    // The client has disconnected and needs no response.
  }
}

function hasManyFields(headers: Headers, body: Uint8Array): boolean {
  // Lower-cased, as the parser compares it.
  if (!headers.get('content-type')?.toLowerCase().includes('x-www-form-urlencoded')) return false
  let fields = 0
  for (const byte of body) if (byte === AMPERSAND && ++fields > MAX_FIELDS) return true
  return false
}
const AMPERSAND = 0x26

const isMultipart = (headers: Headers): boolean =>
  headers.get('content-type')?.toLowerCase().includes('multipart/form-data') ?? false

/** Counts boundaries anywhere in the body, so at least as many as any parser finds. */
function hasManyParts(headers: Headers, body: Uint8Array): boolean {
  if (!isMultipart(headers)) return false
  // Parses the boundary only as browsers write it. Parsers may read other spellings differently, so then every '--'
  // counts.
  const [, boundary = '--'] =
    /^multipart\/form-data; ?boundary=([\w-]{2,70})$/i.exec(headers.get('content-type') ?? '') ?? []
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  let count = 0
  // The last boundary ends the last part.
  for (let at = bytes.indexOf(boundary); at !== -1; at = bytes.indexOf(boundary, at + boundary.length))
    if (++count > MAX_PARTS + 1) return true
  return false
}

/** Refuses GET and HEAD requests with a body, which would be read and discarded chunk by chunk. */
export const refuseBodiesOfQuestions: MiddlewareHandler<{ Bindings: HttpBindings }> = async (c, next) => {
  const { method } = c.req.raw
  if (!hasBody(c.req.raw) || (method !== 'GET' && method !== 'HEAD')) return next()
  return closing(c.text('GET and HEAD requests must not have a body.', 400, { 'cache-control': 'no-store' }))
}

export const hasBody = ({ headers }: Request): boolean =>
  headers.has('transfer-encoding') || Number(headers.get('content-length') ?? 0) > 0

/** Closes the connection, because the rest of the body must not be read as the next request. */
export function closing(response: Response): Response {
  response.headers.set('connection', 'close')
  return response
}

/** Returns the page for visitors who send a form without JavaScript. */
function tooLong(): Response {
  return staticPage(413, {
    heading: 'This is too long',
    reason: 'The form is larger than 256 kB, which is the limit. Nothing was saved.',
    advice: 'Go back in your browser. What you typed should still be there. A message can have up to 5,000 characters.',
  })
}

function tooLarge(maxFileBytes: number): Response {
  return staticPage(413, {
    heading: 'This file is too large',
    reason: `The file is larger than ${maxFileBytes / 2 ** 20} MB, which is the limit. Nothing was saved.`,
    advice: 'Go back in your browser and choose a smaller file.',
  })
}

function busy(): Response {
  return staticPage(503, {
    heading: 'Too many uploads right now',
    reason: 'Many people are uploading large files right now. Your file was not saved.',
    advice: 'Go back in your browser, wait a minute, and send it again.',
  })
}
