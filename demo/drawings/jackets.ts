/** Jacket, biker jacket and puffer. */
import { tones } from './colour.ts'
import { between, lerp, onSide, type Pt } from './line.ts'
import { flap, neckRib, patchPocket, shirtCollar, welt } from './necks.ts'
import type { Pen, PanelStyle } from './pen.ts'
import { fronts } from './fronts.ts'
import { hemRib } from './knits.ts'
import { longSleeves } from './shirts.ts'
import { arm, backNeck, body, bodyFolds, cuff, type BodyShape, type Pose, type SleeveEnd } from './tops.ts'

const SHORT: BodyShape = {
  neck: 70,
  depth: 58,
  shoulder: 196,
  chest: 192,
  waist: 182,
  hem: 178,
  slope: 60,
  armpit: 250,
  waistY: 430,
  hemY: 580,
  sag: 8,
}
const POSES: [[Pose, Pose], [Pose, Pose], [Pose, Pose], [Pose, Pose]] = [
  ['easy', 'bent'],
  ['bent', 'easy'],
  ['easy', 'open'],
  ['open', 'bent'],
]

/** Returns the thread colour of denim, or else the fabric's seam colour. */
const threadOf = (pen: Pen) => (pen.spec.pattern === 'denim' ? '#c98f3f' : pen.tones.seam)

function doubleStitch(pen: Pen, points: readonly Pt[], colour = threadOf(pen)): void {
  pen.line(points, 1.6, pen.tones.seam, 0.8)
  pen.stitch(
    points.map(([x, y]): Pt => [x + 5, y + 4]),
    colour,
    1.8,
    0.95,
  )
  pen.stitch(
    points.map(([x, y]): Pt => [x + 10, y + 8]),
    colour,
    1.8,
    0.95,
  )
}

/** Draws a jacket: trucker, bomber, chore jacket, collarless with trimmed edges. */
export function jacket(pen: Pen): void {
  const kind = pen.pick('trucker', 'bomber', 'chore', 'trimmed')
  const thread = threadOf(pen)
  const b: BodyShape = {
    ...SHORT,
    shoulder: pen.pick(196, 204, 200, 184),
    chest: pen.pick(190, 208, 196, 180),
    waist: pen.pick(176, 210, 190, 166),
    hem: pen.pick(166, 196, 196, 178),
    hemY: pen.pick(560, 570, 680, 560),
  }
  const metal = tones(pen.spec.pattern === 'denim' ? '#b98a4a' : pen.spec.accent)
  if (pen.spec.back || kind === 'trucker' || kind === 'bomber') {
    backNeck(pen, b, pen.trim)
    const id = body(pen, b)
    bodyFolds(pen, id, b)
    pen.within(id, () => {
      if (pen.spec.back) {
        doubleStitch(pen, [
          [-b.shoulder, 168],
          [0, 186],
          [b.shoulder, 168],
        ])
        for (const side of [-1, 1])
          doubleStitch(
            pen,
            onSide(side, [
              [112, 180],
              [86, 400],
              [64, b.hemY + 10],
            ]),
          )
      } else if (kind === 'trucker') {
        doubleStitch(pen, [
          [-b.shoulder, 172],
          [0, 180],
          [b.shoulder, 172],
        ])
        for (const side of [-1, 1]) {
          doubleStitch(
            pen,
            onSide(side, [
              [134, 190],
              [112, 360],
              [58, b.hemY + 10],
            ]),
          )
          doubleStitch(
            pen,
            onSide(side, [
              [76, 190],
              [66, 360],
              [34, b.hemY + 10],
            ]),
          )
        }
      }
    })
  } else {
    const [left, right] = fronts(pen, b, {
      breakX: 16,
      breakY: kind === 'chore' ? 66 : 60,
      hemX: kind === 'trimmed' ? -20 : 14,
      round: kind === 'trimmed' ? 30 : 5,
      lining: pen.spec.accent,
    })
    if (kind === 'chore')
      for (const id of [left, right])
        pen.within(id, () =>
          pen.stitch(
            [
              [-b.hem, b.hemY - 14],
              [0, b.hemY - 4],
              [b.hem, b.hemY - 14],
            ],
            thread,
          ),
        )
  }
  const ends = longSleeves(
    pen,
    b,
    pen.pick<[Pose, Pose]>(...POSES),
    570,
    kind === 'bomber' ? 134 : 114,
    kind === 'trimmed' ? 104 : 92,
    {},
    kind === 'bomber' ? 8 : 0,
  )
  ends.forEach((end) => {
    if (kind === 'bomber') cuff(pen, end, 52, { texture: 'rib', tones: pen.trim }, -8)
    else if (kind === 'trimmed') cuff(pen, end, 16, { tones: pen.trim, texture: 'knit' }, 2)
    else {
      cuff(pen, end, kind === 'chore' ? 44 : 50, {}, 2)
      pen.stud(
        lerp(end.a[0], end.b[0], 0.75) - end.dir[0] * 24,
        lerp(end.a[1], end.b[1], 0.75) - end.dir[1] * 24,
        7,
        metal,
      )
    }
  })
  if (kind === 'bomber') {
    hemRib(pen, b, 64, { tones: pen.trim })
    if (!pen.spec.back) {
      pen.zip(
        [
          [0, 44],
          [1, 300],
          [0, b.hemY + 70],
        ],
        metal,
        9,
      )
      for (const side of [-1, 1]) welt(pen, [side * 96, 380], [side * 138, 500], side * 22)
    }
    neckRib(pen, { ...b, depth: 50 }, 34, { tones: pen.trim })
    return
  }
  if (kind === 'trucker') {
    const band = pen.panel(
      [
        [-b.hem - 2, b.hemY - 4, 1],
        [0, b.hemY + 4],
        [b.hem + 2, b.hemY - 4, 1],
        [b.hem, b.hemY + 48, 1],
        [0, b.hemY + 58],
        [-b.hem, b.hemY + 48, 1],
      ],
      { lift: 3 },
    )
    pen.within(band, () => {
      pen.stitch(
        [
          [-b.hem, b.hemY + 4],
          [0, b.hemY + 13],
          [b.hem, b.hemY + 4],
        ],
        thread,
      )
      pen.stitch(
        [
          [-b.hem, b.hemY + 40],
          [0, b.hemY + 49],
          [b.hem, b.hemY + 40],
        ],
        thread,
      )
    })
  }
  if (pen.spec.back) {
    if (kind === 'trimmed') neckRib(pen, { ...b, depth: 40 }, 14, { tones: pen.trim, texture: 'knit' })
    else shirtCollar(pen, b.neck, 100, 110, 40)
    return
  }
  if (kind === 'trimmed') {
    for (const side of [-1, 1]) {
      const edge = -16
      pen.panel(
        onSide(side, [
          [b.neck - 2, -8, 1],
          [b.neck + 12, -2, 1],
          [lerp(b.neck, edge, 0.42) + 8, 46],
          [edge + 17, 70],
          [lerp(edge, 20, 0.4) + 17, 320],
          [34, b.hemY - 20],
          [60, b.hemY - 4],
          [60, b.hemY + 8],
          [20, b.hemY - 12],
          [lerp(edge, 20, 0.4), 320],
          [edge, 60],
          [lerp(b.neck, edge, 0.5) - 4, 34],
        ]),
        { tones: pen.trim, texture: 'knit', contour: 1.4 },
      )
      for (const [y, h] of [
        [220, 92],
        [400, 118],
      ] as const) {
        patchPocket(pen, side * 100, y, 108, h, 'square')
        pen.panel(
          [
            [side * 100 - 55, y - 5, 1],
            [side * 100 + 55, y - 6, 1],
            [side * 100 + 55, y + 10, 1],
            [side * 100 - 55, y + 11, 1],
          ],
          { tones: pen.trim, texture: 'knit', contour: 1.3, inner: true },
        )
        pen.stud(side * 100, y + 28, 9, metal)
      }
    }
    for (let i = 0; i < 4; i++) pen.stud(1 + i * 3, 100 + i * 116, 11, metal)
    return
  }
  const width = 44
  const bottom = b.hemY + (kind === 'trucker' ? 56 : 6)
  const band = pen.panel(
    [
      [-width / 2, 44, 1],
      [width / 2, 44, 1],
      [width / 2, bottom, 1],
      [-width / 2, bottom + 1, 1],
    ],
    { lift: 3, light: 0.5, inner: true },
  )
  pen.within(band, () => {
    for (const x of [-16, 16])
      pen.stitch(
        [
          [x, 40],
          [x, bottom],
        ],
        thread,
      )
  })
  const count = kind === 'trucker' ? 6 : 5
  for (let i = 0; i < count; i++)
    pen.stud(0, lerp(90, bottom - (kind === 'trucker' ? 26 : 80), i / (count - 1)), kind === 'trucker' ? 10 : 12, metal)
  for (const side of [-1, 1]) {
    if (kind === 'trucker') {
      flap(pen, side * 106, 180, 104, 50, 0, { button: metal })
      welt(pen, [side * 124, 420], [side * 150, 510], side * 16)
    } else {
      patchPocket(pen, side * 108, 440, 134, 160, 'square')
      if (side === 1) patchPocket(pen, 104, 210, 104, 110, 'point')
    }
  }
  shirtCollar(pen, b.neck, 106, kind === 'chore' ? 104 : 122, 48)
}

/** Draws a biker jacket with a slanting zip, wide snapped lapels and a belted hem: quilted, plain, cropped or long. */
export function biker(pen: Pen): void {
  const b: BodyShape = {
    ...SHORT,
    shoulder: 192,
    chest: 186,
    waist: 168,
    hem: pen.pick(172, 174, 166, 186),
    hemY: pen.pick(570, 590, 520, 680),
  }
  const glossy: PanelStyle = { glossy: pen.spec.pattern === 'plain' || pen.spec.pattern === 'leather' }
  const metal = tones(pen.spec.accent)
  backNeck(pen, b, tones('#3a2f2c'))
  const id = body(pen, { ...b, style: glossy })
  bodyFolds(pen, id, b, 1.3)
  pen.within(id, () => {
    if (pen.spec.back) {
      doubleStitch(pen, [
        [-b.shoulder, 160],
        [0, 172],
        [b.shoulder, 160],
      ])
      for (const side of [-1, 1])
        doubleStitch(
          pen,
          onSide(side, [
            [118, 180],
            [88, 380],
            [96, b.hemY],
          ]),
        )
    } else
      for (const side of [-1, 1]) {
        pen.seam(
          onSide(side, [
            [b.neck + 6, 24],
            [130, 66],
            [b.shoulder, 96],
          ]),
        )
        if (pen.pick(true, false, false, true))
          for (let i = 0; i < 5; i++)
            pen.seam(
              onSide(side, [
                [134 + i * 14, 92 + i * 8],
                [140 + i * 12, 250],
              ]),
            )
      }
  })
  const ends = longSleeves(pen, b, pen.pick<[Pose, Pose]>(...POSES), 570, 112, 88, glossy)
  ends.forEach((end, i) => {
    const [dx, dy] = end.dir
    const at = (t: number, up: number): Pt => [
      lerp(end.a[0], end.b[0], t) - dx * up,
      lerp(end.a[1], end.b[1], t) - dy * up,
    ]
    pen.within(end.id, () => {
      for (const up of [12, 22]) pen.stitch([at(0, up), at(1, up)])
    })
    pen.zip([at(i ? 0.66 : 0.6, 130), at(0.62, 4)], metal, 8)
  })
  const shoulderStrap = (side: number) => {
    pen.panel(
      onSide(side, [
        [88, 4, 1],
        [b.shoulder - 4, b.slope - 6, 1],
        [b.shoulder - 12, b.slope + 24, 1],
        [94, 34, 1],
      ]),
      { lift: 5, axis: [side * 80, 20, side * b.shoulder, b.slope], ...glossy },
    )
    pen.stud(side * 108, 24, 7, metal)
  }
  shoulderStrap(-1)
  shoulderStrap(1)
  const waist = pen.panel(
    [
      [-b.hem - 2, b.hemY - 8, 1],
      [0, b.hemY],
      [b.hem + 2, b.hemY - 8, 1],
      [b.hem, b.hemY + 44, 1],
      [0, b.hemY + 54],
      [-b.hem, b.hemY + 44, 1],
    ],
    { lift: 4, axis: [-b.hem, b.hemY, b.hem, b.hemY], ...glossy },
  )
  pen.within(waist, () => {
    for (const k of [2, 40])
      pen.stitch([
        [-b.hem, b.hemY + k],
        [0, b.hemY + k + 8],
        [b.hem, b.hemY + k],
      ])
  })
  if (pen.spec.back) {
    shirtCollar(pen, b.neck, 100, 120, 40, glossy)
    for (const x of [-120, 120])
      pen.panel(
        [
          [x - 10, b.hemY - 12, 1],
          [x + 10, b.hemY - 12, 1],
          [x + 10, b.hemY + 52, 1],
          [x - 10, b.hemY + 52, 1],
        ],
        { lift: 4, inner: true, ...glossy },
      )
    return
  }
  for (const [x, y, tx, ty] of [
    [-84, 400, -136, 490],
    [100, 400, 146, 490],
  ] as const)
    pen.zip(
      [
        [x, y],
        [tx, ty],
      ],
      metal,
      8,
    )
  pen.zip(
    [
      [-112, 196],
      [-40, 232],
    ],
    metal,
    7,
  )
  // The right front lies over the left and closes far to the side.
  const over = pen.panel(
    [
      [b.neck - 6, -6, 1],
      [-30, 120],
      [-84, 300, 1],
      [-96, 330],
      [-74, 460],
      [-60, b.hemY - 2, 1],
      [-24, b.hemY + 1, 1],
      [-44, 440],
      [-62, 320],
      [20, 120],
    ],
    { lift: 7, inner: true, ...glossy },
  )
  pen.zip(
    [
      [-88, 318],
      [-66, 450],
      [-50, b.hemY - 4],
    ],
    metal,
    9,
  )
  pen.within(over, () =>
    pen.stitch([
      [-60, 330],
      [-42, 440],
      [-26, b.hemY],
    ]),
  )
  for (const side of [-1, 1]) {
    const lapel: Pt[] =
      side === 1
        ? [
            [b.neck - 14, 6, 1],
            [118, 96, 1],
            [148, 106, 1],
            [128, 206],
            [60, 268],
            [-84, 318, 1],
            [-10, 150],
          ]
        : [
            [-b.neck + 14, 6, 1],
            [-116, 96, 1],
            [-146, 104, 1],
            [-136, 196],
            [-112, 288, 1],
            [-60, 200],
            [-20, 116, 1],
          ]
    const leaf = pen.panel(lapel, { lift: 9, axis: [side * 120, 90, -80 * side, 310], inner: true, ...glossy })
    pen.within(leaf, () => {
      pen.stitch(
        side === 1
          ? [
              [136, 116],
              [118, 200],
              [54, 256],
              [-70, 308],
            ]
          : [
              [-134, 114],
              [-126, 194],
              [-108, 272],
            ],
      )
      pen.fold([side * 70, 30], [side * 60, 140], [side === 1 ? -40 : -90, 250], 9, 0.3)
    })
    pen.stud(side === 1 ? 126 : -126, 122, 8, metal)
    pen.panel(
      onSide(side, [
        [b.neck - 16, -32, 1],
        [b.neck + 12, -24],
        [b.neck + 34, 20],
        [132, 84, 1],
        [104, 104, 1],
        [b.neck - 12, 14, 1],
        [b.neck - 24, -8],
      ]),
      { lift: 6, axis: [0, -30, side * 100, 60], ...glossy },
    )
    pen.stud(side * 112, 82, 7, metal)
  }
  const y = b.hemY + 22
  const frame: Pt[] = [
    [30, y - 26, 1],
    [82, y - 28, 1],
    [82, y + 22, 1],
    [30, y + 24, 1],
  ]
  pen.raw(
    `<path d="${pen.path(frame)}" fill="none" stroke="${metal.line}" stroke-width="10"/><path d="${pen.path(frame)}" fill="none" stroke="${metal.base}" stroke-width="7"/>`,
  )
  pen.line(
    [
      [32, y - 2],
      [80, y - 3],
    ],
    4,
    metal.light,
  )
}

/** Draws one stuffed tube of a quilted piece, between two edges. */
function tube(pen: Pen, a0: Pt, a1: Pt, b0: Pt, b1: Pt, bulge: number, style: PanelStyle): void {
  const out = (p: Pt, q: Pt, from: Pt): Pt => {
    const m = between(p, q, 0.5)
    const l = Math.hypot(m[0] - from[0], m[1] - from[1]) || 1
    return [m[0] + ((m[0] - from[0]) / l) * bulge, m[1] + ((m[1] - from[1]) / l) * bulge]
  }
  const centre = between(between(a0, a1, 0.5), between(b0, b1, 0.5), 0.5)
  const low = between(b0, b1, 0.5)
  const texture = pen.spec.pattern === 'check' ? 'small-check' : pen.spec.pattern === 'stripe' ? 'small-stripe' : null
  const id = pen.panel(
    [
      [a0[0], a0[1], 1],
      between(a0, a1, 0.5),
      [a1[0], a1[1], 1],
      out(a1, b1, centre),
      [b1[0], b1[1], 1],
      [low[0], low[1] + bulge * 0.5],
      [b0[0], b0[1], 1],
      out(b0, a0, centre),
    ],
    texture ? { texture, ...style } : style,
  )
  pen.within(id, () => {
    const h = Math.hypot(b0[0] - a0[0], b0[1] - a0[1])
    const wide = Math.abs(a1[0] - a0[0]) > 250
    if (wide)
      pen.patch(
        [
          [a0[0] - 20, a0[1], 1],
          [a1[0] + 20, a1[1], 1],
          [a1[0] + 10, a1[1] + h * 0.12],
          [centre[0], centre[1] - h * 0.34],
          [a0[0] - 10, a0[1] + h * 0.12],
        ],
        pen.tones.deep,
        0.3,
      )
    pen.patch(
      [
        [lerp(a0[0], a1[0], 0.1), centre[1] - h * 0.12],
        [lerp(a0[0], a1[0], 0.4), centre[1] - h * 0.26],
        [lerp(a0[0], a1[0], 0.62), centre[1] - h * 0.16],
        [lerp(a0[0], a1[0], 0.36), centre[1] - h * 0.04],
      ],
      pen.tones.glow,
      0.6,
    )
    pen.patch(
      [
        [b0[0] - 20, b0[1] + 10, 1],
        [low[0], centre[1] + h * 0.28],
        [b1[0] + 20, b1[1] + 10, 1],
        [low[0], low[1] + 20],
      ],
      pen.tones.dark,
      0.6,
    )
    const puckers = wide ? 6 : 3
    pen.folds(
      [...Array(puckers).keys()].map((i): [Pt, Pt, Pt] => {
        const top = between(a0, a1, (i + 1) / (puckers + 1) + (i % 2) * 0.03)
        return [top, [top[0] + 4, top[1] + h * 0.18], [top[0] - 4 + i * 2, top[1] + h * (0.3 + (i % 3) * 0.06)]]
      }),
      5,
      0.4,
    )
  })
}

/** Draws a puffer: short with a stand collar, long and hooded, vest, cropped and wide. */
export function puffer(pen: Pen): void {
  const kind = pen.pick('short', 'long', 'vest', 'crop')
  const rows = pen.pick(5, 7, 5, 4)
  const style: PanelStyle = {
    glossy: pen.spec.pattern === 'plain' && pen.pick(false, false, true, true),
    light: 0.8,
    contour: 2,
  }
  const b: BodyShape = {
    ...SHORT,
    neck: 84,
    shoulder: pen.pick(196, 196, 186, 206),
    chest: pen.pick(206, 206, 196, 220),
    hem: pen.pick(190, 216, 188, 196),
    hemY: pen.pick(630, 1010, 620, 500),
  }
  const sleeves = () => {
    if (kind === 'vest') return
    for (const [i, side] of [-1, 1].entries()) {
      const { elbow, wrist } = arm(
        pen.pick<[Pose, Pose]>(['easy', 'open'], ['open', 'easy'], ['easy', 'easy'], ['open', 'easy'])[i] ?? 'easy',
        [b.shoulder - 8, b.slope + 24],
        560,
      )
      const start: Pt = [b.shoulder - 34, b.slope + 52]
      const joints = [
        start,
        between(start, elbow, 0.4),
        between(start, elbow, 0.78),
        between(elbow, wrist, 0.16),
        between(elbow, wrist, 0.56),
        wrist,
      ]
      const widths = [164, 156, 146, 136, 126, 104]
      const edges = joints.map((p, k): [Pt, Pt] => {
        const q = joints[Math.min(k + 1, joints.length - 1)] ?? p
        const o = joints[Math.max(k - 1, 0)] ?? p
        const l = Math.hypot(q[0] - o[0], q[1] - o[1]) || 1
        const [nx, ny] = [(q[1] - o[1]) / l, -(q[0] - o[0]) / l]
        const w = (widths[k] ?? 100) / 2
        const [one, two]: [Pt, Pt] = [
          [p[0] + nx * w, p[1] + ny * w],
          [p[0] - nx * w, p[1] - ny * w],
        ]
        return side === 1
          ? [two, one]
          : [
              [-one[0], one[1]],
              [-two[0], two[1]],
            ]
      })
      const last = edges[edges.length - 1]
      if (last) {
        const end: SleeveEnd = { id: '', a: last[side === 1 ? 1 : 0], b: last[side === 1 ? 0 : 1], dir: [0, 1] }
        const [p, q] = [joints[joints.length - 2], joints[joints.length - 1]]
        if (p && q) {
          const l = Math.hypot(q[0] - p[0], q[1] - p[1]) || 1
          end.dir = [((q[0] - p[0]) / l) * side, (q[1] - p[1]) / l]
        }
        cuff(
          pen,
          {
            ...end,
            a: [end.a[0] + end.dir[0] * 26, end.a[1] + end.dir[1] * 26],
            b: [end.b[0] + end.dir[0] * 26, end.b[1] + end.dir[1] * 26],
          },
          44,
          { texture: 'rib', tones: pen.trim },
          -14,
        )
      }
      for (let k = edges.length - 2; k >= 0; k--) {
        const [top, low] = [edges[k], edges[k + 1]]
        if (top && low) tube(pen, top[0], top[1], low[0], low[1], 13, { ...style, light: 0, grain: 1.3, lift: 4 })
      }
    }
  }
  if (kind === 'long' && !pen.spec.back) {
    pen.panel(
      [
        [-b.neck - 40, 20, 1],
        [-128, -66],
        [-94, -156],
        [0, -186],
        [94, -156],
        [128, -66],
        [b.neck + 40, 20, 1],
        [0, 100],
      ],
      { ...style, lift: 4 },
    )
    pen.inside(
      [
        [-b.neck + 4, 20],
        [-86, -60],
        [-58, -120],
        [0, -140],
        [58, -120],
        [86, -60],
        [b.neck - 4, 20],
        [0, 90],
      ],
      pen.trim,
    )
  }
  const half = (y: number) =>
    y < b.armpit
      ? lerp(b.shoulder + 4, b.chest, (y - b.slope) / (b.armpit - b.slope))
      : lerp(b.chest, b.hem, ((y - b.armpit) / (b.hemY - b.armpit)) ** 1.6)
  if (kind === 'vest')
    for (const side of [-1, 1])
      pen.inside(
        onSide(side, [
          [b.shoulder - 20, b.slope],
          [b.shoulder + 6, b.slope + 60],
          [b.chest + 6, b.armpit - 10],
          [b.chest - 40, b.armpit],
        ]),
        pen.trim,
      )
  sleeves()
  const edge = (i: number): number => lerp(b.slope + 66, b.hemY, i / rows)
  for (let i = rows - 1; i >= 0; i--) {
    const [t, u] = [edge(i), edge(i + 1)]
    const dip = (y: number) => y + 4
    tube(pen, [-half(t), dip(t)], [half(t), dip(t)], [-half(u), dip(u)], [half(u), dip(u)], 16, {
      ...style,
      grain: 1.3,
    })
  }
  const yoke = pen.panel(
    [
      [-b.neck, -6, 1],
      [-lerp(b.neck, b.shoulder, 0.5), b.slope * 0.3],
      [-b.shoulder, b.slope],
      [-b.shoulder - 2, b.slope + 70, 1],
      [0, b.slope + 84],
      [b.shoulder + 2, b.slope + 70, 1],
      [b.shoulder, b.slope],
      [lerp(b.neck, b.shoulder, 0.5), b.slope * 0.3],
      [b.neck, -6, 1],
      [0, 40],
    ],
    style,
  )
  pen.within(yoke, () => {
    for (let i = -3; i <= 3; i++)
      pen.fold([i * 52, b.slope + 82], [i * 50, b.slope + 64], [i * 48 + 4, b.slope + 40], 5, 0.4)
  })
  const stand = kind === 'long' && !pen.spec.back ? 34 : 88
  if (kind === 'long' && pen.spec.back)
    pen.panel(
      [
        [-b.neck - 40, 20, 1],
        [-124, -60],
        [-90, -140],
        [0, -166],
        [90, -140],
        [124, -60],
        [b.neck + 40, 20, 1],
        [0, 150],
      ],
      { ...style, lift: 9 },
    )
  else {
    if (stand > 50)
      pen.inside(
        [
          [-b.neck + 2, -stand + 18],
          [0, -stand - 2],
          [b.neck - 2, -stand + 18],
          [0, -stand + 42],
        ],
        pen.trim,
      )
    for (let i = 1; i >= 0; i--) {
      const [t, u] = [lerp(-stand + 18, 26, i / 2), lerp(-stand + 18, 26, (i + 1) / 2)]
      tube(
        pen,
        [-b.neck - i * 5, t],
        [b.neck + i * 5, t],
        [-b.neck - 6 - i * 7, u + 6],
        [b.neck + 6 + i * 7, u + 6],
        9,
        style,
      )
    }
  }
  if (pen.spec.back) return
  pen.zip(
    [
      [0, -stand + 36],
      [2, 200],
      [0, b.hemY + 8],
    ],
    pen.trim,
    10,
  )
  for (const side of [-1, 1])
    pen.zip(
      [
        [side * 96, b.hemY - 220],
        [side * 128, b.hemY - 110],
      ],
      pen.trim,
      8,
    )
  pen.panel(
    [
      [74, 176, 1],
      [120, 174, 1],
      [120, 204, 1],
      [74, 206, 1],
    ],
    { tones: pen.trim, texture: 'plain', light: 0.4, inner: true, contour: 1.4 },
  )
}
