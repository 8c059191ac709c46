import { measureBitmap } from './measure-bitmap.ts'
import type { Asked } from './measure-photo.ts'

// Reading takes a third of a second on a phone: in a worker it does not block the page.
addEventListener('message', ({ data: { photo, frame } }: MessageEvent<Asked>) => {
  postMessage(measureBitmap(photo, frame, (width, height) => new OffscreenCanvas(width, height)))
})
