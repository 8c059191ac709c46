import { boxesOf, frequencies } from './colour-counts.shared.ts'
import { withinPicture, type Part } from './frame.shared.ts'
import type { LabPicture } from './lab-picture.shared.ts'

/** A guess covers the piece and this margin, as a share of the picture's side. */
const ROOM = 0.02
/** The width of the rim, which is probably ground, as a share of the picture's side. */
const RIM = 0.06
/** Colours with a smaller share are ignored. */
const MIN_SHARE = 2e-4
// Tuned with `npm run bench -- appearances`, and checked on photos of another seed.
/** The log odds that a colour needs to enlarge a frame, and the maximum log odds per colour. */
const [WORTH, MAX_ODDS] = [0.8, 1.5]

/**
 * Guesses the position of a picture's main piece: the rectangle of colours that are frequent in the picture and rare
 * along its rim.
 * @param picture a small one, because the time grows with the square of its width
 */
export function guessFrame(picture: LabPicture): Part {
  const { width, height } = picture
  const count = width * height
  const boxes = boxesOf(picture)
  const rim = Math.max(1, Math.round(Math.min(width, height) * RIM))
  const isRim = (index: number) => {
    const [x, y] = [index % width, Math.floor(index / width)]
    return x < rim || y < rim || x >= width - rim || y >= height - rim
  }
  const edge = frequencies(boxes, (index) => Number(isRim(index)))
  const centre = frequencies(boxes, (index) => Number(!isRim(index)))
  const scores = Float64Array.from({ length: count }, (_, index) => {
    const box = boxes[index] as number
    const odds = Math.log(((centre[box] as number) + MIN_SHARE) / ((edge[box] as number) + MIN_SHARE))
    return Math.max(-MAX_ODDS, Math.min(MAX_ODDS, odds)) - WORTH
  })
  const best = bestRectangle(scores, width, height)
  return withinPicture({
    left: best.x0 / width - ROOM,
    top: best.y0 / height - ROOM,
    width: (best.x1 - best.x0) / width + 2 * ROOM,
    height: (best.y1 - best.y0) / height + 2 * ROOM,
  })
}

/** Finds the rectangle with the largest sum (Kadane's algorithm over pairs of columns). */
function bestRectangle(scores: Float64Array, width: number, height: number) {
  let best = { sum: -Infinity, x0: 0, x1: width, y0: 0, y1: height }
  const rows = new Float64Array(height)
  for (let x0 = 0; x0 < width; x0++) {
    rows.fill(0)
    for (let x1 = x0; x1 < width; x1++) {
      let [sum, start] = [0, 0]
      for (let y = 0; y < height; y++) {
        rows[y] = (rows[y] as number) + (scores[y * width + x1] as number)
        if (sum <= 0) [sum, start] = [0, y]
        sum += rows[y] as number
        if (sum > best.sum) best = { sum, x0, x1: x1 + 1, y0: start, y1: y + 1 }
      }
    }
  }
  return best
}
