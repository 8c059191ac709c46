import { setTheRail, type Scene } from './rail.ts'

export interface Format {
  /** As in a video's `type`. */
  codec: string
  framesPerSecond: number
  /** For VP9 a quantizer from 0 to 255, where 0 is the best; for other codecs bits per second. */
  quality: { quantizer: number } | { bitrate: number }
}

/** An encoded film; bytes are base64. */
export interface Reel {
  samples: { bytes: string; isKey: boolean }[]
  /** The codec's settings, if they are not part of the frames. */
  settings: string | null
}

/** Returns the first picture as a PNG data URL, and the film in every format. */
export async function shoot(scene: Scene, formats: Format[]): Promise<{ still: string; reels: Reel[] }> {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = scene.size
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('This browser has no 2D canvas.')
  const draw = await setTheRail(scene, context)
  draw(0)
  const still = canvas.toDataURL('image/png')
  const reels: Reel[] = []
  for (const format of formats) reels.push(await encode(scene, context, draw, format))
  return { still, reels }
}

async function encode(
  { size, frames }: Scene,
  context: CanvasRenderingContext2D,
  draw: (frame: number) => void,
  { codec, framesPerSecond, quality }: Format,
): Promise<Reel> {
  const reel: Reel = { samples: [], settings: null }
  let problem: Error | undefined
  const encoder = new VideoEncoder({
    output: (chunk, about) => {
      const bytes = new Uint8Array(chunk.byteLength)
      chunk.copyTo(bytes)
      reel.samples.push({ bytes: base64(bytes), isKey: chunk.type === 'key' })
      const settings = about?.decoderConfig?.description
      if (settings instanceof ArrayBuffer) reel.settings = base64(new Uint8Array(settings))
    },
    error: (error) => (problem = error),
  })
  encoder.configure({
    codec,
    width: size,
    height: size,
    framerate: framesPerSecond,
    latencyMode: 'quality',
    // The film shows drawings, not photographs. With this hint they look much better at the same size.
    contentHint: 'detail',
    ...('bitrate' in quality
      ? { bitrate: quality.bitrate, bitrateMode: 'variable', avc: { format: 'avc' } }
      : { bitrateMode: 'quantizer' }),
  })
  for (let frame = 0; frame < frames && !problem; frame++) {
    draw(frame)
    const picture = readPicture(context, size, (frame * 1e6) / framesPerSecond)
    encoder.encode(picture, { keyFrame: frame === 0, ...('quantizer' in quality && { vp9: quality }) })
    picture.close()
    while (encoder.encodeQueueSize > 4)
      await new Promise((go) => encoder.addEventListener('dequeue', go, { once: true }))
  }
  await encoder.flush()
  encoder.close()
  if (problem) throw problem
  return reel
}

/**
 * Returns the canvas in the usual colours of films (BT.709, limited range). Encoders would treat a canvas as full
 * range, and players would then show different blacks.
 */
function readPicture(context: CanvasRenderingContext2D, size: number, timestamp: number): VideoFrame {
  const { data } = context.getImageData(0, 0, size, size)
  const half = size / 2
  const planes = new Uint8Array(size * size * 1.5)
  const [u, v] = [size * size, size * size + half * half]
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) {
      const at = (y * size + x) * 4
      const light = 0.2126 * (data[at] ?? 0) + 0.7152 * (data[at + 1] ?? 0) + 0.0722 * (data[at + 2] ?? 0)
      planes[y * size + x] = 16.5 + (light * 219) / 255
    }
  for (let y = 0; y < half; y++)
    for (let x = 0; x < half; x++) {
      const [red, green, blue] = [0, 1, 2].map((channel) => {
        const at = (2 * y * size + 2 * x) * 4 + channel
        const below = at + size * 4
        return ((data[at] ?? 0) + (data[at + 4] ?? 0) + (data[below] ?? 0) + (data[below + 4] ?? 0)) / 4
      }) as [number, number, number]
      const light = 0.2126 * red + 0.7152 * green + 0.0722 * blue
      planes[u + y * half + x] = 128.5 + ((blue - light) / 1.8556) * (224 / 255)
      planes[v + y * half + x] = 128.5 + ((red - light) / 1.5748) * (224 / 255)
    }
  return new VideoFrame(planes, {
    format: 'I420',
    codedWidth: size,
    codedHeight: size,
    timestamp: Math.round(timestamp),
    colorSpace: { fullRange: false, matrix: 'bt709', primaries: 'bt709', transfer: 'bt709' },
  })
}

function base64(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text)
}
