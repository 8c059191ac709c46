import sharp, { type OutputInfo, type Sharp } from 'sharp'

/**
 * Shopify's limit is 25 million. Decoding an AVIF of that size takes 600 MB, however small its file. Other formats need
 * far less.
 */
export const MAX_PIXELS = 30_000_000
/** Timeout for one drawing, which takes up to 3 s on an idle CPU. */
const USUAL_SECONDS = 30

/**
 * Opens a picture for decoding within limits. Checks its size before reading pixels, reads only the first frame of an
 * animation, and limits the time. Check partners' bytes with `isPictureFormat` first.
 */
export function openPicture(bytes: Buffer, seconds = USUAL_SECONDS): Sharp {
  return sharp(bytes, { limitInputPixels: MAX_PIXELS, pages: 1 }).timeout({ seconds })
}

/** Opens a decoded picture: 8 bits per channel, in sRGB. */
export const openPixels = (
  pixels: Buffer,
  { width, height, channels }: Pick<OutputInfo, 'width' | 'height' | 'channels'>,
  seconds = USUAL_SECONDS,
): Sharp => sharp(pixels, { raw: { width, height, channels } }).timeout({ seconds })

const starts = (bytes: Buffer, at: number, text: string) => bytes.toString('latin1', at, at + text.length) === text

/**
 * Whether bytes begin like JPEG, PNG, WebP, GIF or AVIF. Call it before any decoder, because decoders for SVG, TIFF and
 * so on must never see files from outside.
 */
export function isPictureFormat(bytes: Buffer): boolean {
  return (
    starts(bytes, 0, '\xff\xd8\xff') ||
    starts(bytes, 0, '\x89PNG\r\n\x1a\n') ||
    /^GIF8[79]a/.test(bytes.toString('latin1', 0, 6)) ||
    (starts(bytes, 0, 'RIFF') && starts(bytes, 8, 'WEBP')) ||
    (starts(bytes, 4, 'ftyp') && /avi[fs]/.test(bytes.toString('latin1', 8, 64)))
  )
}
