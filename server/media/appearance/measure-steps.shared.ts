import { guessFrame } from './guess-frame.shared.ts'
import { surroundings, WHOLE_PICTURE, type Part } from './frame.shared.ts'
import { halved, inLab, type Rgba } from './lab-picture.shared.ts'
import { measureAppearance, type ReadAppearance } from './measure-appearance.shared.ts'

export interface ReadPiece {
  seen: ReadAppearance
  /** The frame that was analysed; for a piece found without a frame, its bounding box. */
  frame: Part
}

/**
 * Reads the piece in a picture's frame. Yields the parts of the picture that the caller must supply, with a longest
 * side of at most READ_SIDE. The server decodes them from a file, and browsers draw them on a canvas.
 * @param frame WHOLE for a catalogue picture; null finds the piece on a multicoloured ground
 * @param isFiner whether the picture has more pixels of a part than were read
 */
export function* measureSteps(frame: Part | null, isFiner: (part: Part) => boolean): Generator<Part, ReadPiece, Rgba> {
  if (frame && !isFullFrame(frame)) return yield* readFramed(frame, isFiner)
  const fine = yield WHOLE_PICTURE
  const seen = measureAppearance(fine)
  if (!frame && seen.cut.ground === 'busy') return yield* readFramed(guessFrame(inLab(halved(halved(fine)))), isFiner)
  const around = frame ?? (seen.cut.ground === 'close-up' ? WHOLE_PICTURE : (seen.box ?? WHOLE_PICTURE))
  return yield* nearer({ seen, frame: around }, WHOLE_PICTURE, isFiner)
}

function* readFramed(frame: Part, isFiner: (part: Part) => boolean): Generator<Part, ReadPiece, Rgba> {
  const { region, inner } = surroundings(frame)
  const fine = yield region
  return yield* nearer({ seen: measureAppearance(fine, inner), frame }, region, isFiner)
}

/** Reads a piece that fills little of the region again, at a higher resolution. */
function* nearer(read: ReadPiece, region: Part, isFiner: (part: Part) => boolean): Generator<Part, ReadPiece, Rgba> {
  if (!read.seen.small) return read
  const part = partWithin(region, read.seen.small)
  if (!isFiner(region)) return read
  return { ...read, seen: measureAppearance(yield part) }
}

const partWithin = (region: Part, { left, top, width, height }: Part): Part => ({
  left: region.left + left * region.width,
  top: region.top + top * region.height,
  width: width * region.width,
  height: height * region.height,
})

const isFullFrame = ({ width, height }: Part): boolean => width > 0.995 && height > 0.995
