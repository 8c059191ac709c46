import { readBitmap } from './read-bitmap.ts'

// Reading takes a third of a second on a phone: here the page goes on meanwhile.
addEventListener('message', ({ data }: MessageEvent<ImageBitmap>) => {
  postMessage(readBitmap(data, (width, height) => new OffscreenCanvas(width, height)))
})
