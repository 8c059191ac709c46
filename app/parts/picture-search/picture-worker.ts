import { readBitmap } from './read-bitmap.ts'
import type { Asked } from './read-file.ts'

// Reading takes a third of a second on a phone: in a worker it does not block the page.
addEventListener('message', ({ data: { photo, frame } }: MessageEvent<Asked>) => {
  postMessage(readBitmap(photo, frame, (width, height) => new OffscreenCanvas(width, height)))
})
