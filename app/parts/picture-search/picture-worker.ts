import { readBitmap } from './read-bitmap.ts'
import type { Asked } from './read-file.ts'

// Reading takes a third of a second on a phone: here the page goes on meanwhile.
addEventListener('message', ({ data: { photo, frame } }: MessageEvent<Asked>) => {
  postMessage(readBitmap(photo, frame, (width, height) => new OffscreenCanvas(width, height)))
})
