/** Garments that open in front: two fronts over a lined back, and belts that close them. */
import { tones } from './colour.ts'
import { lerp, mirrored, onSide, type Pt } from './line.ts'
import type { PanelStyle, Pen } from './pen.ts'
import { bodyFolds, type BodyShape } from './tops.ts'

export interface Opening {
  /** How far each front overlaps the middle, at the closure and at the hem (negative if they part). */
  breakX: number
  breakY: number
  hemX: number
  /** The roundness of the fronts' lower corners. */
  round: number
  lining: string
  style?: PanelStyle
  folds?: number
}

/**
 * Draws both fronts, the left of the picture under the right, with the lined inside of the back behind them. Returns
 * their ids.
 */
export function fronts(pen: Pen, b: BodyShape, o: Opening): [string, string] {
  const t = tones(o.lining)
  const half: Pt[] = [
    [b.shoulder - 40, b.slope - 8, 1],
    [b.chest - 20, b.armpit],
    [b.waist - 16, b.waistY],
    [b.hem - 14, b.hemY - 6, 1],
  ]
  const inside = pen.panel(
    [[0, -26], [b.neck, -12, 1], ...half, [0, b.hemY - 12], ...mirrored(half), [-b.neck, -12, 1]],
    { tones: { ...t, base: t.dark, light: t.base, glow: t.base }, texture: 'plain', light: 0.5 },
  )
  pen.within(inside, () => {
    pen.patch(
      [
        [-b.neck, -18],
        [0, -30],
        [b.neck, -18],
        [b.neck * 0.9, 60],
        [-b.neck * 0.9, 60],
      ],
      t.deep,
      0.55,
    )
    pen.patch(
      [
        [-20, 14, 1],
        [20, 14, 1],
        [20, 38, 1],
        [-20, 38, 1],
      ],
      pen.tones.light,
      0.9,
    )
  })
  const sag = b.sag ?? 12
  const ids = [-1, 1].map((side) => {
    const turn = o.round
    const x = -o.breakX
    const hem = -o.hemX
    const front: Pt[] = [
      [b.neck, -4, 1],
      [lerp(b.neck, b.shoulder, 0.5), b.slope * 0.42],
      [b.shoulder, b.slope, 1],
      [b.shoulder - 22, lerp(b.slope, b.armpit, 0.55)],
      [b.chest, b.armpit, 1],
      [lerp(b.chest, b.waist, 0.5) - 3, lerp(b.armpit, b.waistY, 0.5)],
      [b.waist, b.waistY],
      [lerp(b.waist, b.hem, 0.6), lerp(b.waistY, b.hemY, 0.55)],
      [b.hem, b.hemY, 1],
      [lerp(b.hem, hem, 0.5), b.hemY + sag * 0.8],
      ...(turn > 8
        ? ([
            [hem + turn, b.hemY + sag],
            [hem + turn * 0.3, b.hemY + sag - turn * 0.26],
            [hem, b.hemY - turn * 0.9],
          ] satisfies Pt[])
        : ([[hem, b.hemY + sag, 1]] satisfies Pt[])),
      [lerp(x, hem, 0.4), lerp(o.breakY, b.hemY, 0.45)],
      [x, o.breakY, 1],
      [lerp(b.neck, x, 0.5) - 6, o.breakY * 0.48],
    ]
    const points = side === 1 ? front : onSide(-1, front)
    return pen.panel(points, {
      bow: 12,
      lift: side === 1 ? 7 : 0,
      axis: [side * 90, 0, side * 100, b.hemY],
      ...o.style,
    })
  })
  for (const id of ids) bodyFolds(pen, id, b, (o.folds ?? 0.9) * 0.9)
  return [ids[0] ?? '', ids[1] ?? '']
}

/** Draws a soft belt knotted at the waist, its ends falling. */
export function tieBelt(pen: Pen, y: number, half: number, back = false, t = pen.tones): void {
  const band = pen.panel(
    [
      [-half, y - 22, 1],
      [0, y - 12],
      [half, y - 22, 1],
      [half + 2, y + 20, 1],
      [0, y + 32],
      [-half - 2, y + 20, 1],
    ],
    { tones: t, lift: 6, axis: [-half, y, half, y], inner: true },
  )
  pen.within(band, () => {
    pen.stitch(
      [
        [-half, y - 15],
        [0, y - 5],
        [half, y - 15],
      ],
      t.seam,
    )
    pen.stitch(
      [
        [-half, y + 13],
        [0, y + 25],
        [half, y + 13],
      ],
      t.seam,
    )
  })
  if (back) return
  const x = -34
  pen.panel(
    [
      [x - 10, y + 14, 1],
      [x - 34, y + 110],
      [x - 58, y + 250],
      [x - 64, y + 330, 1],
      [x - 20, y + 336, 1],
      [x - 10, y + 230],
      [x + 12, y + 100],
      [x + 16, y + 18, 1],
    ],
    { tones: t, lift: 7, inner: true },
  )
  pen.panel(
    [
      [x, y + 14, 1],
      [x + 24, y + 90],
      [x + 34, y + 180],
      [x + 36, y + 250, 1],
      [x + 80, y + 240, 1],
      [x + 66, y + 130],
      [x + 26, y + 10, 1],
    ],
    { tones: t, lift: 7, inner: true },
  )
  pen.panel(
    [
      [x - 26, y - 28],
      [x + 18, y - 26],
      [x + 34, y + 4],
      [x + 20, y + 36],
      [x - 22, y + 38],
      [x - 36, y + 6],
    ],
    { tones: t, lift: 6, inner: true },
  )
  pen.fold([x - 20, y - 18], [x + 4, y + 6], [x - 10, y + 34], 7, 0.5, t)
  pen.fold([x + 12, y - 20], [x + 22, y + 6], [x + 8, y + 30], 5, 0.4, t)
}

/** Draws a belt with a buckle, holes and a loop. */
export function buckleBelt(pen: Pen, y: number, half: number, height: number, t = pen.tones, metal = pen.trim): void {
  const h = height / 2
  const band = pen.panel(
    [
      [-half, y - h - 8, 1],
      [0, y - h],
      [half, y - h - 8, 1],
      [half + 2, y + h - 8, 1],
      [0, y + h],
      [-half - 2, y + h - 8, 1],
    ],
    { tones: t, lift: 6, axis: [-half, y, half, y], inner: true },
  )
  pen.within(band, () => {
    pen.stitch(
      [
        [-half, y - h - 1],
        [0, y - h + 7],
        [half, y - h - 1],
      ],
      t.seam,
    )
    pen.stitch(
      [
        [-half, y + h - 15],
        [0, y + h - 7],
        [half, y + h - 15],
      ],
      t.seam,
    )
    for (let i = 1; i < 5; i++) pen.stud(-36 - i * 26, y - 2, 3.4, { ...t, base: t.line, glow: t.deep })
  })
  const w = h + 14
  const frame = (k: number): Pt[] => [
    [-w + k, y - w + k, 1],
    [w - k, y - w + k - 1, 1],
    [w - k, y + w - k, 1],
    [-w + k, y + w - k, 1],
  ]
  pen.raw(
    `<path d="${pen.path(frame(4))}" fill="none" stroke="${metal.line}" stroke-width="11" stroke-linejoin="round"/><path d="${pen.path(frame(4))}" fill="none" stroke="${metal.base}" stroke-width="8" stroke-linejoin="round"/><path d="${pen.path(frame(2).slice(0, 2), false)}" fill="none" stroke="${metal.glow}" stroke-width="2.4"/>`,
  )
  pen.line(
    [
      [-w + 4, y],
      [w + 4, y - 1],
    ],
    5,
    metal.line,
  )
  pen.line(
    [
      [-w + 4, y - 1],
      [w + 3, y - 2],
    ],
    3,
    metal.light,
  )
  pen.panel(
    [
      [-half * 0.42 - 9, y - h - 6, 1],
      [-half * 0.42 + 9, y - h - 6, 1],
      [-half * 0.42 + 9, y + h, 1],
      [-half * 0.42 - 9, y + h, 1],
    ],
    { tones: t, lift: 4, inner: true, light: 0.5 },
  )
}
