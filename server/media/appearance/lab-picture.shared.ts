import { toLab } from '../lab.shared.ts'

/** A picture's pixels, row by row. Uses arrays of numbers, because objects for thousands of pixels would be slow. */
export interface LabPicture {
  l: Float32Array
  a: Float32Array
  b: Float32Array
  width: number
  height: number
  /** Opacity from 0 to 255. */
  alpha: Uint8Array
}

/** Pixels as canvases and decoders give them: four bytes each, row by row. */
export interface Rgba {
  data: Uint8Array | Uint8ClampedArray
  width: number
  height: number
}

export function inLab({ data, width, height }: Rgba): LabPicture {
  const count = width * height
  const picture: LabPicture = {
    l: new Float32Array(count),
    a: new Float32Array(count),
    b: new Float32Array(count),
    alpha: new Uint8Array(count),
    width,
    height,
  }
  for (let index = 0; index < count; index++) {
    const colour = toLab(data[index * 4] ?? 0, data[index * 4 + 1] ?? 0, data[index * 4 + 2] ?? 0)
    picture.l[index] = colour.l
    picture.a[index] = colour.a
    picture.b[index] = colour.b
    picture.alpha[index] = data[index * 4 + 3] ?? 255
  }
  return picture
}

/** Returns the picture at half its size. Each pixel is the mean of four. */
export function halved({ data, width, height }: Rgba): Rgba {
  const [w, h] = [Math.max(1, width >> 1), Math.max(1, height >> 1)]
  const half = new Uint8Array(w * h * 4)
  const at = (x: number, y: number, channel: number) =>
    data[(Math.min(y, height - 1) * width + Math.min(x, width - 1)) * 4 + channel] as number
  for (let y = 0; y < h; y++)
    for (let x = 0; x < w; x++)
      for (let channel = 0; channel < 4; channel++)
        half[(y * w + x) * 4 + channel] =
          (at(2 * x, 2 * y, channel) +
            at(2 * x + 1, 2 * y, channel) +
            at(2 * x, 2 * y + 1, channel) +
            at(2 * x + 1, 2 * y + 1, channel) +
            2) >>
          2
  return { data: half, width: w, height: h }
}

/** Returns the colour difference of two pixels (CIE 1976). */
export function colourDistance({ l, a, b }: LabPicture, one: number, other: number): number {
  const dl = (l[one] as number) - (l[other] as number)
  const da = (a[one] as number) - (a[other] as number)
  const db = (b[one] as number) - (b[other] as number)
  return Math.sqrt(dl * dl + da * da + db * db)
}

export function visitNeighbours(
  index: number,
  width: number,
  height: number,
  visit: (next: number, here: number) => void,
): void {
  const column = index % width
  if (column > 0) visit(index - 1, index)
  if (column < width - 1) visit(index + 1, index)
  if (index >= width) visit(index - width, index)
  if (index < width * (height - 1)) visit(index + width, index)
}

/** Finds the connected parts of a mask. @returns the first pixel of each pixel's part (or -1), and the size of each part */
export function labelParts(
  mask: Uint8Array,
  width: number,
  height: number,
): { part: Int32Array; sizes: Map<number, number> } {
  const part = new Int32Array(mask.length).fill(-1)
  const sizes = new Map<number, number>()
  for (let start = 0; start < mask.length; start++) {
    if (!mask[start] || part[start] !== -1) continue
    part[start] = start
    const open = [start]
    let size = 0
    for (let here = open.pop(); here !== undefined; here = open.pop()) {
      size++
      visitNeighbours(here, width, height, (next) => {
        if (!mask[next] || part[next] !== -1) return
        part[next] = start
        open.push(next)
      })
    }
    sizes.set(start, size)
  }
  return { part, sizes }
}

export function largestPart(mask: Uint8Array, width: number, height: number): Uint8Array {
  const { part, sizes } = labelParts(mask, width, height)
  const [largest = -2] = [...sizes].reduce<[number?, number?]>(
    (best, [start, size]) => (size > (best[1] ?? 0) ? [start, size] : best),
    [],
  )
  return Uint8Array.from(part, (of) => Number(of === largest))
}
