import sharp from 'sharp'
import { AppError } from '#server/platform/errors.ts'
import { isPictureFormat, MAX_PIXELS, openPicture } from './open-picture.ts'
import { appearanceBytes } from './appearance/appearance-bytes.shared.ts'
import { decodeAppearance } from './appearance/decode-appearance.ts'
import type { PaletteColour } from './appearance/main-colours.shared.ts'
import { lookup } from '#server/platform/lookup.schema.ts'

const MIME_TYPES = lookup({
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
  heif: 'image/avif',
})

export interface OriginalFacts {
  mimeType: string
  width: number
  height: number
  colour: string
}

export interface PictureFacts extends OriginalFacts {
  palette: Array<{ [field in keyof PaletteColour]: number }>
  appearance: Uint8Array<ArrayBuffer>
}

/**
 * Reads a picture's type, size and colours from its content. Uses no database.
 * @throws AppError bad_input if it is not a picture that can be shown.
 */
export async function parsePicture(bytes: Buffer): Promise<PictureFacts> {
  // An SVG from outside may contain anything. Only our own drawings are SVG.
  if (!isPictureFormat(bytes))
    throw new AppError('bad_input', 'The file is not an image. Use JPEG, PNG, WebP, AVIF or GIF.')
  try {
    const image = openPicture(bytes)
    const { format, autoOrient } = await image.metadata()
    const mimeType = MIME_TYPES[format]
    if (!mimeType) throw new AppError('bad_input', `Images can be JPEG, PNG, WebP, AVIF or GIF, not ${format}.`)
    const { dominant } = await sharp(await image.resize(64, 64, { fit: 'inside' }).png().toBuffer()).stats()
    const colour = `#${[dominant.r, dominant.g, dominant.b].map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
    const seen = await decodeAppearance(bytes)
    return {
      mimeType,
      width: autoOrient.width,
      height: autoOrient.height,
      colour,
      palette: seen.palette,
      appearance: appearanceBytes(seen),
    }
  } catch (error) {
    if (error instanceof AppError) throw error
    const isTooLarge = error instanceof Error && error.message.includes('pixel limit')
    throw new AppError(
      'bad_input',
      isTooLarge ? `Images can have up to ${MAX_PIXELS / 1_000_000} million pixels.` : 'We cannot read this image.',
      { cause: error },
    )
  }
}
