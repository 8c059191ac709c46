import fs from 'node:fs/promises'
import type { Context } from 'hono'
import { isVariant, renderVariant } from '#server/media/render-variant.ts'
import type { VariantQuality } from '#server/media/media.schema.ts'
import { log } from '#server/platform/log.ts'

const TYPES = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg' }

const FOREVER = 'public, max-age=31536000, immutable'
/** Whoever saves data now may not tomorrow; and what is shared is the good picture. */
const FOR_A_DAY = 'private, max-age=86400'

/** By what the browser says of its network (Save-Data, and ECT, which the pages ask for with Accept-CH). */
export function qualityFor(headers: Headers): VariantQuality {
  const network = headers.get('ect') ?? ''
  if (headers.get('save-data')?.toLowerCase() === 'on' || network === '2g' || network === 'slow-2g') return 'saver'
  return network === '3g' ? 'slow' : 'full'
}

/** GET /img/{name}/{width}.{format}: a variant of a picture; its address never changes what is in it, the network may change how well it is kept. */
export function serveImage(dataDir: string) {
  return async (c: Context): Promise<Response> => {
    const match = /^\/img\/([0-9a-f]{24})\/(\d{1,4})\.(\w{3,4})$/.exec(c.req.path)
    const [, name, width, format] = match ?? []
    if (!name || !width || !format || !isVariant(Number(width), format)) return c.text('No such picture.', 404)
    try {
      const quality = qualityFor(c.req.raw.headers)
      const file = await renderVariant(dataDir, name, Number(width), format, quality)
      if (!file) return c.text('No such picture.', 404)
      return c.body(new Uint8Array(await fs.readFile(file)), 200, { 'content-type': TYPES[format], 'cache-control': quality === 'full' ? FOREVER : FOR_A_DAY, vary: 'Save-Data' })
    } catch (error) {
      log.error({ err: error, name, width, format }, 'picture not rendered')
      return c.text('This picture cannot be shown right now.', 500)
    }
  }
}
