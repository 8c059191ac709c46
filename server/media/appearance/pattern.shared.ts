import { visitNeighbours, type LabPicture } from './lab-picture.shared.ts'
import type { Pattern } from './appearance.schema.ts'
import { reliefOf, shrunk, smoothed } from './relief.shared.ts'

/** Pixels of the high-resolution picture. */
const OUTLINE = 4
const TILE = 28
/** Minimum contrast of a pattern in Lab units. Less is weave, folds or shadow. */
const CONTRAST = 5
/**
 * The Lab difference over two pixels that makes an edge, and the share of edge pixels that a tile needs, which a single
 * seam does not reach.
 */
const STEEP = 6
const EDGES = 0.14
/** Minimum share of the piece's tiles, because a seam or a print in one place is not a pattern. */
const COVERED = 0.86
const MIN_TILES = 18
/** Minimum roundness of a dot, and how much its size may differ from the others. */
const ROUND = 0.66
const LIKE = 1.7

/** Measurements of a piece's cloth, shares from 0 to 1. patternOf interprets them. */
export interface Cloth {
  /** The number of tiles that the piece fills. A strap or a shoe is too small for a pattern. */
  tiles: number
  /** The share of tiles with contrast. */
  covered: number
  /** How much the edges in a tile run in one direction. */
  oneWay: number
  /** How much the edges run in two perpendicular directions. */
  crossed: number
  /** How round and similar the marks are. */
  dots: number
  /** How much the cloth between the marks varies, as a share of their contrast. Checks have two tones there. */
  between: number
  marks: number
}

/**
 * Classifies the pattern of a piece's cloth. Striped: in most tiles all edges run in one direction. Checked: they run
 * in two perpendicular directions. Dotted: round marks of one size. Floral: any other marks.
 */
export function patternOf(cloth: Cloth): Pattern {
  const { tiles, covered, oneWay, crossed, dots, between, marks } = cloth
  if (tiles < MIN_TILES || covered < COVERED) return 'plain'
  if (oneWay > 0.58) return 'striped'
  if (dots > 0.66 && between < 0.29 && crossed < 0.4 && marks >= 8) return 'dotted'
  if (crossed > 0.26 || (crossed > 0.19 && between > 0.3)) return 'checked'
  return marks >= 5 ? 'floral' : 'plain'
}

/** Measures the cloth inside a mask. @param picture a high-resolution one, about 320 pixels high */
export function measureCloth(picture: LabPicture, mask: Uint8Array): Cloth {
  const { width, height } = picture
  const inner = shrunk(mask, width, height, OUTLINE)
  const sharp = reliefOf(picture, inner)
  const relief = smoothed(sharp, inner, width)
  let [tiles, covered, energy, oneWay, crossed] = [0, 0, 0, 0, 0]
  for (let top = 0; top < height; top += TILE)
    for (let left = 0; left < width; left += TILE) {
      const tile = parseTile(relief, inner, width, height, left, top)
      if (!tile) continue
      tiles++
      if (tile.edges < EDGES) continue
      covered++
      // Takes edge directions from the unsmoothed picture, because smoothing rounds corners.
      const lines = parseTile(sharp, inner, width, height, left, top) ?? tile
      energy += lines.energy
      oneWay += lines.oneWay * lines.energy
      crossed += lines.crossed * lines.energy
    }
  return {
    tiles,
    covered: tiles ? covered / tiles : 0,
    oneWay: energy ? oneWay / energy : 0,
    crossed: energy ? crossed / energy : 0,
    ...parseMarks(relief, inner, width, height),
  }
}

function parseTile(relief: Float32Array, inner: Uint8Array, width: number, height: number, left: number, top: number) {
  let [pixels, edges, energy, c2, s2, c4, s4] = [0, 0, 0, 0, 0, 0, 0]
  for (let y = Math.max(1, top); y < Math.min(height - 1, top + TILE); y++)
    for (let x = Math.max(1, left); x < Math.min(width - 1, left + TILE); x++) {
      const index = y * width + x
      if (!inner[index]) continue
      pixels++
      if (!inner[index - 1] || !inner[index + 1] || !inner[index - width] || !inner[index + width]) continue
      const gx = (relief[index + 1] as number) - (relief[index - 1] as number)
      const gy = (relief[index + width] as number) - (relief[index - width] as number)
      const weight = gx * gx + gy * gy
      if (weight < STEEP * STEEP) continue
      edges++
      // Computes the edge's angle times four from its squares, without a sine per pixel.
      const [cosine, sine] = [gx * gx - gy * gy, 2 * gx * gy]
      energy += weight
      c2 += cosine
      s2 += sine
      c4 += (cosine * cosine - sine * sine) / weight
      s4 += (2 * cosine * sine) / weight
    }
  if (pixels < (TILE * TILE) / 2) return null
  return {
    edges: edges / pixels,
    energy,
    oneWay: Math.hypot(c2, s2) / (energy || 1),
    crossed: Math.hypot(c4, s4) / (energy || 1),
  }
}

type Marks = Pick<Cloth, 'dots' | 'between' | 'marks'>

/** Returns the marks on the cloth: connected pixels of one of its two colours, whichever looks more like dots. */
function parseMarks(relief: Float32Array, inner: Uint8Array, width: number, height: number): Marks {
  const [light, dark] = [marksOf(relief, inner, width, height, 1), marksOf(relief, inner, width, height, -1)]
  return light.dots * light.marks >= dark.dots * dark.marks ? light : dark
}

function marksOf(relief: Float32Array, inner: Uint8Array, width: number, height: number, sign: 1 | -1): Marks {
  const seen = new Uint8Array(relief.length)
  const isMark = (index: number) => inner[index] === 1 && sign * (relief[index] as number) > CONTRAST
  const marks: Array<{ size: number; roundness: number }> = []
  for (let start = 0; start < relief.length; start++) {
    if (seen[start] || !isMark(start)) continue
    seen[start] = 1
    const open = [start]
    const pixels: number[] = []
    for (let here = open.pop(); here !== undefined; here = open.pop()) {
      pixels.push(here)
      visitNeighbours(here, width, height, (next) => {
        if (seen[next] || !isMark(next)) return
        seen[next] = 1
        open.push(next)
      })
    }
    if (pixels.length >= 4) marks.push({ size: pixels.length, roundness: roundnessOf(pixels, width) })
  }
  if (!marks.length) return { dots: 0, between: 1, marks: 0 }
  const sizes = marks.map(({ size }) => size).sort((a, b) => a - b)
  const middle = sizes[sizes.length >> 1] as number
  const alike = marks.filter(
    ({ size, roundness }) => roundness > ROUND && size > middle / LIKE && size < middle * LIKE,
  ).length
  return { dots: alike / marks.length, between: unevenness(relief, inner, width, isMark), marks: marks.length }
}

/** Returns the standard deviation between the marks, without their blurred edges, relative to the marks' contrast. */
function unevenness(
  relief: Float32Array,
  inner: Uint8Array,
  width: number,
  isMark: (index: number) => boolean,
): number {
  let [count, sum, squares, marks, ofMarks] = [0, 0, 0, 0, 0]
  for (let index = 2 * width; index < relief.length - 2 * width; index++) {
    if (!inner[index]) continue
    const value = relief[index] as number
    if (isMark(index)) {
      marks++
      ofMarks += value
    } else if (!isMark(index - 2) && !isMark(index + 2) && !isMark(index - 2 * width) && !isMark(index + 2 * width)) {
      count++
      sum += value
      squares += value * value
    }
  }
  if (!count || !marks) return 1
  const mean = sum / count
  return Math.sqrt(Math.max(0, squares / count - mean * mean)) / Math.abs(ofMarks / marks - mean)
}

/**
 * Returns 1 for a disc, and less for a longer or more ragged mark. Computes the mark's area relative to the ellipse
 * with the same moments, times that ellipse's roundness.
 */
function roundnessOf(pixels: number[], width: number): number {
  const n = pixels.length
  let [x, y] = [0, 0]
  for (const index of pixels) {
    x += (index % width) / n
    y += Math.floor(index / width) / n
  }
  let [xx, yy, xy] = [1 / 12, 1 / 12, 0]
  for (const index of pixels) {
    const [dx, dy] = [(index % width) - x, Math.floor(index / width) - y]
    xx += (dx * dx) / n
    yy += (dy * dy) / n
    xy += (dx * dy) / n
  }
  const middle = (xx + yy) / 2
  const spread = Math.sqrt(Math.max(0, ((xx - yy) / 2) ** 2 + xy * xy))
  const [long, short] = [Math.sqrt(middle + spread), Math.sqrt(Math.max(0, middle - spread))]
  const ellipse = 4 * Math.PI * long * short
  return (short / long) * Math.min(1, n / Math.max(1, ellipse))
}
