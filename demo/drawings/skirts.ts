/** Skirts of every length, and the falling fabric that dresses share with them. */
import { lerp, onSide, xy, type Pt } from './line.ts'
import { patchPocket } from './necks.ts'
import type { PanelStyle, Pen } from './pen.ts'

export interface FallShape {
  top: number
  /** Half widths at the top, the hip and the hem. */
  waist: number
  hip: number
  hipY: number
  hem: number
  hemY: number
  /** The number of folds, and the depth of their waves at the hem. */
  folds: number
  wave: number
  /** How much lower the hem's middle hangs than its sides. */
  arc?: number
  /** Added to the hem's height on the right, for slanted hems. */
  slant?: number
  strength?: number
  style?: PanelStyle
}

/**
 * Draws fabric that falls from a line: a waving hem with its inside visible, and the folds above it. Returns the
 * panel's id.
 */
export function fall(pen: Pen, f: FallShape): string {
  const arc = f.arc ?? 26
  const slant = f.slant ?? 0
  const steps = f.folds * 2
  const hemAt = (i: number): Pt => {
    const t = (i / steps) * 2 - 1
    const jitter = Math.sin(i * 2.4 + (pen.seed % 7)) * 0.3
    const x = (f.hem * Math.sin((t + jitter * 0.12 * (1 - t * t)) * 1.5)) / Math.sin(1.5)
    return [
      x,
      f.hemY +
        arc * (1 - t * t) +
        slant * (t + 1) * 0.5 +
        (i % 2 ? f.wave : -f.wave) * (0.75 + jitter) * (Math.abs(t) === 1 ? 0.2 : 1),
    ]
  }
  const hem: Pt[] = []
  for (let i = steps; i >= 0; i--) hem.push(i === 0 || i === steps ? [...xy(hemAt(i)), 1] : hemAt(i))
  if (f.wave > 5) {
    const inner: Pt[] = [
      [-f.hem * 0.9, f.hemY - 60, 1],
      [f.hem * 0.9, f.hemY + slant - 60, 1],
      [f.hem * 0.93, f.hemY + slant + 2, 1],
      [f.hem * 0.5, f.hemY + arc * 0.75 + slant * 0.75 - f.wave * 0.1],
      [0, f.hemY + arc + slant * 0.5 - f.wave * 0.1],
      [-f.hem * 0.5, f.hemY + arc * 0.75 + slant * 0.25 - f.wave * 0.1],
      [-f.hem * 0.93, f.hemY + 2, 1],
    ]
    pen.inside(inner)
  }
  const side: Pt[] = [
    [f.waist, f.top, 1],
    [lerp(f.waist, f.hip, 0.68), lerp(f.top, f.hipY, 0.45)],
    [f.hip, f.hipY],
    [lerp(f.hip, f.hem, 0.5) - 3, lerp(f.hipY, f.hemY, 0.5)],
  ]
  const id = pen.panel([...onSide(-1, side).reverse(), [0, f.top + 8], ...side, ...hem], {
    flare: f.hem / Math.max(f.waist, 60) - 1.1,
    bow: 22,
    axis: [0, f.top, 0, f.hemY],
    ...f.style,
  })
  const strength = f.strength ?? 0.4
  pen.within(id, () => {
    for (let i = 0; i <= steps; i++) {
      const [x, y] = hemAt(i)
      const t = x / f.hem
      const reach = [0.1, 0.42, 0.22, 0.56, 0.3][(i + pen.seed) % 5] ?? 0.3
      const startY = lerp(f.top, f.hemY, i % 2 ? reach + 0.14 : reach)
      const startX = lerp(f.waist, f.hip, Math.min(1, (startY - f.top) / (f.hipY - f.top + 1))) * t * 0.94
      const width = (f.hem / f.folds) * (i % 2 ? 0.42 : 0.62)
      if (i % 2 === 0) pen.drape([startX, startY], [x + width * 0.2, y + 26], width, t * 10, strength)
      else
        pen.raw(
          `<path d="${pen.path([
            [startX, startY + 30, 1],
            [lerp(startX, x, 0.5) - 4 + t * 8, lerp(startY, y, 0.5)],
            [x - width * 0.5, y + 30, 1],
            [x + width * 0.2, y + 30, 1],
            [lerp(startX, x, 0.5) + 6 + t * 8, lerp(startY, y, 0.5)],
          ])}" fill="${pen.tones.glow}" fill-opacity="${strength * 0.7}"/>`,
        )
    }
  })
  return id
}

/** Draws gathers below a seam. */
export function gathers(pen: Pen, x0: number, x1: number, y: number, count: number, length: number): void {
  for (let i = 0; i < count; i++) {
    const x = lerp(x0, x1, (i + 0.5) / count)
    pen.fold([x, y], [x + 1, y + length * 0.5], [x * 1.06, y + length * (0.6 + ((i * 7) % 5) * 0.12)], 5, 0.38)
  }
}

/** Draws a straight band at the top of skirts and trousers. */
export function waistband(pen: Pen, half: number, y: number, height: number, style: PanelStyle = {}): string {
  pen.inside([
    [-half + 2, y],
    [0, y - 13],
    [half - 2, y],
    [0, y + 16],
  ])
  const id = pen.panel(
    [
      [-half, y, 1],
      [0, y + 11],
      [half, y, 1],
      [half + 5, y + height - 3, 1],
      [0, y + height + 9],
      [-half - 5, y + height - 3, 1],
    ],
    { lift: 3, axis: [-half, y, half, y], ...style },
  )
  pen.within(id, () => {
    pen.stitch(
      [
        [-half, y + 6],
        [0, y + 17],
        [half, y + 6],
      ],
      style.tones?.seam,
    )
    pen.stitch(
      [
        [-half, y + height - 9],
        [0, y + height + 2],
        [half, y + height - 9],
      ],
      style.tones?.seam,
    )
  })
  return id
}

/** Draws a short skirt: A-line with a zip, pleated, buttoned with pockets, flounced. */
export function skirt(pen: Pen): void {
  pen.sway = 14
  const kind = pen.pick('line', 'pleat', 'button', 'flounce')
  const half = 138
  const f: FallShape = {
    top: 40,
    waist: half + 2,
    hip: 206,
    hipY: 190,
    hem: pen.pick(262, 330, 252, 262),
    hemY: pen.pick(560, 540, 580, 470),
    folds: pen.pick(3, 10, 3, 5),
    wave: pen.pick(7, 9, 5, 8),
    strength: kind === 'pleat' ? 0.62 : 0.4,
  }
  if (kind === 'flounce')
    fall(pen, {
      ...f,
      top: 430,
      waist: 248,
      hip: 286,
      hipY: 500,
      hem: 330,
      hemY: 620,
      folds: 8,
      wave: 15,
      strength: 0.5,
    })
  const id = fall(pen, f)
  pen.within(id, () => {
    if (kind === 'line' && !pen.spec.back)
      for (const side of [-1, 1]) {
        pen.seam(
          onSide(side, [
            [74, 50],
            [92, 120],
            [100, 196],
          ]),
        )
      }
    if (kind === 'pleat')
      for (let i = -6; i <= 6; i++)
        pen.line(
          [
            [i * 21, 44],
            [i * 32 + 2, 190],
            [i * 51 + 4, 580],
          ],
          2,
          pen.tones.seam,
          0.75,
        )
    if (kind !== 'flounce')
      for (const k of [16, 22])
        pen.stitch(
          [
            [-f.hem, f.hemY - k - 6],
            [0, f.hemY + 26 - k],
            [f.hem, f.hemY - k - 6],
          ],
          pen.tones.seam,
          1.6,
          0.6,
        )
    if (pen.spec.back)
      pen.zip(
        [
          [0, 50],
          [1, 120],
          [1, 210],
        ],
        pen.trim,
        7,
      )
  })
  if (kind === 'button' && !pen.spec.back) {
    const band = pen.panel(
      [
        [-24, 46, 1],
        [24, 46, 1],
        [30, f.hemY + 24, 1],
        [-26, f.hemY + 25, 1],
      ],
      { lift: 4, inner: true, light: 0.5 },
    )
    pen.within(band, () => {
      for (const x of [-17, 18])
        pen.stitch([
          [x, 40],
          [x * 1.2, f.hemY + 30],
        ])
    })
    for (let i = 0; i < 6; i++) pen.button(1 + i, 86 + i * 86, 13)
    for (const side of [-1, 1]) patchPocket(pen, side * 122, 130, 108, 120, 'round')
  }
  waistband(pen, half, 0, 48)
  if (kind === 'button' && !pen.spec.back) pen.button(0, 34, 13)
}

/** Draws a midi skirt: full A-line, sunray pleats, slip with a slanted hem, pencil with a slit. */
export function midiSkirt(pen: Pen): void {
  pen.sway = 34
  const kind = pen.pick('full', 'pleat', 'slip', 'pencil')
  const half = 130
  const f: FallShape = {
    top: 34,
    waist: half,
    hip: pen.pick(220, 210, 188, 186),
    hipY: pen.pick(230, 240, 230, 230),
    hem: pen.pick(380, 360, 262, 156),
    hemY: pen.pick(860, 860, 880, 850),
    folds: pen.pick(6, 13, 4, 2),
    wave: pen.pick(19, 11, 11, 2),
    arc: pen.pick(40, 30, 20, 12),
    slant: pen.pick(0, 0, -36, 0),
    strength: pen.pick(0.46, 0.62, 0.36, 0.2),
    style: kind === 'slip' ? { glossy: pen.spec.pattern === 'plain' } : {},
  }
  const id = fall(pen, f)
  pen.within(id, () => {
    if (kind === 'full') gathers(pen, -half, half, 38, 13, 120)
    if (kind === 'pleat')
      for (let i = -8; i <= 8; i++)
        pen.line(
          [
            [i * 15, 38],
            [i * 25, 240],
            [i * 43 + 3, 900],
          ],
          1.8,
          pen.tones.seam,
          0.7,
        )
    if (kind === 'pencil') {
      pen.fold([180, 250], [90, 290], [-20, 270], 11, 0.32)
      pen.fold([-180, 330], [-90, 350], [0, 330], 10, 0.28)
      for (const side of [-1, 1])
        pen.seam(
          onSide(side, [
            [66, 40],
            [80, 110],
            [84, 170],
          ]),
        )
      pen.patch(
        [
          [58, 640, 1],
          [74, 880, 1],
          [20, 880, 1],
        ],
        pen.tones.deep,
        0.9,
      )
      pen.line(
        [
          [58, 640],
          [70, 880],
        ],
        2.4,
        pen.tones.line,
      )
    }
    if (pen.spec.back)
      pen.zip(
        [
          [0, 40],
          [1, 120],
          [1, 230],
        ],
        pen.trim,
        7,
      )
  })
  if (kind === 'slip') {
    pen.panel(
      [
        [-half - 1, 20, 1],
        [0, 30],
        [half + 1, 20, 1],
        [half + 3, 44, 1],
        [0, 55],
        [-half - 3, 44, 1],
      ],
      { lift: 2 },
    )
    pen.inside([
      [-half + 2, 20],
      [0, 8],
      [half - 2, 20],
      [0, 32],
    ])
  } else waistband(pen, half, 0, kind === 'pencil' ? 64 : 44)
  if (kind === 'full' && !pen.spec.back)
    for (const side of [-1, 1])
      pen.line(
        onSide(side, [
          [150, 80],
          [184, 160],
          [206, 240],
        ]),
        2.6,
        pen.tones.seam,
        0.9,
      )
}
