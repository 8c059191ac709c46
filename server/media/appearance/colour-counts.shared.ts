import type { LabPicture } from './lab-picture.shared.ts'

/** Colours are counted in boxes of this size, in Lab units. */
const BOX = 9
const [LIGHTS, HUES] = [Math.ceil(100 / BOX) + 1, Math.ceil(256 / BOX) + 1]

/** Returns the box of each pixel's colour. */
export const boxesOf = (picture: LabPicture): Int32Array =>
  Int32Array.from({ length: picture.l.length }, (_, index) => boxOf(picture, index))

const boxOf = ({ l, a, b }: LabPicture, index: number) =>
  (Math.round((l[index] as number) / BOX) * HUES + Math.round(((a[index] as number) + 128) / BOX)) * HUES +
  Math.round(((b[index] as number) + 128) / BOX)

/** Returns the weighted frequency of each colour, spread to neighbouring boxes. */
export function frequencies(boxes: Int32Array, weightOf: (index: number) => number): Float64Array {
  const counts = new Float64Array(LIGHTS * HUES * HUES)
  let sum = 0
  for (let index = 0; index < boxes.length; index++) {
    const weight = weightOf(index)
    if (!weight) continue
    const box = boxes[index] as number
    sum += weight
    counts[box] = (counts[box] as number) + weight
    for (const step of [1, -1, HUES, -HUES, HUES * HUES, -HUES * HUES]) {
      const near = box + step
      if (near >= 0 && near < counts.length) counts[near] = (counts[near] as number) + weight * 0.25
    }
  }
  const all = Math.max(1, sum * 2.5)
  return counts.map((each) => each / all)
}
