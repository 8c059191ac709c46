import { colourDistance, labelParts, type LabPicture } from './lab-picture.shared.ts'

/** Maximum Lab distances from the ground extrapolated behind the piece: for a pixel, and for most pixels of a hole. */
const LIKE_GROUND = 8
const SAME_AS_GROUND = 5
/** Minimum share of the piece. Smaller holes do not affect its colours. */
const MIN_HOLE = 0.004
/**
 * If less of the piece remains, the rest must differ from the ground by at least CLEAR_COLOUR. The outline of a white
 * shirt on white is not a ring.
 */
const MIN_LEFT = 0.06
const CLEAR_COLOUR = 20
/** A hole is at most this many times as rough as the ground, plus an offset: cloth has folds. */
const AS_ROUGH = 1.5
const ROUGHER = 0.25
/** Number of ground pixels that are enough to model its light. */
const SAMPLES = 2_000

const MIN_SAMPLES = 24

const CHANNELS = ['l', 'a', 'b'] as const
type Channel = (typeof CHANNELS)[number]
/** The coefficients of the surface's terms (termsAt), by channel. */
type Surface = Record<Channel, number[]>
const DEGREE = [0, 1, 2, 3, 4, 5]

/**
 * Removes areas where the ground shows through a piece: inside a ring, a necklace or a handle. Extrapolates the ground
 * with its light and gradient behind the piece. An area that is equally smooth and has the same colour is a hole,
 * because cloth of a similar colour has folds.
 * @param piece 1 where the piece is, with its holes
 * @param isGround 1 where ground is connected to the edge
 */
export function withoutHoles(picture: LabPicture, piece: Uint8Array, isGround: Uint8Array): Uint8Array {
  const { width, height } = picture
  const ground = fit(picture, isGround)
  if (!ground) return piece
  const offs = piece.map((is, index) => (is ? Math.min(255, offFrom(picture, index, ground)) : 255))
  const like = offs.map((off) => Number(off < LIKE_GROUND))
  const { part, sizes } = labelParts(like, width, height)
  const size = count(piece)
  const most = roughness(picture, (index) => isGround[index] === 1) * AS_ROUGH + ROUGHER
  const holes = new Set(
    [...sizes].flatMap(([start, pixels]) => {
      if (pixels <= size * MIN_HOLE) return []
      let exact = 0
      for (let index = 0; index < part.length; index++)
        if (part[index] === start && (offs[index] as number) < SAME_AS_GROUND) exact++
      return exact * 2 > pixels && roughness(picture, (index) => part[index] === start) <= most ? [start] : []
    }),
  )
  if (!holes.size) return piece
  const left = piece.map((is, index) => Number(is === 1 && !holes.has(part[index] as number)))
  return count(left) > size * MIN_LEFT || offOf(picture, left, ground) > CLEAR_COLOUR ? left : piece
}

/** Returns the mean difference of neighbouring pixels in an area. */
function roughness(picture: LabPicture, isIn: (index: number) => boolean): number {
  let [sum, pairs] = [0, 0]
  for (let index = 0; index < picture.l.length - 1; index++) {
    if (!isIn(index) || !isIn(index + 1) || (index + 1) % picture.width === 0) continue
    sum += colourDistance(picture, index, index + 1)
    pairs++
  }
  return sum / Math.max(1, pairs)
}

/** Returns the mean colour distance of a mask's pixels from the ground. */
function offOf(picture: LabPicture, mask: Uint8Array, ground: Surface): number {
  let [sum, pixels] = [0, 0]
  for (let index = 0; index < mask.length; index++) {
    if (!mask[index]) continue
    sum += offFrom(picture, index, ground)
    pixels++
  }
  return sum / Math.max(1, pixels)
}

function offFrom(picture: LabPicture, index: number, ground: Surface): number {
  const terms = termsAt(index, picture)
  const off = (channel: Channel) =>
    (picture[channel][index] as number) -
    terms.reduce((sum, term, at) => sum + term * (ground[channel][at] as number), 0)
  return Math.hypot(off('l'), off('a'), off('b'))
}

/** Returns the terms of a quadratic surface, which models light from one side or on the middle. */
function termsAt(index: number, { width, height }: LabPicture): number[] {
  const [x, y] = [(index % width) / width - 0.5, Math.floor(index / width) / height - 0.5]
  return [1, x, y, x * x, x * y, y * y]
}

/** Fits a surface to the pixels of a mask by least squares; null with too few pixels. */
function fit(picture: LabPicture, mask: Uint8Array): Surface | null {
  const all = Uint32Array.from({ length: mask.length }, (_, index) => index).filter((index) => mask[index])
  const every = Math.max(1, Math.floor(all.length / SAMPLES))
  const terms = Array.from(
    all.filter((_, at) => at % every === 0),
    (index) => ({ index, at: termsAt(index, picture) }),
  )
  if (terms.length < MIN_SAMPLES) return null
  const sum = (of: (term: (typeof terms)[number]) => number) => terms.reduce((total, term) => total + of(term), 0)
  const rows = DEGREE.map((row) => [
    ...DEGREE.map((column) => sum(({ at }) => (at[row] ?? 0) * (at[column] ?? 0))),
    ...CHANNELS.map((channel) => sum(({ index, at }) => (at[row] ?? 0) * (picture[channel][index] ?? 0))),
  ])
  const solved = solve(rows)
  if (!solved) return null
  const [l, a, b] = CHANNELS.map((_, side) => solved.map((row) => row[DEGREE.length + side] ?? 0))
  return l && a && b ? { l, a, b } : null
}

/**
 * Solves a system of equations with its right-hand sides in the last columns (Gauss-Jordan with pivoting); null without
 * a unique solution.
 */
function solve(system: readonly number[][]): number[][] | null {
  let rows = system.map((row) => [...row])
  for (const at of rows.keys()) {
    const best = rows.slice(at).toSorted((one, other) => Math.abs(other[at] ?? 0) - Math.abs(one[at] ?? 0))[0]
    const pivot = best?.[at] ?? 0
    if (!best || Math.abs(pivot) < 1e-9) return null
    const lead = best.map((value) => value / pivot)
    const others = rows.map((row) => (row === best ? (rows[at] ?? row) : row))
    rows = others.map((row, place) =>
      place === at ? lead : row.map((value, column) => value - (row[at] ?? 0) * (lead[column] ?? 0)),
    )
  }
  return rows
}

const count = (mask: Uint8Array) => mask.reduce((sum, is) => sum + is, 0)
