/** The base of shoes: lasts, soles, heels, laces, and the arrangement of a pair. */
import { tint, tones, type Tones } from './colour.ts'
import { lerp, taper, type Pt } from './line.ts'
import type { PanelStyle, Pen } from './pen.ts'

export type Toe = 'round' | 'almond' | 'point' | 'square'

/**
 * Draws a pair: the far shoe behind the near one (higher behind low shoes), or facing each other for the second view.
 */
export function pair(pen: Pen, draw: () => void, low = false): void {
  pen.hand = 0.5
  const [x, y] = pen.spec.back ? [-40, low ? -146 : -88] : [150, low ? -146 : -88]
  const dark = tint(pen.spec.ground, -0.3)
  for (const [k, o] of [
    [1, 0.1],
    [0.86, 0.14],
    [0.7, 0.2],
  ] as const)
    pen.raw(
      `<ellipse cx="${x + 14}" cy="${y}" rx="${Math.round(360 * k)}" ry="${Math.round(26 * k)}" fill="${dark}" fill-opacity="${o}"/>`,
    )
  if (pen.spec.back) pen.placed(0, 0, 1, 0, () => pen.twice(40, low ? -150 : -92, 0.94, draw, true), true)
  else pen.twice(150, low ? -150 : -92, 0.95, draw)
}

/**
 * Returns the outline of a foot's top from the toe to the instep, for a heel of height `h` on a platform `p`. The toe
 * points left, and the ground is y = 0.
 */
export function vamp(toe: Toe, h: number, p: number): Pt[] {
  const tip: Record<Toe, Pt[]> = {
    round: [
      [-338, -p - 12, 1],
      [-362, -p - 48],
      [-346, -p - 92],
      [-288, -p - 128],
    ],
    almond: [
      [-360, -p - 10, 1],
      [-384, -p - 30],
      [-366, -p - 58],
      [-292, -p - 104],
    ],
    point: [
      [-404, -p - 10, 1],
      [-412, -p - 20],
      [-352, -p - 56],
      [-276, -p - 96],
    ],
    square: [
      [-374, -p - 10, 1],
      [-384, -p - 20, 1],
      [-384, -p - 58],
      [-356, -p - 76],
      [-280, -p - 106],
    ],
  }
  return [...tip[toe], [-180, -p - 142 - h * 0.12], [-92, -p - 184 - h * 0.32], [-12, -p - 258 - h * 0.55]]
}

/** Returns the lower edge of an upper, from the heel to the toe. */
export function feather(h: number, p: number): Pt[] {
  return [
    [316, -h - p - 8, 1],
    [214, -h * 0.96 - p],
    [70, -h * 0.5 - p - 2],
    [-90, -p - 3],
    [-230, -p - 2],
  ]
}

/** Draws the sole under a last, with its welt and stitches. */
export function sole(pen: Pen, toe: Toe, h: number, p: number, t: Tones, treads = false, out = 6): void {
  const tipX = { round: -358, almond: -380, point: -410, square: -384 }[toe] - out
  const seat = h > 60 ? 0 : out
  const back: Pt[] = [
    [321 + seat, -h - p - 10, 1],
    [322 + seat, -h - 2, 1],
  ]
  const under: Pt[] =
    h > 40
      ? [
          [220, -h * 0.94 + 4],
          [76, -h * 0.46 + 4],
          [-86, 0],
          [-230, 2],
        ]
      : [
          [220, h > 20 ? -h : 0],
          [60, -1],
          [-90, 0],
          [-230, 2],
        ]
  pen.panel(
    [
      ...back,
      ...under,
      [tipX + 30, -4],
      [tipX, -p * 0.55 - 6],
      [tipX + 6, -p - 14, 1],
      ...feather(h, p).slice(1).reverse(),
    ],
    { tones: t, texture: 'plain', light: 0.6 },
  )
  if (treads)
    for (let x = -320; x < 320; x += 34)
      pen.patch(
        [
          [x, 4, 1],
          [x + 16, 4, 1],
          [x + 13, -12, 1],
          [x + 3, -12, 1],
        ],
        t.line,
        0.9,
      )
  if (p > 22) {
    pen.line(
      [
        [tipX + 12, -p * 0.52 - 4],
        [-230, -p * 0.46],
        [-90, -p * 0.46],
        [70, -h * 0.48 - p * 0.46],
        [220, -h * 0.95 - p * 0.46],
        [320, -h - p * 0.5],
      ],
      2,
      t.seam,
      0.8,
    )
    pen.line(
      [
        [tipX + 16, -p - 6],
        [-230, -p + 6],
        [-90, -p + 6],
        [70, -h * 0.5 - p + 6],
      ],
      2,
      t.glow,
      0.7,
    )
  }
}

/** Draws a heel under the seat. */
export function heel(pen: Pen, kind: 'block' | 'stiletto' | 'stack' | 'flare' | 'kitten', h: number, t: Tones): void {
  const shapes: Record<typeof kind, Pt[]> = {
    block: [
      [168, -h * 0.86, 1],
      [324, -h, 1],
      [318, -h * 0.5],
      [308, 0, 1],
      [200, 0, 1],
      [196, -h * 0.5],
    ],
    stiletto: [
      [190, -h * 0.9, 1],
      [326, -h - 2, 1],
      [318, -h * 0.7],
      [304, -h * 0.3],
      [304, 0, 1],
      [286, 0, 1],
      [284, -h * 0.3],
      [262, -h * 0.66],
    ],
    stack: [
      [172, -h * 0.88, 1],
      [324, -h, 1],
      [326, -h * 0.4],
      [322, 0, 1],
      [186, 0, 1],
      [182, -h * 0.5],
    ],
    flare: [
      [190, -h * 0.9, 1],
      [324, -h, 1],
      [306, -h * 0.56],
      [322, 0, 1],
      [212, 0, 1],
      [226, -h * 0.56],
    ],
    kitten: [
      [206, -h * 0.9, 1],
      [326, -h, 1],
      [314, -h * 0.6],
      [300, 0, 1],
      [272, 0, 1],
      [262, -h * 0.5],
    ],
  }
  const id = pen.panel(shapes[kind], { tones: t, texture: 'plain', glossy: true })
  pen.within(id, () => {
    if (kind === 'stack')
      for (let y = -h + 14; y < 0; y += 15)
        pen.line(
          [
            [150, y + 4],
            [340, y],
          ],
          1.8,
          t.seam,
          0.6,
        )
    pen.patch(
      [
        [150, -11, 1],
        [340, -11, 1],
        [340, 4, 1],
        [150, 4, 1],
      ],
      t.line,
      0.8,
    )
  })
}

/** Draws laces across a throat that runs from `a` (low) to `b` (high), with eyelets and a bow on top. */
export function laces(pen: Pen, a: Pt, b: Pt, rows: number, reach: number, t: Tones, knot = true): void {
  const l = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1
  const [nx, ny] = [-(b[1] - a[1]) / l, (b[0] - a[0]) / l]
  for (let i = 0; i < rows; i++) {
    const k = i / (rows - 1)
    const [x, y] = [lerp(a[0], b[0], k), lerp(a[1], b[1], k)]
    pen.stud(x + nx * reach, y + ny * reach, 7, tones(t.dark))
    pen.cord(
      [
        [x + nx * reach, y + ny * reach],
        [x + nx * reach * 0.2 - 4, y + ny * reach * 0.3 - 6],
        [x - nx * reach * 0.75, y - ny * reach * 0.75 - 2],
      ],
      9,
      t,
    )
  }
  if (!knot) return
  const [kx, ky] = [lerp(a[0], b[0], 1.02), lerp(a[1], b[1], 1.02) - 4]
  pen.cord(
    [
      [kx, ky],
      [kx - 46, ky - 40],
      [kx - 86, ky - 14],
      [kx - 50, ky + 16],
      [kx, ky],
    ],
    7,
    t,
  )
  pen.cord(
    [
      [kx, ky],
      [kx + 26, ky - 24],
      [kx + 64, ky + 4],
      [kx + 34, ky + 30],
      [kx, ky],
    ],
    7,
    t,
  )
  pen.cord(
    [
      [kx, ky],
      [kx - 26, ky + 50],
      [kx - 12, ky + 96],
    ],
    7,
    t,
  )
  pen.cord(
    [
      [kx, ky],
      [kx + 14, ky + 50],
      [kx + 46, ky + 84],
    ],
    7,
    t,
  )
  pen.stud(kx, ky, 9, t)
}

/** Draws a strap with a buckle, from a to b. */
export function strap(
  pen: Pen,
  a: Pt,
  c: Pt,
  b: Pt,
  width: number,
  t: Tones,
  metal: Tones | null,
  style: PanelStyle = {},
): void {
  const side = (p: Pt, q: Pt, k: number): Pt => {
    const l = Math.hypot(q[0] - p[0], q[1] - p[1]) || 1
    return [(-(q[1] - p[1]) / l) * k, ((q[0] - p[0]) / l) * k]
  }
  const w = width / 2
  const [s0, s1, s2] = [side(a, c, w), side(a, b, w), side(c, b, w)]
  const add = (p: Pt, q: Pt, f: number, corner?: 1): Pt =>
    corner ? [p[0] + q[0] * f, p[1] + q[1] * f, 1] : [p[0] + q[0] * f, p[1] + q[1] * f]
  const id = pen.panel(
    [add(a, s0, 1, 1), add(c, s1, 1), add(b, s2, 1, 1), add(b, s2, -1, 1), add(c, s1, -1), add(a, s0, -1, 1)],
    { tones: t, lift: 5, axis: [a[0], a[1], b[0], b[1]], ...style },
  )
  pen.within(id, () => {
    for (const f of [0.66, -0.66]) pen.stitch([add(a, s0, f), add(c, s1, f), add(b, s2, f)], t.seam, 1.5)
  })
  if (!metal) return
  const [x, y] = [lerp(a[0], b[0], 0.5) * 0.5 + c[0] * 0.5, lerp(a[1], b[1], 0.5) * 0.5 + c[1] * 0.5]
  const turn = (Math.atan2(b[1] - a[1], b[0] - a[0]) * 180) / Math.PI
  pen.placed(x, y, 1, turn, () => {
    const f: Pt[] = [
      [-w - 3, -w - 7, 1],
      [w + 3, -w - 7, 1],
      [w + 3, w + 7, 1],
      [-w - 3, w + 7, 1],
    ]
    pen.raw(
      `<path d="${pen.path(f)}" fill="none" stroke="${metal.line}" stroke-width="8.5" stroke-linejoin="round"/><path d="${pen.path(f)}" fill="none" stroke="${metal.base}" stroke-width="6" stroke-linejoin="round"/>`,
    )
    pen.line(
      [
        [-w - 2, 0],
        [w + 6, 0],
      ],
      4,
      metal.light,
    )
  })
}

/** Draws creases where a shoe bends, and the gleam on its toe. */
export function toeLight(pen: Pen, h: number, p: number, t: Tones = pen.tones): void {
  pen.raw(
    `<path d="${taper([-330, -p - 74], [-300, -p - 112 - h * 0.04], [-214, -p - 130 - h * 0.08], 13, pen.warp)}" fill="${t.glow}" fill-opacity=".75"/>`,
  )
  pen.fold([-196, -p - 128 - h * 0.1], [-168, -p - 96], [-176, -p - 54], 7, 0.3, t)
  pen.fold([-160, -p - 140 - h * 0.14], [-134, -p - 106], [-146, -p - 70], 6, 0.26, t)
  pen.patch(
    [
      [-380, -p - 2, 1],
      [-230, -p - 30],
      [-60, -p - 34 - h * 0.1],
      [120, -h * 0.66 - p - 34],
      [320, -h - p - 40],
      [330, -h - p, 1],
      [214, -h * 0.96 - p],
      [70, -h * 0.5 - p],
      [-90, -p, 1],
    ],
    t.deep,
    0.2,
  )
}
