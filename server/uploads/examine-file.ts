import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import fs from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import sharp from 'sharp'
import { isPictureFormat } from '#server/media/open-picture.ts'
import { parsePicture, type PictureFacts } from '#server/media/parse-picture.ts'
import { AppError } from '#server/platform/errors.ts'
import { PRIVATE_FILE } from '#server/platform/private-files.ts'
import { parseVideo, type VideoFacts } from './parse-video.ts'
import { EXAMINED_AS, type ExaminedAs } from './uploads.values.ts'

/** Phones take pictures of 50 megapixels. One of this size takes up to 310 MB to decode, in a separate process. */
const MAX_MEGAPIXELS = 64
/** For AVIF, whose decoder needs several times the memory of the others. */
const MAX_MEGAPIXELS_AVIF = 30
/** Maximum side of kept pictures, so that they never reach the image service's own limit. */
const MAX_SIDE = 4000
/** A photo can take ten times more bytes as PNG than as WebP. */
const MAX_PNG_BYTES = 20 * 2 ** 20
const SECONDS = 40
const HEAD_BYTES = 64

export interface ExamineOrder {
  file: string
  slot: ExaminedAs
}

export type ExamineAnswer =
  { problem: string } | { picture: PictureFacts & { file: string } } | { video: VideoFacts & { sha256: string } }

/**
 * Identifies a file from its content, never from its name or the browser's type. A picture is redrawn into a file
 * beside it, without metadata: location, camera, comments, extra bytes before and after. Does not use the database.
 * @returns the problem, in words for the sender, if it cannot be kept.
 */
export async function examineFile({ file, slot }: ExamineOrder): Promise<ExamineAnswer> {
  const rules = EXAMINED_AS[slot]
  try {
    if (rules.kind === 'picture') return { picture: await redraw(file, rules.accept, rules.wrongType) }
    const facts = await parseVideo(file)
    return facts ? { video: { ...facts, sha256: await hashOf(file) } } : { problem: rules.wrongType }
  } catch (error) {
    if (error instanceof AppError) return { problem: error.message }
    return { problem: rules.wrongType }
  }
}

async function redraw(file: string, accept: string, wrongType: string): Promise<PictureFacts & { file: string }> {
  const bytes = await fs.readFile(file)
  if (!isPictureFormat(bytes.subarray(0, HEAD_BYTES))) throw new AppError('bad_input', wrongType)
  // Uses 'error' instead of 'warning', because cameras write JPEGs that decoders warn about. Truncated pictures are
  // still refused.
  const options = { pages: 1, failOn: 'error', limitInputPixels: MAX_MEGAPIXELS * 1e6 } as const
  const { format, width, height } = await sharp(bytes, { ...options, limitInputPixels: false }).metadata()
  const type = `image/${format === 'heif' ? 'avif' : format}`
  if (!accept.split(',').includes(type)) throw new AppError('bad_input', wrongType)
  const megapixels = type === 'image/avif' ? MAX_MEGAPIXELS_AVIF : MAX_MEGAPIXELS
  if (width * height > megapixels * 1e6)
    throw new AppError('bad_input', `Images can have up to ${megapixels} million pixels. Please choose a smaller one.`)
  const drawn = () =>
    sharp(bytes, options)
      .timeout({ seconds: SECONDS })
      .autoOrient()
      .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
  const asWebp = () => drawn().webp({ quality: 92 }).toBuffer()
  const encoded = async () => {
    if (type === 'image/jpeg') return drawn().jpeg({ quality: 92, chromaSubsampling: '4:4:4' }).toBuffer()
    if (type === 'image/webp' || type === 'image/avif') return asWebp()
    const png = await drawn().png().toBuffer()
    return png.length > MAX_PNG_BYTES ? asWebp() : png
  }
  const anew = await encoded()
  const facts = await parsePicture(anew)
  const target = `${file}.drawn`
  await fs.writeFile(target, anew, { mode: PRIVATE_FILE })
  return { ...facts, file: target }
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}
