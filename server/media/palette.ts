import { distance, toLab, type Lab } from './lab.ts'
import { openPicture } from './open-picture.ts'

/** One of a picture's main colours; Lab values are rounded to 0.1. */
export interface PaletteColour extends Lab {
  /** Share of the garment's area, rounded to 0.001. */
  share: number
}

const SIDE = 96
const MAX_COLOURS = 5
const CLUSTERS = 8
const ROUNDS = 8
const MIN_SHARE = 0.03
/** Lab distances. */
const SAME_COLOUR = 12
const SAME_GROUND = 8
/**
 * A shadow or gradient may differ from the background by this much, in steps of at most GROUND_STEP from pixel to
 * pixel.
 */
const SHADED_GROUND = 30
const GROUND_STEP = 4
/** Share of the picture: with less left, the background is the picture. */
const MIN_GARMENT = 0.01
const CLOSE_UP_MIDDLE = 0.4
const CLOSE_UP_EDGE = 0.97
const MIN_TRANSPARENT = 0.02

/**
 * The main colours of a picture without its background: at most 5, largest first. The same bytes always give the same
 * result. Lab (lab.ts) is CIE 1976 L*a*b* under D65 from sRGB as IEC 61966-2-1 defines it. Background is what has the
 * edge's colour and is connected to the edge, so the inside of a ring stays.
 * @throws if the bytes are no picture.
 */
export async function readPalette(bytes: Buffer): Promise<PaletteColour[]> {
  const { data, info } = await openPicture(bytes)
    .resize(SIDE, SIDE, { fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  const pixels = Array.from({ length: info.width * info.height }, (_, index) =>
    toLab(data[index * 4] ?? 0, data[index * 4 + 1] ?? 0, data[index * 4 + 2] ?? 0),
  )
  const isSeen = (index: number) => (data[index * 4 + 3] ?? 255) >= 128
  const seen = pixels.filter((_, index) => isSeen(index))
  if (seen.length < pixels.length * (1 - MIN_TRANSPARENT)) return mainColours(seen)
  return mainColours(withoutGround(pixels, info.width, info.height))
}

/** The pixels that are not connected to the picture's edge by the background's colour. */
function withoutGround(pixels: Lab[], width: number, height: number): Lab[] {
  const edge = pixels.map((_, index) => index).filter((index) => isEdge(index, width, height))
  const ground = commonest(edge.map((index) => pixels[index] ?? BLACK))
  const isGround = new Uint8Array(pixels.length)
  const open = edge.filter((index) => distance(pixels[index] ?? BLACK, ground) < SAME_COLOUR)
  for (const index of open) isGround[index] = 1
  for (let index = open.pop(); index !== undefined; index = open.pop()) {
    const here = pixels[index] ?? BLACK
    for (const next of neighbours(index, width, height)) {
      if (isGround[next]) continue
      const there = pixels[next] ?? BLACK
      const away = distance(there, ground)
      if (away > SAME_GROUND && (away > SHADED_GROUND || distance(there, here) > GROUND_STEP)) continue
      isGround[next] = 1
      open.push(next)
    }
  }
  if (isCloseUp(edge, isGround, width, height)) return pixels.filter((_, index) => isGround[index])
  const garment = pixels.map((_, index) => index).filter((index) => !isGround[index])
  if (garment.length < pixels.length * MIN_GARMENT) return pixels
  // The outline is a mixture with the background.
  const inner = garment.filter((index) => neighbours(index, width, height).every((next) => !isGround[next]))
  return (inner.length * 3 > garment.length ? inner : garment).map((index) => pixels[index] ?? BLACK)
}

/** In a close-up the garment fills the middle and most of the edge; only a corner shows background. */
function isCloseUp(edge: readonly number[], isGround: Uint8Array, width: number, height: number): boolean {
  const middle = Array.from(isGround.keys()).filter(
    (index) =>
      Math.abs((index % width) - width / 2) < width / 6 &&
      Math.abs(Math.floor(index / width) - height / 2) < height / 6,
  )
  const share = (indexes: readonly number[]) => indexes.filter((index) => isGround[index]).length / indexes.length
  return share(middle) > CLOSE_UP_MIDDLE && share(edge) < CLOSE_UP_EDGE
}

const BLACK: Lab = { l: 0, a: 0, b: 0 }

const isEdge = (index: number, width: number, height: number) =>
  index < width || index >= width * (height - 1) || index % width === 0 || index % width === width - 1

function neighbours(index: number, width: number, height: number): number[] {
  const found: number[] = []
  if (index % width > 0) found.push(index - 1)
  if (index % width < width - 1) found.push(index + 1)
  if (index >= width) found.push(index - width)
  if (index < width * (height - 1)) found.push(index + width)
  return found
}

/** The colour with the most others near it. */
function commonest(colours: readonly Lab[]): Lab {
  let best = BLACK
  let most = 0
  for (const colour of colours) {
    const count = colours.reduce((sum, other) => sum + (distance(colour, other) < SAME_COLOUR ? 1 : 0), 0)
    if (count > most) [best, most] = [colour, count]
  }
  return best
}

interface Cluster extends Lab {
  count: number
}

function mainColours(pixels: readonly Lab[]): PaletteColour[] {
  const clusters = merge(cluster(countAlike(pixels)))
  return clusters
    .map(({ l, a, b, count }) => ({
      l: round(l, 10),
      a: round(a, 10),
      b: round(b, 10),
      share: round(count / pixels.length, 1000),
    }))
    .filter(({ share }) => share >= MIN_SHARE)
    .sort((one, other) => other.share - one.share || one.l - other.l || one.a - other.a || one.b - other.b)
    .slice(0, MAX_COLOURS)
}

// + 0 turns -0 into zero.
const round = (value: number, parts: number) => Math.round(value * parts) / parts + 0

/** Groups pixels into boxes of 4 Lab units, which leaves hundreds of boxes instead of thousands of pixels. */
function countAlike(pixels: readonly Lab[]): Cluster[] {
  const boxes = new Map<number, Cluster>()
  for (const pixel of pixels) {
    const key = (Math.floor(pixel.l / 4) * 128 + Math.floor(pixel.a / 4) + 64) * 128 + Math.floor(pixel.b / 4) + 64
    const box = boxes.get(key)
    if (box) absorb(box, { ...pixel, count: 1 })
    else boxes.set(key, { ...pixel, count: 1 })
  }
  return [...boxes.values()]
}

/**
 * k-means, seeded as in k-means++, but with the farthest colour by weight instead of a random one, so that results
 * repeat.
 */
function cluster(boxes: readonly Cluster[]): Cluster[] {
  const heaviest = boxes.reduce<Cluster | undefined>(
    (best, box) => (best && best.count >= box.count ? best : box),
    undefined,
  )
  if (!heaviest) return []
  let centres: Cluster[] = [heaviest]
  while (centres.length < Math.min(CLUSTERS, boxes.length)) {
    let [next, most] = [heaviest, 0]
    for (const box of boxes) {
      const weight = Math.min(...centres.map((centre) => distance(centre, box))) ** 2 * box.count
      if (weight > most) [next, most] = [box, weight]
    }
    centres.push(next)
  }
  for (let round = 0; round < ROUNDS; round++) {
    const next: Array<Cluster | undefined> = centres.map(() => undefined)
    for (const box of boxes) {
      const at = nearest(centres, box)
      const grown = next[at]
      if (grown) absorb(grown, box)
      else next[at] = { ...box }
    }
    centres = next.filter((centre) => centre !== undefined)
  }
  return centres
}

function nearest(centres: readonly Lab[], box: Lab): number {
  let [best, least] = [0, Infinity]
  for (const [at, centre] of centres.entries()) {
    const away = distance(centre, box)
    if (away < least) [best, least] = [at, away]
  }
  return best
}

/** Merges the nearest two first, until all look different. */
function merge(clusters: Cluster[]): Cluster[] {
  for (;;) {
    let [first, second, least] = [0, 0, SAME_COLOUR]
    for (let one = 0; one < clusters.length; one++) {
      for (let other = one + 1; other < clusters.length; other++) {
        const away = distance(clusters[one] ?? BLACK, clusters[other] ?? BLACK)
        if (away < least) [first, second, least] = [one, other, away]
      }
    }
    const [into, from] = [clusters[first], clusters[second]]
    if (first === second || !into || !from) return clusters
    absorb(into, from)
    clusters.splice(second, 1)
  }
}

/** Adds to a cluster; its colour is the mean. */
function absorb(into: Cluster, from: Cluster): void {
  const count = into.count + from.count
  into.l += ((from.l - into.l) * from.count) / count
  into.a += ((from.a - into.a) * from.count) / count
  into.b += ((from.b - into.b) * from.count) / count
  into.count = count
}
