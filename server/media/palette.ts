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
  const picture = inLab(data, info.width, info.height)
  const seen = picture.all.filter((index) => (data[index * 4 + 3] ?? 255) >= 128)
  return mainColours(picture, seen.length < picture.all.length * (1 - MIN_TRANSPARENT) ? seen : withoutGround(picture))
}

/** A picture's pixels, row by row: a number each instead of an object each, since there are thousands. */
interface LabPicture {
  l: Float64Array
  a: Float64Array
  b: Float64Array
  width: number
  height: number
  /** The index of each pixel. */
  all: Uint32Array
}

function inLab(data: Buffer, width: number, height: number): LabPicture {
  const count = width * height
  const [l, a, b] = [new Float64Array(count), new Float64Array(count), new Float64Array(count)]
  for (let index = 0; index < count; index++) {
    const colour = toLab(data[index * 4] ?? 0, data[index * 4 + 1] ?? 0, data[index * 4 + 2] ?? 0)
    l[index] = colour.l
    a[index] = colour.a
    b[index] = colour.b
  }
  return { l, a, b, width, height, all: Uint32Array.from({ length: count }, (_, index) => index) }
}

function away({ l, a, b }: LabPicture, one: number, other: number): number {
  const dl = (l[one] as number) - (l[other] as number)
  const da = (a[one] as number) - (a[other] as number)
  const db = (b[one] as number) - (b[other] as number)
  return Math.sqrt(dl * dl + da * da + db * db)
}

/** The pixels that are not connected to the picture's edge by the background's colour. */
function withoutGround(picture: LabPicture): Uint32Array {
  const { all, width, height } = picture
  const edge = all.filter((index) => isEdge(index, width, height))
  const ground = commonest(picture, edge)
  const isGround = new Uint8Array(all.length)
  const open = [...edge.filter((index) => away(picture, index, ground) < SAME_COLOUR)]
  for (const index of open) isGround[index] = 1
  const spread = (next: number, here: number) => {
    if (isGround[next]) return
    const off = away(picture, next, ground)
    if (off > SAME_GROUND && (off > SHADED_GROUND || away(picture, next, here) > GROUND_STEP)) return
    isGround[next] = 1
    open.push(next)
  }
  for (let index = open.pop(); index !== undefined; index = open.pop()) {
    visitNeighbours(index, width, height, spread)
  }
  if (isCloseUp(picture, edge, isGround)) return all.filter((index) => isGround[index])
  const garment = all.filter((index) => !isGround[index])
  if (garment.length < all.length * MIN_GARMENT) return all
  // The outline is a mixture with the background.
  const isOutline = new Uint8Array(all.length)
  const mark = (next: number, here: number) => {
    if (isGround[next]) isOutline[here] = 1
  }
  for (const index of garment) visitNeighbours(index, width, height, mark)
  const inner = garment.filter((index) => !isOutline[index])
  return inner.length * 3 > garment.length ? inner : garment
}

/** In a close-up the garment fills the middle and most of the edge; only a corner shows background. */
function isCloseUp({ all, width, height }: LabPicture, edge: Uint32Array, isGround: Uint8Array): boolean {
  const middle = all.filter(
    (index) =>
      Math.abs((index % width) - width / 2) < width / 6 &&
      Math.abs(Math.floor(index / width) - height / 2) < height / 6,
  )
  const share = (indexes: Uint32Array) => indexes.filter((index) => isGround[index]).length / indexes.length
  return share(middle) > CLOSE_UP_MIDDLE && share(edge) < CLOSE_UP_EDGE
}

const BLACK: Lab = { l: 0, a: 0, b: 0 }

const isEdge = (index: number, width: number, height: number) =>
  index < width || index >= width * (height - 1) || index % width === 0 || index % width === width - 1

function visitNeighbours(index: number, width: number, height: number, visit: (next: number, here: number) => void) {
  const column = index % width
  if (column > 0) visit(index - 1, index)
  if (column < width - 1) visit(index + 1, index)
  if (index >= width) visit(index - width, index)
  if (index < width * (height - 1)) visit(index + width, index)
}

/** The pixel with the most others of nearly its colour. */
function commonest(picture: LabPicture, pixels: Uint32Array): number {
  let best = pixels[0] as number
  let most = 0
  for (const pixel of pixels) {
    let count = 0
    for (const other of pixels) if (away(picture, pixel, other) < SAME_COLOUR) count++
    if (count > most) [best, most] = [pixel, count]
  }
  return best
}

interface Cluster extends Lab {
  count: number
}

function mainColours(picture: LabPicture, pixels: Uint32Array): PaletteColour[] {
  const clusters = merge(cluster(countAlike(picture, pixels)))
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
function countAlike(picture: LabPicture, pixels: Uint32Array): Cluster[] {
  const boxes = new Map<number, Cluster>()
  for (const index of pixels) {
    const [l, a, b] = [picture.l[index] as number, picture.a[index] as number, picture.b[index] as number]
    const key = (Math.floor(l / 4) * 128 + Math.floor(a / 4) + 64) * 128 + Math.floor(b / 4) + 64
    const box = boxes.get(key)
    if (box) absorb(box, l, a, b, 1)
    else boxes.set(key, { l, a, b, count: 1 })
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
      if (grown) absorb(grown, box.l, box.a, box.b, box.count)
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
    absorb(into, from.l, from.a, from.b, from.count)
    clusters.splice(second, 1)
  }
}

/** Adds so many of a colour to a cluster; its colour is the mean. */
function absorb(into: Cluster, l: number, a: number, b: number, added: number): void {
  const count = into.count + added
  into.l += ((l - into.l) * added) / count
  into.a += ((a - into.a) * added) / count
  into.b += ((b - into.b) * added) / count
  into.count = count
}
