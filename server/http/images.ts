import fs from 'node:fs/promises'
import type { Context } from 'hono'
import { isVariant, renderVariant } from '#server/media/render-variant.ts'
import { log } from '#server/platform/log.ts'

const TYPES = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg' }

/** GET /img/{name}/{width}.{format}: a variant of a picture; its address never changes its content. */
export function serveImage(dataDir: string) {
  return async (c: Context): Promise<Response> => {
    const match = /^\/img\/([0-9a-f]{24})\/(\d{1,4})\.(\w{3,4})$/.exec(c.req.path)
    const [, name, width, format] = match ?? []
    if (!name || !width || !format || !isVariant(Number(width), format)) return c.text('No such picture.', 404)
    try {
      const file = await renderVariant(dataDir, name, Number(width), format)
      if (!file) return c.text('No such picture.', 404)
      return c.body(new Uint8Array(await fs.readFile(file)), 200, { 'content-type': TYPES[format], 'cache-control': 'public, max-age=31536000, immutable' })
    } catch (error) {
      log.error({ err: error, name, width, format }, 'picture not rendered')
      return c.text('This picture cannot be shown right now.', 500)
    }
  }
}
