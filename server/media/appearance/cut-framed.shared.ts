import { boxesOf, frequencies } from './colour-counts.shared.ts'
import type { Part } from './frame.shared.ts'
import { largestPart, labelParts, type LabPicture } from './lab-picture.shared.ts'

// Tuned with `npm run bench -- appearances` on its photos of busy rooms, and checked on photos of another seed.
const ROUNDS = 2
/** The prior of a pixel in the frame's middle, compared to one at its corner, as log odds; 0 beyond `until`. */
const MIDDLE = { weight: 1.2, until: 0.85 } as const
/** Colours with a smaller share are ignored. */
const MIN_SHARE = 3e-3
/** A band inside the frame also counts as ground, with this weight, because people draw frames with some margin. */
const BAND = { width: 0.12, weight: 0.3 } as const
/** Minimum shares of the picture: around the frame, and of a piece. */
const [MIN_AROUND, MIN_PIECE] = [0.05, 0.02]

/**
 * Separates the piece in a frame from its surroundings of any colour. A pixel belongs to the piece if its colour is
 * more frequent in the frame's middle than around the frame.
 * @returns null if there is nothing around the frame, or too little would be left
 */
export function cutFramed(picture: LabPicture, inner: Part): Uint8Array | null {
  const { width, height } = picture
  const count = width * height
  const boxes = boxesOf(picture)
  const { depth, away } = placesIn(inner, width, height)
  const isAround = (index: number) => (depth[index] as number) <= 0
  if (share(count, isAround) < MIN_AROUND) return null
  let mask: Uint8Array | null = null
  for (let round = 0; round < ROUNDS; round++) {
    const ownMask: Uint8Array | null = mask
    const piece = frequencies(boxes, (index) => {
      if (isAround(index)) return 0
      return ownMask ? (ownMask[index] as number) : Math.max(0, 1 - (away[index] as number))
    })
    const ground = frequencies(boxes, (index) => {
      if (isAround(index)) return 1
      return ownMask ? 1 - (ownMask[index] as number) : (depth[index] as number) < BAND.width ? BAND.weight : 0
    })
    const next = new Uint8Array(count)
    for (let index = 0; index < count; index++) {
      if (isAround(index)) continue
      const box = boxes[index] as number
      const odds = Math.log(((piece[box] as number) + MIN_SHARE) / ((ground[box] as number) + MIN_SHARE))
      if (odds + MIDDLE.weight * (MIDDLE.until - (away[index] as number)) > 0) next[index] = 1
    }
    mask = smooth(next, width, height)
  }
  if (!mask) return null
  const largest = filled(largestPart(mask, width, height), width, height)
  return share(count, (index) => largest[index] === 1) < MIN_PIECE ? null : largest
}

/**
 * Returns each pixel's depth in the frame (1 in its middle, 0 on its edge, negative outside) and its distance from the
 * middle (1 on the inscribed ellipse).
 */
function placesIn(inner: Part, width: number, height: number) {
  const [depth, away] = [new Float32Array(width * height), new Float32Array(width * height)]
  for (let index = 0; index < depth.length; index++) {
    const across = (2 * (((index % width) + 0.5) / width - inner.left)) / inner.width - 1
    const down = (2 * ((Math.floor(index / width) + 0.5) / height - inner.top)) / inner.height - 1
    depth[index] = 1 - Math.max(Math.abs(across), Math.abs(down))
    away[index] = Math.hypot(across, down)
  }
  return { depth, away }
}

/** Whether hardly any pixels around the frame were assigned to the piece. */
export function isAllInside(mask: Uint8Array, inner: Part, width: number, height: number): boolean {
  const { depth } = placesIn(inner, width, height)
  const isAround = (index: number) => (depth[index] as number) <= 0
  const taken = share(mask.length, (index) => isAround(index) && mask[index] === 1)
  return taken <= MAX_TAKEN * share(mask.length, isAround)
}
const MAX_TAKEN = 0.03

function share(count: number, is: (index: number) => boolean): number {
  let sum = 0
  for (let index = 0; index < count; index++) if (is(index)) sum++
  return sum / count
}

/** Sets each pixel to the majority of its three-by-three neighbourhood. */
function smooth(mask: Uint8Array, width: number, height: number): Uint8Array {
  const to = mask.slice()
  for (let y = 1; y < height - 1; y++)
    for (let x = 1; x < width - 1; x++) {
      let sum = 0
      for (let dy = -1; dy <= 1; dy++) for (let dx = -1; dx <= 1; dx++) sum += mask[(y + dy) * width + x + dx] as number
      to[y * width + x] = Number(sum > 4)
    }
  return to
}

/** Holes smaller than this share of the piece are filled. */
const HOLE = 0.04

function filled(mask: Uint8Array, width: number, height: number): Uint8Array {
  let size = 0
  for (const is of mask) size += is
  const { part, sizes } = labelParts(
    mask.map((is) => 1 - is),
    width,
    height,
  )
  const to = mask.slice()
  for (let index = 0; index < mask.length; index++)
    if ((part[index] as number) >= 0 && (sizes.get(part[index] as number) ?? 0) < size * HOLE) to[index] = 1
  return to
}
