import { labDistance, type Lab } from '../lab.shared.ts'
import type { LabPicture } from './lab-picture.shared.ts'

/** One of a picture's main colours; Lab values are rounded to 0.1. */
export interface PaletteColour extends Lab {
  /** Share of the garment's area, rounded to 0.001. */
  share: number
}

const MAX_COLOURS = 5
const CLUSTERS = 8
const ROUNDS = 8
const MIN_SHARE = 0.03
/** Lab distance. */
const SAME_COLOUR = 12
const BLACK: Lab = { l: 0, a: 0, b: 0 }

interface Cluster extends Lab {
  count: number
}

/**
 * Returns the main colours of a picture within a mask: at most 5, largest first. The same pixels always give the same
 * result.
 */
export function mainColours(picture: LabPicture, mask: Uint8Array): PaletteColour[] {
  const pixels = Uint32Array.from({ length: mask.length }, (_, index) => index).filter((index) => mask[index])
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
 * Groups colours by k-means, seeded as in k-means++, but with the farthest colour by weight instead of a random one, so
 * that results are reproducible.
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
      const weight = Math.min(...centres.map((centre) => labDistance(centre, box))) ** 2 * box.count
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
    const away = labDistance(centre, box)
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
        const away = labDistance(clusters[one] ?? BLACK, clusters[other] ?? BLACK)
        if (away < least) [first, second, least] = [one, other, away]
      }
    }
    const [into, from] = [clusters[first], clusters[second]]
    if (first === second || !into || !from) return clusters
    absorb(into, from.l, from.a, from.b, from.count)
    clusters.splice(second, 1)
  }
}

/** Adds pixels of a colour to a cluster. The cluster's colour is the mean. */
function absorb(into: Cluster, l: number, a: number, b: number, added: number): void {
  const count = into.count + added
  into.l += ((l - into.l) * added) / count
  into.a += ((a - into.a) * added) / count
  into.b += ((b - into.b) * added) / count
  into.count = count
}
