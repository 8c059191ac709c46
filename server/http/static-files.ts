import fs from 'node:fs/promises'
import path from 'node:path'
import type { MiddlewareHandler } from 'hono'
import { acceptedEncoding, EncodedBody } from './encoded-body.ts'
import { hasTag } from './etag.ts'
import { lookup } from '#server/platform/lookup.schema.ts'

const TYPES = lookup({
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.webp': 'image/webp',
  '.mp4': 'video/mp4',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
})
const COMPRESSIBLE = new Set(['.js', '.css', '.svg', '.json', '.txt', '.webmanifest'])

/** Serves the files of a build folder from memory. They are few and small, and never change while the server runs. */
export async function staticFiles(folder: string): Promise<MiddlewareHandler> {
  const files = new Map<string, { body: EncodedBody; extension: string; isImmutable: boolean }>()
  for (const entry of await fs.readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const file = path.join(entry.parentPath, entry.name)
    const url = `/${path.relative(folder, file).split(path.sep).join('/')}`
    const extension = path.extname(file)
    if (extension in TYPES)
      files.set(url, {
        body: new EncodedBody(await fs.readFile(file)),
        extension,
        isImmutable: url.startsWith('/assets/'),
      })
  }
  return async (c, next) => {
    const file = files.get(c.req.path)
    if (!file || (c.req.method !== 'GET' && c.req.method !== 'HEAD')) return next()
    const isCompressible = COMPRESSIBLE.has(file.extension)
    // Range requests need a strong ETag.
    const etag = isCompressible ? file.body.etag : `"${file.body.hash}"`
    const headers = new Headers({
      'content-type': TYPES[file.extension] ?? '',
      'cache-control': file.isImmutable ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      etag,
      vary: 'Accept-Encoding',
    })
    if (hasTag(c.req.raw, etag)) return new Response(null, { status: 304, headers })
    if (file.extension === '.mp4') {
      headers.set('accept-ranges', 'bytes')
      const part = askedPart(c.req.raw, etag, file.body.size)
      if (part) return answerPart(await file.body.encoded('identity'), part, headers)
    }
    const encoding = isCompressible ? acceptedEncoding(c.req.header('accept-encoding') ?? null) : 'identity'
    if (encoding !== 'identity') headers.set('content-encoding', encoding)
    const bytes = await file.body.encoded(encoding)
    return new Response(c.req.method === 'HEAD' ? null : new Uint8Array(bytes), { headers })
  }
}

/** A range of bytes, without `to`. Empty if the file does not have these bytes. */
export interface Part {
  from: number
  to: number
}

/**
 * Parses the byte range that a video player requests. Safari plays no video without ranges. Returns null for the
 * complete file: without a range, with several, or if the file has changed since.
 */
export function askedPart({ method, headers }: Request, etag: string, size: number): Part | null {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(headers.get('range') ?? '') ?? []
  if (method !== 'GET' || first === undefined || last === undefined || first + last === '') return null
  if ((headers.get('if-range') ?? etag) !== etag) return null
  if (first === '') return { from: Math.max(0, size - Number(last)), to: size }
  if (last !== '' && Number(last) < Number(first)) return null
  return { from: Number(first), to: last === '' ? size : Math.min(size, Number(last) + 1) }
}

function answerPart(bytes: Buffer, { from, to }: Part, headers: Headers): Response {
  const isThere = from < to
  headers.set('content-range', `bytes ${isThere ? `${from}-${to - 1}` : '*'}/${bytes.length}`)
  return isThere
    ? new Response(new Uint8Array(bytes.subarray(from, to)), { status: 206, headers })
    : new Response(null, { status: 416, headers })
}
