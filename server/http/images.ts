import { isVariant, type VariantFormat, type VariantQuality } from '#server/media/media.schema.ts'
import { StorageAway } from '#server/media/s3-client.ts'
import { NotDrawnError, type VariantQueue } from '#server/media/variant-queue.ts'
import { QueueFullError } from '#server/platform/fair-queue.ts'
import { log } from '#server/platform/log.ts'
import { networkOf } from '#server/platform/network.ts'
import { clientAddressOf, type HttpContext } from './client-address.ts'

const TYPES = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg' }

/** Seconds for Retry-After. The whole queue takes a few minutes, but a single turn comes within seconds. */
const RETRY_AFTER_S = '5'
const FOREVER = 'public, max-age=31536000, immutable'
/**
 * A short cache time for reduced quality, because Save-Data may be off tomorrow. Private, because shared caches should
 * store the good picture.
 */
const FOR_A_DAY = 'private, max-age=86400'

/**
 * Returns the quality for the network as the browser reports it: Save-Data, and ECT, which pages request with
 * Accept-CH.
 */
export function qualityFor(headers: Headers): VariantQuality {
  const network = headers.get('ect') ?? ''
  if (headers.get('save-data')?.toLowerCase() === 'on' || network === '2g' || network === 'slow-2g') return 'saver'
  return network === '3g' ? 'slow' : 'full'
}

/** Chooses the format for URLs without one: the smallest that the Accept header allows. */
function formatFor(accept: string): VariantFormat {
  if (accept.includes('image/avif')) return 'avif'
  return accept.includes('image/webp') ? 'webp' : 'jpg'
}

/**
 * Serves a variant of a picture: GET /img/{name}/{width} or /img/{name}/{width}.{format}. The picture at a URL never
 * changes, but slow networks may get a lower quality. Responds with 503 and Retry-After if too many are waiting.
 */
export function serveImage(variants: VariantQueue, trustProxy: boolean) {
  return async (c: HttpContext): Promise<Response> => {
    const match = /^\/img\/([0-9a-f]{24})\/(\d{1,4})(?:\.(\w{3,4}))?$/.exec(c.req.path)
    const [, name, width, named] = match ?? []
    const format = named ?? formatFor(c.req.header('accept') ?? '')
    if (!name || !width || !isVariant(Number(width), format)) return c.text('Picture not found.', 404)
    const quality = qualityFor(c.req.raw.headers)
    const { signal } = c.req.raw
    try {
      const bytes = await variants.read(
        { name, width: Number(width), format, quality },
        { network: networkOf(clientAddressOf(c, trustProxy)), signal },
      )
      if (!bytes) return c.text('Picture not found.', 404)
      return c.body(new Uint8Array(bytes), 200, {
        'content-type': TYPES[format],
        'cache-control': quality === 'full' ? FOREVER : FOR_A_DAY,
        vary: named ? 'Save-Data' : 'Accept, Save-Data',
      })
    } catch (error) {
      // Nobody reads the response of an aborted request.
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
      return c.text('This image cannot be shown right now.', 500)
    }
  }
}
