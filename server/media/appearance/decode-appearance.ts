import { openPicture } from '../open-picture.ts'
import { WHOLE, type Part } from './frame.shared.ts'
import { READ_SIDE, type ReadAppearance } from './read-appearance.shared.ts'
import { readSteps, type ReadPiece } from './read-steps.shared.ts'

/**
 * Decodes a picture and reads the look of its subject. A piece that fills little of the picture is decoded again on its
 * own. Takes about 0.1 s of processor time.
 * @throws if the bytes are not a picture.
 */
export async function decodeAppearance(bytes: Buffer): Promise<ReadAppearance> {
  return (await decodePiece(bytes, WHOLE)).seen
}

/** Reads the piece in a frame; null finds the piece. @throws if the bytes are not a picture. */
export async function decodePiece(bytes: Buffer, frame: Part | null): Promise<ReadPiece> {
  const { autoOrient: whole } = await openPicture(bytes).metadata()
  const isFiner = (part: Part) => Math.max(part.width * whole.width, part.height * whole.height) > READ_SIDE
  const steps = readSteps(frame, isFiner)
  let step = steps.next()
  while (!step.done) step = steps.next(await decode(bytes, pixelsOf(step.value, whole)))
  return step.value
}

async function decode(bytes: Buffer, part: Part | null) {
  const whole = openPicture(bytes).autoOrient()
  const { data, info } = await (part ? whole.extract(part) : whole)
    .resize(READ_SIDE, READ_SIDE, { fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

/** Returns the part in pixels; null for the whole picture. */
function pixelsOf({ left, top, width, height }: Part, whole: { width: number; height: number }): Part | null {
  if (width === 1 && height === 1) return null
  const [x, y] = [Math.floor(left * whole.width), Math.floor(top * whole.height)]
  return {
    left: x,
    top: y,
    width: Math.max(1, Math.min(whole.width - x, Math.ceil(width * whole.width))),
    height: Math.max(1, Math.min(whole.height - y, Math.ceil(height * whole.height))),
  }
}
