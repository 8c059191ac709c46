import type { Part } from '#server/media/appearance/frame.shared.ts'
import type { ShoppersPicture } from './measure-bitmap.ts'

/** The largest file in bytes: phones take no larger pictures. */
const MAX_BYTES = 40 * 2 ** 20
/** The longest side of a photo that we keep, in pixels: enough for a small frame to show the weave. */
const LONGEST_SIDE = 2_048

/** An error with a message for the user. */
class UnreadablePicture extends Error {
  override name = 'UnreadablePicture'
}

/** The part of a photo to analyse, or null to detect the garment. */
export interface Asked {
  photo: ImageBitmap
  frame: Part | null
}

/**
 * Opens a shopper's picture in this browser. Nothing is uploaded.
 * @throws UnreadablePicture if this browser cannot open it.
 */
export async function openFile(file: Blob): Promise<ImageBitmap> {
  if (file.size > MAX_BYTES) throw new UnreadablePicture('This file is larger than 40 MB. Choose a smaller picture.')
  const bitmap = await createImageBitmap(file).catch(() => {
    throw new UnreadablePicture(
      'This browser cannot open this file. Choose a JPEG, PNG or WebP picture. Save HEIC photos as JPEG first.',
    )
  })
  const scale = LONGEST_SIDE / Math.max(bitmap.width, bitmap.height)
  if (scale >= 1) return bitmap
  const [resizeWidth, resizeHeight] = [bitmap.width, bitmap.height].map((side) => Math.max(1, Math.round(side * scale)))
  try {
    return await createImageBitmap(bitmap, { resizeWidth, resizeHeight, resizeQuality: 'high' } as ImageBitmapOptions)
  } finally {
    bitmap.close()
  }
}

/**
 * Analyses the look of the garment in a photo's frame, in this browser only.
 * @throws UnreadablePicture if this browser does not let pages read pictures.
 */
export async function measurePhoto(asked: Asked): Promise<ShoppersPicture> {
  try {
    return await parseBeside(asked).catch(() => parseHere(asked))
  } catch {
    throw new UnreadablePicture('This browser does not let pages read pictures. Choose a colour instead.')
  }
}

/** Analyses the photo in a worker. @throws if the browser has no worker that can read pictures */
function parseBeside(asked: Asked): Promise<ShoppersPicture> {
  return new Promise<ShoppersPicture>((resolve, reject) => {
    const worker = new Worker(new URL('./picture-worker.ts', import.meta.url), { type: 'module' })
    const end = (settle: () => void) => {
      worker.terminate()
      settle()
    }
    worker.onmessage = ({ data }: MessageEvent<ShoppersPicture>) => end(() => resolve(data))
    worker.onerror = ({ message }) => end(() => reject(new Error(message)))
    // Sends a copy, because the page analyses the photo if the worker fails.
    worker.postMessage(asked)
  })
}

async function parseHere({ photo, frame }: Asked): Promise<ShoppersPicture> {
  const { measureBitmap } = await import('./measure-bitmap.ts')
  return measureBitmap(photo, frame, (width, height) =>
    Object.assign(document.createElement('canvas'), { width, height }),
  )
}
