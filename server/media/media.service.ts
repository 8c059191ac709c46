import { createHash, randomUUID } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import type { Db } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { originalPath } from './media-files.ts'
import { isPictureFormat, MAX_PIXELS, openPicture } from './open-picture.ts'
import { readPalette, type PaletteColour } from './palette.ts'
import { mediaName } from './picture.ts'

const MIME_TYPES: Record<string, string> = {
  jpeg: 'image/jpeg', png: 'image/png', webp: 'image/webp', gif: 'image/gif', heif: 'image/avif',
}

export interface OriginalFacts {
  mimeType: string
  width: number
  height: number
  colour: string
}

/** Writes an original under its content's name; a second time changes nothing. @returns its SHA-256, hex. */
export async function writeOriginal(dataDir: string, bytes: Buffer): Promise<string> {
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const file = originalPath(dataDir, mediaName(sha256))
  await fs.mkdir(path.dirname(file), { recursive: true })
  const partial = `${file}.${randomUUID()}.partial`
  await fs.writeFile(partial, bytes)
  await fs.rename(partial, file)
  return sha256
}

/**
 * Keeps a picture that came from a partner: type by content, facts and main colours read from it.
 * @throws AppError bad_input when it is no picture that can be shown.
 */
export async function storePicture(db: Db, dataDir: string, bytes: Buffer): Promise<{ id: string }> {
  const facts = await readPicture(bytes)
  const sha256 = await writeOriginal(dataDir, bytes)
  return db.mediaFile.upsert({
    where: { sha256 },
    create: { sha256, byteSize: bytes.length, ...facts },
    // Not empty: only then is it one ON CONFLICT statement, which two that store the same picture at once can both run.
    update: { palette: facts.palette },
    select: { id: true },
  })
}

async function readPicture(bytes: Buffer): Promise<OriginalFacts & { palette: Array<{ [field in keyof PaletteColour]: number }> }> {
  // An SVG from outside may carry anything; only our own drawings are SVG.
  if (!isPictureFormat(bytes)) throw new AppError('bad_input', 'The file is not a picture: it may be JPEG, PNG, WebP, AVIF or GIF.')
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
    throw new AppError('bad_input', isTooLarge ? `A picture may have ${MAX_PIXELS / 1_000_000} million pixels at most.` : 'The file is not a picture that can be read.', { cause: error })
  }
}
