import { createHash } from 'node:crypto'
import sharp from 'sharp'
import type { Db } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { originalKey } from './media-keys.ts'
import { isPictureFormat, MAX_PIXELS, openPicture } from './open-picture.ts'
import { readPalette, type PaletteColour } from './palette.ts'
import { mediaName } from './picture.ts'
import { openStorage } from './storage.ts'

const MIME_TYPES: Record<string, string> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
  heif: 'image/avif',
}

export interface OriginalFacts {
  mimeType: string
  width: number
  height: number
  colour: string
}

/** Writes an original under the name of its content; writing it again changes nothing. @returns its SHA-256, hex. */
export async function writeOriginal(dataDir: string, bytes: Buffer): Promise<string> {
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  await openStorage(dataDir).write(originalKey(mediaName(sha256)), bytes)
  return sha256
}

/**
 * Stores a partner's picture. Its type, facts and main colours are read from the content.
 * @throws AppError bad_input if it is no picture that can be shown.
 */
export async function storePicture(db: Db, dataDir: string, bytes: Buffer): Promise<{ id: string }> {
  const facts = await readPicture(bytes)
  const sha256 = await writeOriginal(dataDir, bytes)
  return db.mediaFile.upsert({
    where: { sha256 },
    create: { sha256, byteSize: bytes.length, ...facts },
    // Must not be empty: only then does Prisma use one ON CONFLICT statement, which can run twice at once for the same
    // picture.
    update: { palette: facts.palette },
    select: { id: true },
  })
}

async function readPicture(
  bytes: Buffer,
): Promise<OriginalFacts & { palette: Array<{ [field in keyof PaletteColour]: number }> }> {
  // A foreign SVG may contain anything. Only our own drawings are SVG.
  if (!isPictureFormat(bytes))
    throw new AppError('bad_input', 'The file is not a picture: it may be JPEG, PNG, WebP, AVIF or GIF.')
  try {
    const image = openPicture(bytes)
    const { format, autoOrient } = await image.metadata()
    const mimeType = MIME_TYPES[format]
    if (!mimeType) throw new AppError('bad_input', `Pictures may be JPEG, PNG, WebP, AVIF or GIF, not ${format}.`)
    const { dominant } = await sharp(await image.resize(64, 64, { fit: 'inside' }).png().toBuffer()).stats()
    const colour = `#${[dominant.r, dominant.g, dominant.b].map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
    return { mimeType, width: autoOrient.width, height: autoOrient.height, colour, palette: await readPalette(bytes) }
  } catch (error) {
    if (error instanceof AppError) throw error
    const isTooLarge = error instanceof Error && error.message.includes('pixel limit')
    throw new AppError(
      'bad_input',
      isTooLarge
        ? `A picture may have ${MAX_PIXELS / 1_000_000} million pixels at most.`
        : 'The file is not a picture that can be read.',
      { cause: error },
    )
  }
}
