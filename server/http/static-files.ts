import fs from 'node:fs/promises'
import path from 'node:path'
import type { MiddlewareHandler } from 'hono'
import { acceptedEncoding, EncodedBody } from './page-cache.ts'

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
}
const COMPRESSIBLE = new Set(['.js', '.css', '.svg', '.json', '.txt', '.webmanifest'])

/** Serves the files of a build folder from memory: they are few and small, and never change while the server runs. */
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
    const etag = `"${file.body.etag}"`
    const headers = new Headers({
      'content-type': TYPES[file.extension] ?? '',
      'cache-control': file.isImmutable ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      etag,
      vary: 'Accept-Encoding',
    })
    if (c.req.header('if-none-match') === etag) return new Response(null, { status: 304, headers })
    const encoding = COMPRESSIBLE.has(file.extension)
      ? acceptedEncoding(c.req.header('accept-encoding') ?? null)
      : 'identity'
    if (encoding !== 'identity') headers.set('content-encoding', encoding)
    const bytes = await file.body.encoded(encoding)
    return new Response(c.req.method === 'HEAD' ? null : new Uint8Array(bytes), { headers })
  }
}
