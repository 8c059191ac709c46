import { Readable } from 'node:stream'
import { videoKey } from '#server/media/media-keys.ts'
import { openStorage } from '#server/media/storage.ts'
import type { HttpContext } from './client-address.ts'
import { hasTag } from './etag.ts'
import { askedPart } from './static-files.ts'
import { lookup } from '#server/platform/lookup.schema.ts'

const TYPES = lookup({ mp4: 'video/mp4', webm: 'video/webm' })

/** Serves GET /video/{name}.{mp4|webm}: a partner's video, complete or the requested range. It never changes. */
export function serveVideo(dataDir: string) {
  const storage = openStorage(dataDir)
  return async (c: HttpContext): Promise<Response> => {
    const [, name, extension] = /^\/video\/([0-9a-f]{24})\.(mp4|webm)$/.exec(c.req.path) ?? []
    if (!name || !extension) return c.text('Video not found.', 404)
    const key = videoKey(name, extension)
    const size = await storage.size(key)
    if (size === null) return c.text('Video not found.', 404)
    const etag = `"${name}"`
    const headers = new Headers({
      'content-type': TYPES[extension] ?? '',
      'cache-control': 'public, max-age=31536000, immutable',
      'accept-ranges': 'bytes',
      etag,
    })
    if (hasTag(c.req.raw, etag)) return new Response(null, { status: 304, headers })
    const part = askedPart(c.req.raw, etag, size)
    const { from, to } = part ?? { from: 0, to: size }
    if (part) headers.set('content-range', `bytes ${from < to ? `${from}-${to - 1}` : '*'}/${size}`)
    if (from >= to) return new Response(null, { status: 416, headers })
    headers.set('content-length', String(to - from))
    const body =
      c.req.method === 'HEAD'
        ? null
        : (Readable.toWeb(Readable.from(storage.stream(key, from, to))) as ReadableStream<Uint8Array>)
    return new Response(body, { status: part ? 206 : 200, headers })
  }
}
