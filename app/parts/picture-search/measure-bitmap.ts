import { appearanceBytes, appearanceOf } from '#server/media/appearance/appearance-bytes.shared.ts'
import { withinPicture, type Part } from '#server/media/appearance/frame.shared.ts'
import { READ_SIDE, type ReadAppearance } from '#server/media/appearance/measure-appearance.shared.ts'
import { measureSteps } from '#server/media/appearance/measure-steps.shared.ts'
import type { Appearance } from '#server/media/appearance/appearance.schema.ts'

export interface ShoppersPicture {
  appearance: Appearance
  /** The garment cut out from its background, which is transparent. */
  cutOut: ImageData
  ground: ReadAppearance['cut']['ground']
  /** The given or detected frame. */
  frame: Part
}

type Canvas = HTMLCanvasElement | OffscreenCanvas

/**
 * Analyses the look of the garment in a photo's frame, in the same way as the catalogue's pictures.
 * @param frame null to detect the garment
 * @param canvasOf creates a canvas of the given size, because workers and pages have different ones
 * @throws Error if the browser does not let pages read pictures
 */
export function measureBitmap(
  bitmap: ImageBitmap,
  frame: Part | null,
  canvasOf: (width: number, height: number) => Canvas,
): ShoppersPicture {
  const isFiner = (part: Part) => Math.max(part.width * bitmap.width, part.height * bitmap.height) > READ_SIDE
  const steps = measureSteps(frame && withinPicture(frame), isFiner)
  let step = steps.next()
  let pixels: ImageData | null = null
  while (!step.done) {
    pixels = reduced(bitmap, step.value, canvasOf)
    step = steps.next(pixels)
  }
  const { seen, frame: found } = step.value
  if (!pixels) throw new Error('Nothing was read.')
  return {
    appearance: appearanceOf(appearanceBytes(seen)),
    cutOut: cutOutOf(pixels, seen.cut.mask),
    ground: seen.cut.ground,
    frame: found,
  }
}

/** Halves the picture step by step, so that every pixel of a large photo counts. */
function reduced(bitmap: ImageBitmap, part: Part, canvasOf: (width: number, height: number) => Canvas): ImageData {
  const [x, y] = [part.left * bitmap.width, part.top * bitmap.height]
  let [w, h] = [
    Math.max(1, Math.round(part.width * bitmap.width)),
    Math.max(1, Math.round(part.height * bitmap.height)),
  ]
  const scale = Math.min(1, READ_SIDE / Math.max(w, h))
  const [width, height] = [Math.max(1, Math.round(w * scale)), Math.max(1, Math.round(h * scale))]
  let shown: Canvas | null = null
  for (;;) {
    const [fromWidth, fromHeight] = [w, h]
    ;[w, h] = [Math.max(width, w >> 1), Math.max(height, h >> 1)]
    const canvas = canvasOf(w, h)
    const context = canvas.getContext('2d', { willReadFrequently: true }) as
      CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D | null
    if (!context) throw new Error('No canvas.')
    context.imageSmoothingQuality = 'high'
    if (shown) context.drawImage(shown, 0, 0, w, h)
    else context.drawImage(bitmap, x, y, fromWidth, fromHeight, 0, 0, w, h)
    if (w === width && h === height) return context.getImageData(0, 0, w, h)
    shown = canvas
  }
}

function cutOutOf(fine: ImageData, mask: Uint8Array): ImageData {
  const cut = new ImageData(new Uint8ClampedArray(fine.data), fine.width, fine.height)
  const half = Math.max(1, fine.width >> 1)
  const rows = Math.max(1, fine.height >> 1)
  for (let y = 0; y < fine.height; y++)
    for (let x = 0; x < fine.width; x++) {
      const isPiece = mask[Math.min(rows - 1, y >> 1) * half + Math.min(half - 1, x >> 1)]
      if (!isPiece) cut.data[(y * fine.width + x) * 4 + 3] = 0
    }
  return cut
}
