import { appearanceBytes, appearanceOf } from '#server/media/appearance/appearance-bytes.shared.ts'
import { readAppearance, READ_SIDE, type ReadAppearance } from '#server/media/appearance/read-appearance.shared.ts'
import type { Appearance } from '#server/media/appearance/appearance.schema.ts'

/** Of a file: more is no picture of a telephone. */
const MOST_BYTES = 40 * 2 ** 20

/** Its message is shown as it is. */
class UnreadablePicture extends Error {
  override name = 'UnreadablePicture'
}

export interface ShoppersPicture {
  appearance: Appearance
  /** What was cut from its ground, the rest transparent. */
  cutOut: ImageData
  ground: ReadAppearance['cut']['ground']
}

/**
 * Reads how a shopper's picture looks, in this browser alone: nothing is sent.
 * @throws UnreadablePicture if this browser cannot open it.
 */
export async function readFile(file: Blob): Promise<ShoppersPicture> {
  if (file.size > MOST_BYTES) throw new UnreadablePicture('This file is larger than 40 MB. Choose a smaller picture.')
  const bitmap = await createImageBitmap(file).catch(() => {
    throw new UnreadablePicture(
      'This browser cannot open the file as a picture. Choose a JPEG, PNG or WebP; a photo in the HEIC format has to be saved as JPEG first.',
    )
  })
  const fine = reduced(bitmap)
  bitmap.close()
  const seen = readAppearance(fine)
  return {
    appearance: appearanceOf(appearanceBytes(seen)),
    cutOut: cutOutOf(fine, seen.cut.mask),
    ground: seen.cut.ground,
  }
}

/** By halves, so that no pixel of a large photo is left out. */
function reduced(bitmap: ImageBitmap): ImageData {
  const scale = Math.min(1, READ_SIDE / Math.max(bitmap.width, bitmap.height))
  const [width, height] = [
    Math.max(1, Math.round(bitmap.width * scale)),
    Math.max(1, Math.round(bitmap.height * scale)),
  ]
  let shown: CanvasImageSource = bitmap
  let [w, h] = [bitmap.width, bitmap.height]
  for (;;) {
    ;[w, h] = [Math.max(width, w >> 1), Math.max(height, h >> 1)]
    const canvas = Object.assign(document.createElement('canvas'), { width: w, height: h })
    const context = canvas.getContext('2d', { willReadFrequently: true })
    if (!context) throw new UnreadablePicture('This browser does not let pages read pictures. Choose a colour instead.')
    context.imageSmoothingQuality = 'high'
    context.drawImage(shown, 0, 0, w, h)
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
