import { withoutHoles } from './enclosed-ground.shared.ts'
import { colourDistance, largestPart, labelParts, visitNeighbours, type LabPicture } from './lab-picture.shared.ts'

/** Lab distances. */
const SAME_COLOUR = 12
const SAME_GROUND = 8
/** How much a shadow or gradient may differ from the background, in steps of at most GROUND_STEP per pixel. */
const SHADED_GROUND = 30
const GROUND_STEP = 4
/** Minimum share of the picture. If less is left, the background is the subject. */
const MIN_GARMENT = 0.01
const CLOSE_UP_MIDDLE = 0.4
const CLOSE_UP_EDGE = 0.97
const MIN_TRANSPARENT = 0.02
/** With a plain ground, at least this share of the edge's pixels has the ground's colour. */
const PLAIN_EDGE = 0.6
/**
 * The minimum share of the piece for a band, the minimum number of bands for stripes, and half of the widest gap to
 * close (pixels).
 */
const BAND = 0.02
const MIN_BANDS = 4
const WIDEST_GAP = 5
/** A colour belongs to a photo's subject if it is this many times more frequent in the middle than along the edge. */
const MIDDLE_RATIO = 1.4

export interface CutOut {
  /** 1 for pixels of the main subject. */
  mask: Uint8Array
  /**
   * How the ground was removed. 'close-up': the piece fills the picture. 'busy': the colours of the middle were used.
   * In both, the outline is not that of the piece. 'framed': the piece was separated from the surroundings of a frame.
   */
  ground: 'plain' | 'transparent' | 'close-up' | 'busy' | 'framed'
}

/**
 * Cuts the main subject from its ground. Ground has the edge's colour and is connected to the edge, or shows through a
 * hole in the subject. If the edge has several colours, the subject is the colours that are more frequent in the
 * middle.
 */
export function cutOut(picture: LabPicture): CutOut {
  const opaque = Uint8Array.from(picture.alpha, (alpha) => Number(alpha >= 128))
  const seen = count(opaque)
  if (seen < opaque.length * (1 - MIN_TRANSPARENT)) return { mask: opaque, ground: 'transparent' }
  const { width, height } = picture
  const edge = edgeOf(width, height)
  const ground = commonest(picture, edge)
  const seeds = edge.filter((index) => colourDistance(picture, index, ground) < SAME_COLOUR)
  const isGround = spreadGround(picture, seeds, ground)
  if (isCloseUp(picture, edge, isGround)) return { mask: isGround, ground: 'close-up' }
  if (seeds.length < edge.length * PLAIN_EDGE) return { mask: middleColours(picture, edge), ground: 'busy' }
  const filled = withGroundsStripes(isGround, width, height)
  const garment = withoutHoles(picture, filled, isGround)
  if (count(garment) < garment.length * MIN_GARMENT) return { mask: garment.fill(1), ground: 'close-up' }
  // Outline pixels are mixed with the background.
  const inner = garment.slice()
  for (let index = 0; index < garment.length; index++)
    if (garment[index]) visitNeighbours(index, width, height, (next, here) => !garment[next] && (inner[here] = 0))
  return { mask: count(inner) * 3 > count(garment) ? inner : garment, ground: 'plain' }
}

/**
 * Returns everything except the ground. If a piece falls into many bands, it has stripes in the ground's colour that
 * were removed as ground. Closes the gaps between its bands.
 */
function withGroundsStripes(isGround: Uint8Array, width: number, height: number): Uint8Array {
  const garment = isGround.map((is) => 1 - is)
  const { sizes } = labelParts(garment, width, height)
  const bands = [...sizes.values()].filter((size) => size > count(garment) * BAND)
  if (bands.length < MIN_BANDS) return garment
  const wider = moved(garment, width, height, WIDEST_GAP, 1)
  return moved(wider, width, height, WIDEST_GAP, 0)
}

/** Grows the areas of one kind (1 or 0) by this many pixels in all four directions. */
function moved(mask: Uint8Array, width: number, height: number, by: number, kind: 0 | 1): Uint8Array {
  let from = mask
  for (let step = 0; step < by; step++) {
    const to = from.slice()
    for (let index = 0; index < from.length; index++)
      if (from[index] === kind) visitNeighbours(index, width, height, (next) => (to[next] = kind))
    from = to
  }
  return from
}

function count(mask: Uint8Array): number {
  let sum = 0
  for (const is of mask) sum += is
  return sum
}

function spreadGround(picture: LabPicture, seeds: Uint32Array, ground: number): Uint8Array {
  const { width, height } = picture
  const isGround = new Uint8Array(width * height)
  const open = [...seeds]
  for (const index of open) isGround[index] = 1
  const spread = (next: number, here: number) => {
    if (isGround[next]) return
    const off = colourDistance(picture, next, ground)
    if (off > SAME_GROUND && (off > SHADED_GROUND || colourDistance(picture, next, here) > GROUND_STEP)) return
    isGround[next] = 1
    open.push(next)
  }
  for (let index = open.pop(); index !== undefined; index = open.pop()) visitNeighbours(index, width, height, spread)
  return isGround
}

/**
 * Whether the picture is a close-up: the garment fills the middle and most of the edge, and background shows only in a
 * corner.
 */
function isCloseUp({ width, height }: LabPicture, edge: Uint32Array, isGround: Uint8Array): boolean {
  let [middle, filled] = [0, 0]
  for (let index = 0; index < isGround.length; index++) {
    if (!isMiddle(index, width, height)) continue
    middle++
    filled += isGround[index] as number
  }
  const ofEdge = edge.filter((index) => isGround[index]).length / edge.length
  return filled / Math.max(1, middle) > CLOSE_UP_MIDDLE && ofEdge < CLOSE_UP_EDGE
}

const isMiddle = (index: number, width: number, height: number) =>
  Math.abs((index % width) - width / 2) < width / 6 && Math.abs(Math.floor(index / width) - height / 2) < height / 6

/**
 * Returns the largest part with colours that are more frequent in the middle than along the edge, for a photo with a
 * multicoloured ground.
 */
function middleColours(picture: LabPicture, edge: Uint32Array): Uint8Array {
  const { width, height, l, a, b } = picture
  const boxOf = (index: number) =>
    (Math.floor((l[index] as number) / 10) * 32 + Math.floor((a[index] as number) / 12) + 16) * 32 +
    Math.floor((b[index] as number) / 12) +
    16
  const middle = new Map<number, number>()
  const around = new Map<number, number>()
  let ofMiddle = 0
  for (let index = 0; index < l.length; index++) {
    if (!isMiddle(index, width, height)) continue
    ofMiddle++
    middle.set(boxOf(index), (middle.get(boxOf(index)) ?? 0) + 1)
  }
  for (const index of edge) around.set(boxOf(index), (around.get(boxOf(index)) ?? 0) + 1)
  const mask = new Uint8Array(l.length)
  for (let index = 0; index < l.length; index++) {
    const box = boxOf(index)
    const share = (middle.get(box) ?? 0) / Math.max(1, ofMiddle)
    if (share > 0.002 && share > (MIDDLE_RATIO * (around.get(box) ?? 0)) / edge.length) mask[index] = 1
  }
  const part = largestPart(mask, width, height)
  return count(part) < mask.length * MIN_GARMENT ? mask.fill(1) : part
}

function edgeOf(width: number, height: number): Uint32Array {
  const edge: number[] = []
  for (let index = 0; index < width * height; index++)
    if (index < width || index >= width * (height - 1) || index % width === 0 || index % width === width - 1)
      edge.push(index)
  return Uint32Array.from(edge)
}

/** Returns the pixel with the most similar pixels. */
function commonest(picture: LabPicture, pixels: Uint32Array): number {
  let best = pixels[0] as number
  let most = 0
  for (const pixel of pixels) {
    let alike = 0
    for (const other of pixels) if (colourDistance(picture, pixel, other) < SAME_COLOUR) alike++
    if (alike > most) [best, most] = [pixel, alike]
  }
  return best
}
