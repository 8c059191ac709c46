import type { ShoppersPicture } from './read-bitmap.ts'

/** Of a file: more is no picture of a telephone. */
const MOST_BYTES = 40 * 2 ** 20

/** Its message is shown as it is. */
class UnreadablePicture extends Error {
  override name = 'UnreadablePicture'
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
  try {
    return await readBeside(bitmap).catch(() => readHere(bitmap))
  } catch {
    throw new UnreadablePicture('This browser does not let pages read pictures. Choose a colour instead.')
  } finally {
    bitmap.close()
  }
}

/** In a thread of its own. @throws where the browser has none that can read pictures */
function readBeside(bitmap: ImageBitmap): Promise<ShoppersPicture> {
  return new Promise<ShoppersPicture>((resolve, reject) => {
    const worker = new Worker(new URL('./picture-worker.ts', import.meta.url), { type: 'module' })
    const end = (settle: () => void) => {
      worker.terminate()
      settle()
    }
    worker.onmessage = ({ data }: MessageEvent<ShoppersPicture>) => end(() => resolve(data))
    worker.onerror = ({ message }) => end(() => reject(new Error(message)))
    // A copy: should the worker fail, the page reads it.
    worker.postMessage(bitmap)
  })
}

async function readHere(bitmap: ImageBitmap): Promise<ShoppersPicture> {
  const { readBitmap } = await import('./read-bitmap.ts')
  return readBitmap(bitmap, (width, height) => Object.assign(document.createElement('canvas'), { width, height }))
}
