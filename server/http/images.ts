import { isVariant, type VariantFormat, type VariantQuality } from '#server/media/media.schema.ts'
import { StorageAway } from '#server/media/s3-client.ts'
import { NotDrawnError, type VariantQueue } from '#server/media/variant-queue.ts'
import { QueueFullError } from '#server/platform/fair-queue.ts'
import { log } from '#server/platform/log.ts'
import { networkOf } from '#server/platform/network.ts'
import { addressOf, type HttpContext } from './address.ts'

const TYPES = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg' }

/** The whole queue is drawn in a few minutes, and a single turn comes within seconds. */
const RETRY_AFTER_S = '5'
const FOREVER = 'public, max-age=31536000, immutable'
/** Save-Data may be off tomorrow, and shared caches should hold the good picture. */
const FOR_A_DAY = 'private, max-age=86400'

/** Chosen by what the browser says of its network: Save-Data, and ECT, which the pages request with Accept-CH. */
export function qualityFor(headers: Headers): VariantQuality {
  const network = headers.get('ect') ?? ''
  if (headers.get('save-data')?.toLowerCase() === 'on' || network === '2g' || network === 'slow-2g') return 'saver'
  return network === '3g' ? 'slow' : 'full'
}

/** The format for an address without one, by the Accept header: the smallest that the browser names. */
function formatFor(accept: string): VariantFormat {
  if (accept.includes('image/avif')) return 'avif'
  return accept.includes('image/webp') ? 'webp' : 'jpg'
}

/**
 * GET /img/{name}/{width} or /img/{name}/{width}.{format}: a variant of a picture. The picture at an address never changes, but the network
 * may lower its quality. 503 with Retry-After if too many are waiting.
 */
export function serveImage(variants: VariantQueue, trustProxy: boolean) {
  return async (c: HttpContext): Promise<Response> => {
    const match = /^\/img\/([0-9a-f]{24})\/(\d{1,4})(?:\.(\w{3,4}))?$/.exec(c.req.path)
    const [, name, width, named] = match ?? []
    const format = named ?? formatFor(c.req.header('accept') ?? '')
    if (!name || !width || !isVariant(Number(width), format)) return c.text('No such picture.', 404)
    const quality = qualityFor(c.req.raw.headers)
    const { signal } = c.req.raw
    try {
      const bytes = await variants.read(
        { name, width: Number(width), format, quality },
        { network: networkOf(addressOf(c, trustProxy)), signal },
      )
      if (!bytes) return c.text('No such picture.', 404)
      return c.body(new Uint8Array(bytes), 200, {
        'content-type': TYPES[format],
        'cache-control': quality === 'full' ? FOREVER : FOR_A_DAY,
        vary: named ? 'Save-Data' : 'Accept, Save-Data',
      })
    } catch (error) {
      // An abandoned request's answer is read by nobody.
      if (error instanceof QueueFullError || signal.aborted)
        return c.text('Too many images are being processed right now. Try again in a moment.', 503, {
          'retry-after': RETRY_AFTER_S,
          'cache-control': 'no-store',
        })
      if (error instanceof StorageAway) {
        log.error({ err: error, name, width, format }, 'picture not served')
        return c.text('Images are unavailable right now. Try again in a moment.', 503, {
          'retry-after': RETRY_AFTER_S,
          'cache-control': 'no-store',
        })
      }
      if (!(error instanceof NotDrawnError)) log.error({ err: error, name, width, format }, 'picture not served')
      return c.text('This picture cannot be shown right now.', 500)
    }
  }
}
