import type { SeenAppearance } from './appearance-bytes.shared.ts'
import { cutOut, type CutOut } from './cut-out.shared.ts'
import { halved, inLab, type Rgba } from './lab-picture.shared.ts'
import { mainColours, type PaletteColour } from './main-colours.shared.ts'
import { patternOf, readCloth, type Cloth } from './pattern.shared.ts'
import { ringsOf, shapeOf } from './shape.shared.ts'

/** The longest side of the pixels that are read: finer stripes than those of a picture of this size are not seen. */
export const READ_SIDE = 320

export interface ReadAppearance extends SeenAppearance {
  palette: PaletteColour[]
  /** Of the picture at half its size. */
  cut: CutOut
  cloth: Cloth
}

/**
 * Reads how the main piece on a picture looks: what stands out from its ground, its colours, pattern and outline. The same pixels
 * always give the same result. Runs on the server for the catalogue's pictures, and in the browser for a shopper's own.
 * @param fine the picture, its longest side READ_SIDE
 */
export function readAppearance(fine: Rgba): ReadAppearance {
  const half = inLab(halved(fine))
  const cut = cutOut(half)
  const cloth = readCloth(inLab(fine), doubled(cut.mask, half, fine))
  const hasOutline = cut.ground === 'plain' || cut.ground === 'transparent'
  return {
    palette: mainColours(half, cut.mask),
    pattern: patternOf(cloth),
    shape: hasOutline ? shapeOf(cut.mask, half.width) : null,
    rings: ringsOf(half, cut.mask),
    cut,
    cloth,
  }
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
