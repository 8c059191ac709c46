import { isVariant, type VariantQuality } from '#server/media/media.schema.ts'
import { NotDrawnError, type VariantQueue } from '#server/media/variant-queue.ts'
import { QueueFullError } from '#server/platform/fair-queue.ts'
import { log } from '#server/platform/log.ts'
import { networkOf } from '#server/platform/network.ts'
import { addressOf, type HttpContext } from './address.ts'

const TYPES = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg' }

/** What waits at most is drawn in a few minutes, a turn comes within seconds. */
const RETRY_AFTER_S = '5'
const FOREVER = 'public, max-age=31536000, immutable'
/** Whoever saves data now may not tomorrow; and what is shared is the good picture. */
const FOR_A_DAY = 'private, max-age=86400'

/** By what the browser says of its network (Save-Data, and ECT, which the pages ask for with Accept-CH). */
export function qualityFor(headers: Headers): VariantQuality {
  const network = headers.get('ect') ?? ''
  if (headers.get('save-data')?.toLowerCase() === 'on' || network === '2g' || network === 'slow-2g') return 'saver'
  return network === '3g' ? 'slow' : 'full'
}

/**
 * GET /img/{name}/{width}.{format}: a variant of a picture; its address never changes what is in it, the network may change how well it is kept.
 * 503 with Retry-After when too many wait for theirs.
 */
export function serveImage(variants: VariantQueue, trustProxy: boolean) {
  return async (c: HttpContext): Promise<Response> => {
    const match = /^\/img\/([0-9a-f]{24})\/(\d{1,4})\.(\w{3,4})$/.exec(c.req.path)
    const [, name, width, format] = match ?? []
    if (!name || !width || !format || !isVariant(Number(width), format)) return c.text('No such picture.', 404)
    const quality = qualityFor(c.req.raw.headers)
    const { signal } = c.req.raw
    try {
      const bytes = await variants.read({ name, width: Number(width), format, quality }, { network: networkOf(addressOf(c, trustProxy)), signal })
      if (!bytes) return c.text('No such picture.', 404)
      return c.body(new Uint8Array(bytes), 200, { 'content-type': TYPES[format], 'cache-control': quality === 'full' ? FOREVER : FOR_A_DAY, vary: 'Save-Data' })
    } catch (error) {
      // Nobody reads the answer of a request that was abandoned.
      if (error instanceof QueueFullError || signal.aborted) return c.text('Too many pictures are being drawn right now.', 503, { 'retry-after': RETRY_AFTER_S, 'cache-control': 'no-store' })
      if (!(error instanceof NotDrawnError)) log.error({ err: error, name, width, format }, 'picture not served')
      return c.text('This picture cannot be shown right now.', 500)
    }
  }
}
