/** A dress form with a garment on it, and measurements next to the garment. */
import type { GarmentKind } from '../demo.types.ts'
import { lightness, mix, tones } from './colour.ts'
import { mirrored, r, type Pt } from './line.ts'
import type { Box, Pen } from './pen.ts'

/** The kinds that a dress form can wear, with the chest width of the first variant in centimetres. */
export const CHESTS: Partial<Record<GarmentKind, number>> = {
  dress: 45,
  'maxi-dress': 45,
  coat: 56,
  trench: 55,
  jacket: 53,
  'biker-jacket': 49,
  puffer: 60,
  blazer: 51,
  shirt: 54,
  blouse: 50,
  tee: 52,
  polo: 52,
  knit: 53,
  cardigan: 52,
  jumpsuit: 47,
}

/** Centimetres per unit of a drawing's length. */
const LENGTH = 0.1
const CHEST_Y = 206
const CHEST_HALF = 158

/** Draws the form's bust and pole behind the garment. `down` is the garment's lower end. */
export function drawForm(pen: Pen, down: number): void {
  const linen = tones(mix(pen.spec.ground, lightness(pen.spec.ground) > 0.5 ? '#8d7a63' : '#d9c8ad', 0.55))
  const wood = tones(mix(pen.spec.ground, '#6b4a2c', 0.75))
  const foot = Math.max(down, 640) + 150
  pen.cord(
    [
      [0, 560],
      [0, foot - 46],
    ],
    20,
    wood,
  )
  for (const side of [-1, 1])
    pen.cord(
      [
        [0, foot - 70],
        [side * 70, foot - 34],
        [side * 150, foot],
      ],
      15,
      wood,
    )
  const half: Pt[] = [
    [40, -112, 1],
    [42, -40],
    [66, 6],
    [140, 46],
    [150, 100],
    [146, 210],
    [112, 372],
    [150, 500],
    [150, 590, 1],
  ]
  pen.panel([...half, ...mirrored(half)], { tones: linen, texture: 'plain' })
  pen.panel(
    [
      [-36, -146, 1],
      [36, -146, 1],
      [44, -110, 1],
      [-44, -110, 1],
    ],
    { tones: wood, texture: 'plain' },
  )
}

/** The strokes of the digits, each in a box of 40 by 64. */
const FIGURES: Readonly<Record<string, string>> = {
  0: 'M20 0C4 0 0 16 0 32S4 64 20 64 40 48 40 32 36 0 20 0Z',
  1: 'M8 12L24 0V64',
  2: 'M2 16C4 -4 38 -6 38 18C38 34 14 44 1 64H40',
  3: 'M3 8C12 -4 37 -2 36 16C35 28 22 31 15 31C26 31 39 34 39 47C39 66 10 68 1 55',
  4: 'M30 64V0L0 44H40',
  5: 'M36 0H8L4 30C14 22 39 22 39 43C39 66 10 68 1 56',
  6: 'M34 4C14 -4 1 16 1 40C1 72 40 70 40 44C40 22 8 20 1 42',
  7: 'M0 0H40L14 64',
  8: 'M20 30C0 28 2 0 20 0S40 28 20 30C-6 32 -4 64 20 64S46 32 20 30Z',
  9: 'M6 60C26 68 39 48 39 24C39 -8 0 -6 0 20C0 42 32 44 39 22',
  c: 'M34 32C28 20 2 22 2 43S28 66 34 54',
  m: 'M0 64V24M0 34C4 20 24 20 24 36V64M24 36C26 20 50 20 50 36V64',
}

/** Draws lengths in centimetres as strokes, because a picture cannot rely on a font. */
function figures(text: string, x: number, y: number, scale: number, ink: string): string {
  const strokes = [...text]
    .map((sign, place) => `<path d="${FIGURES[sign] ?? ''}" transform="translate(${place * 56} 0)"/>`)
    .join('')
  const wide = (text.length * 56 - 16) * scale
  return `<g transform="translate(${r(x - wide / 2)} ${r(y)}) scale(${scale})" fill="none" stroke="${ink}" stroke-width="7" stroke-linecap="round" stroke-linejoin="round">${strokes}</g>`
}

/**
 * Draws measuring lines over the placed garment: its length next to it and its width across the chest.
 * @param piece the garment's box; `to` maps its points into the picture
 */
export function drawMeasurements(
  spec: { kind: GarmentKind; colour: string; ground: string; variant: number },
  piece: Box,
  to: (x: number, y: number) => [number, number],
): string {
  const inkOn = (colour: string) => (lightness(colour) > 0.56 ? '#1d1a17' : '#f6f0e4')
  const beside = inkOn(spec.ground)
  const across = inkOn(spec.colour)
  const [x0] = to(piece.x1, 0)
  const [, top] = to(0, 0)
  const [, end] = to(0, piece.y1)
  const x = Math.min(x0 + 100, 1100)
  const [left, level] = to(-CHEST_HALF, CHEST_Y)
  const [right] = to(CHEST_HALF, CHEST_Y)
  const line = (d: string, ink: string, rest = '') =>
    `<path d="${d}" fill="none" stroke="${ink}" stroke-width="4" stroke-linecap="round"${rest}/>`
  const length = `${Math.round(piece.y1 * LENGTH)}cm`
  const chest = `${(CHESTS[spec.kind] ?? 50) + (spec.variant % 4) * 2}cm`
  const middle = (top + end) / 2
  return (
    line(`M${r(x)} ${r(top)}V${r(middle - 50)}M${r(x)} ${r(middle + 50)}V${r(end)}`, beside) +
    line(`M${r(x - 16)} ${r(top)}H${r(x + 16)}M${r(x - 16)} ${r(end)}H${r(x + 16)}`, beside) +
    figures(length, x, middle - 22, 0.62, beside) +
    line(`M${r(left)} ${r(level)}H${r(right)}`, across, ' stroke-dasharray="12 10"') +
    line(`M${r(left)} ${r(level - 14)}v28M${r(right)} ${r(level - 14)}v28`, across) +
    figures(chest, (left + right) / 2, level + 18, 0.5, across)
  )
}
