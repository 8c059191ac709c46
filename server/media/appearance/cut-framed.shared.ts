import { boxesOf, frequencies } from './colour-counts.shared.ts'
import type { Part } from './frame.shared.ts'
import { largestPart, partsOf, type LabPicture } from './lab-picture.shared.ts'

// Found with `npm run bench -- appearances` on its photos of busy rooms, and checked on photos of another seed.
const ROUNDS = 2
/** How much more a pixel in the frame's middle is the piece's than one at its corner, as a logarithm of odds; nothing where it is so far out. */
const MIDDLE = { weight: 1.2, until: 0.85 } as const
/** A colour with a smaller share says nothing. */
const LEAST_SHARE = 3e-3
/** Along the inside of the frame ground counts too, with this weight: frames are drawn with a little room. */
const BAND = { width: 0.12, weight: 0.3 } as const
/** Shares of the picture: around the frame, and of a piece. */
const [LEAST_AROUND, LEAST_PIECE] = [0.05, 0.02]

/**
 * Tells the piece in a frame from what is around it, whatever colours that has: a pixel is the piece's if its colour is more frequent in the frame's
 * middle than around the frame.
 * @returns null where nothing is around the frame, or too little would be left
 */
export function cutFramed(picture: LabPicture, inner: Part): Uint8Array | null {
  const { width, height } = picture
  const count = width * height
  const boxes = boxesOf(picture)
  const { depth, away } = placesIn(inner, width, height)
  const isAround = (index: number) => (depth[index] as number) <= 0
  if (share(count, isAround) < LEAST_AROUND) return null
  let mask: Uint8Array | null = null
  for (let round = 0; round < ROUNDS; round++) {
    const own: Uint8Array | null = mask
    const piece = frequencies(boxes, (index) => {
      if (isAround(index)) return 0
      return own ? (own[index] as number) : Math.max(0, 1 - (away[index] as number))
    })
    const ground = frequencies(boxes, (index) => {
      if (isAround(index)) return 1
      return own ? 1 - (own[index] as number) : (depth[index] as number) < BAND.width ? BAND.weight : 0
    })
    const next = new Uint8Array(count)
    for (let index = 0; index < count; index++) {
      if (isAround(index)) continue
      const box = boxes[index] as number
      const odds = Math.log(((piece[box] as number) + LEAST_SHARE) / ((ground[box] as number) + LEAST_SHARE))
      if (odds + MIDDLE.weight * (MIDDLE.until - (away[index] as number)) > 0) next[index] = 1
    }
    mask = smooth(next, width, height)
  }
  if (!mask) return null
  const whole = filled(largestPart(mask, width, height), width, height)
  return share(count, (index) => whole[index] === 1) < LEAST_PIECE ? null : whole
}

/** Of each pixel how deep in the frame it is (1 in its middle, 0 on its edge, less around it) and how far from its middle (1 on an ellipse that touches its sides). */
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

/** Whether hardly anything around the frame was taken for the piece. */
export function isAllInside(mask: Uint8Array, inner: Part, width: number, height: number): boolean {
  const { depth } = placesIn(inner, width, height)
  const isAround = (index: number) => (depth[index] as number) <= 0
  const taken = share(mask.length, (index) => isAround(index) && mask[index] === 1)
  return taken <= MOST_TAKEN * share(mask.length, isAround)
}
const MOST_TAKEN = 0.03

function share(count: number, is: (index: number) => boolean): number {
  let sum = 0
  for (let index = 0; index < count; index++) if (is(index)) sum++
  return sum / count
}

/** Each pixel as most of the nine around it. */
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

/** Holes of less than this share of the piece are the piece's. */
const HOLE = 0.04

function filled(mask: Uint8Array, width: number, height: number): Uint8Array {
  let size = 0
  for (const is of mask) size += is
  const { part, sizes } = partsOf(
    mask.map((is) => 1 - is),
    width,
    height,
  )
  const to = mask.slice()
  for (let index = 0; index < mask.length; index++)
    if ((part[index] as number) >= 0 && (sizes.get(part[index] as number) ?? 0) < size * HOLE) to[index] = 1
  return to
}
