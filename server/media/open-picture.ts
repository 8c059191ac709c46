import sharp, { type Sharp } from 'sharp'

/** Shopify stops at 25 million. An AVIF of so many takes 600 MB while it is decoded, however small its file; other formats need far less. */
export const MAX_PIXELS = 30_000_000
/** Of one drawing, where nothing else wants the processor it takes up to 3. */
const USUAL_SECONDS = 30

/**
 * A picture to be decoded, within bounds: its size is refused before its pixels are read, only the first of an animation's
 * pictures is, and what takes too long is given up. A file or bytes; partners' bytes only after `isPictureFormat`.
 */
export function openPicture(source: string | Buffer, seconds = USUAL_SECONDS): Sharp {
  return sharp(source, { limitInputPixels: MAX_PIXELS, pages: 1 }).timeout({ seconds })
}

const starts = (bytes: Buffer, at: number, text: string) => bytes.toString('latin1', at, at + text.length) === text

/**
 * Whether bytes begin as JPEG, PNG, WebP, GIF or AVIF do. Asked before a decoder sees them: the ones for SVG, TIFF and the like,
 * which would read the whole file to say what it is, are not for what comes from outside.
 */
export function isPictureFormat(bytes: Buffer): boolean {
  return starts(bytes, 0, '\xff\xd8\xff') || starts(bytes, 0, '\x89PNG\r\n\x1a\n') || /^GIF8[79]a/.test(bytes.toString('latin1', 0, 6))
    || (starts(bytes, 0, 'RIFF') && starts(bytes, 8, 'WEBP')) || (starts(bytes, 4, 'ftyp') && /avi[fs]/.test(bytes.toString('latin1', 8, 64)))
}
