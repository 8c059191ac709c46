import type { SeenAppearance } from './appearance-bytes.shared.ts'
import { cutFramed, isAllInside } from './cut-framed.shared.ts'
import { cutOut, type CutOut } from './cut-out.shared.ts'
import type { Part } from './frame.shared.ts'
import { halved, inLab, type LabPicture, type Rgba } from './lab-picture.shared.ts'
import { mainColours, type PaletteColour } from './main-colours.shared.ts'
import { patternOf, measureCloth, type Cloth } from './pattern.shared.ts'
import { ringsOf, shapeOf } from './shape.shared.ts'

/** The longest side of the analysed picture. Finer stripes are not detected. */
export const READ_SIDE = 320

export interface ReadAppearance extends SeenAppearance {
  palette: PaletteColour[]
  /** The cut-out in the half-size picture. */
  cut: CutOut
  cloth: Cloth
  /** The region of a piece that is too small in the picture. Analyse this region again at a higher resolution. */
  small: Part | null
  /** The piece's bounding box, if it was separated from the background. */
  box: Part | null
}

/** A piece is small if its longest side is a smaller share of the picture's longest side. */
const SMALL = 0.5
/** Background kept around a small piece, as a share of its longest side, so that it can be cut out again. */
const MARGIN = 0.15

/**
 * Analyses the main piece in a picture: its outline against the background, its colours and its pattern. The same pixels
 * always give the same result. Runs on the server for catalogue pictures and in the browser for a shopper's picture.
 * @param fine the picture, with a longest side of READ_SIDE
 * @param inner the piece's region, if the shopper has drawn a frame; the rest is background
 */
export function measureAppearance(fine: Rgba, inner?: Part): ReadAppearance {
  const half = inLab(halved(fine))
  const cut = inner ? cutWithin(half, inner) : cutOut(half)
  const cloth = measureCloth(inLab(fine), doubled(cut.mask, half, fine))
  const isClear = cut.ground === 'plain' || cut.ground === 'transparent'
  const hasOutline = isClear || cut.ground === 'framed'
  const box = hasOutline ? boxOf(cut.mask, half) : null
  return {
    palette: mainColours(half, cut.mask),
    pattern: patternOf(cloth),
    shape: hasOutline ? shapeOf(cut.mask, half.width) : null,
    rings: ringsOf(half, cut.mask),
    cut,
    cloth,
    small: isClear && box ? smallPart(box, half) : null,
    box: box && sharesOf(box, half, 0),
  }
}

function cutWithin(half: LabPicture, inner: Part): CutOut {
  const cut = cutOut(half)
  const isClear = cut.ground === 'plain' || cut.ground === 'transparent'
  if (isClear && isAllInside(cut.mask, inner, half.width, half.height)) return cut
  const mask = cutFramed(half, inner)
  return mask ? { mask, ground: 'framed' } : cut
}

interface Box {
  left: number
  right: number
  top: number
  bottom: number
}

/** Returns the bounding box in pixels; null for an empty mask. */
function boxOf(mask: Uint8Array, { width, height }: Size): Box | null {
  let [left, right, top, bottom] = [width, -1, height, -1]
  for (let index = 0; index < mask.length; index++) {
    if (!mask[index]) continue
    const [x, y] = [index % width, Math.floor(index / width)]
    if (x < left) left = x
    if (x > right) right = x
    if (y < top) top = y
    if (y > bottom) bottom = y
  }
  return right < 0 ? null : { left, right, top, bottom }
}

function smallPart(box: Box, size: Size): Part | null {
  const side = Math.max(box.right - box.left, box.bottom - box.top) + 1
  return side >= Math.max(size.width, size.height) * SMALL ? null : sharesOf(box, size, side * MARGIN)
}

function sharesOf({ left, right, top, bottom }: Box, { width, height }: Size, room: number): Part {
  const [from, to] = [Math.max(0, left - room) / width, Math.min(width, right + 1 + room) / width]
  const [above, below] = [Math.max(0, top - room) / height, Math.min(height, bottom + 1 + room) / height]
  return { left: from, top: above, width: to - from, height: below - above }
}

interface Size {
  width: number
  height: number
}

function doubled(mask: Uint8Array, half: Size, full: Size): Uint8Array {
  const large = new Uint8Array(full.width * full.height)
  for (let y = 0; y < full.height; y++)
    for (let x = 0; x < full.width; x++) {
      const [column, row] = [Math.min(half.width - 1, x >> 1), Math.min(half.height - 1, y >> 1)]
      large[y * full.width + x] = mask[row * half.width + column] as number
    }
  return large
}
