import { measureBitmap } from './measure-bitmap.ts'
import type { Asked } from './measure-photo.ts'

// The analysis takes a third of a second on a phone. In a worker it does not block the page.
addEventListener('message', ({ data: { photo, frame } }: MessageEvent<Asked>) => {
  postMessage(measureBitmap(photo, frame, (width, height) => new OffscreenCanvas(width, height)))
})
