/** Jeans, trousers, leggings and shorts. */
import { tones } from './colour.ts'
import { lerp, onSide, type Pt } from './line.ts'
import { flap, patchPocket, welt } from './necks.ts'
import type { PanelStyle, Pen } from './pen.ts'
import { waistband } from './skirts.ts'

interface LegShape {
  /** The half widths of waist and hip. */
  half: number
  hip: number
  hipY: number
  crotch: number
  kneeY: number
  hemY: number
  /** The full widths of a leg at knee and hem, and the distance between the legs. */
  knee: number
  hem: number
  apart: number
  style?: PanelStyle
}

interface Leg {
  id: string
  side: number
  knee: Pt
  hem: Pt
  a: Pt
  b: Pt
}

/** Draws two legs with the weight on one of them: the other steps out a little. */
function legs(pen: Pen, l: LegShape): [Leg, Leg] {
  const made = [-1, 1].map((side): Leg => {
    const step = side === 1 ? 34 : 0
    const lift = side === 1 ? 14 : 0
    const knee: Pt = [lerp(l.hip * 0.5, l.apart, 0.5) + step * 0.62, l.kneeY - lift * 0.5]
    const hem: Pt = [l.apart + step, l.hemY - lift]
    const long = l.hemY - l.crotch > 260
    const outer: Pt[] = [
      [l.half - 2, 36, 1],
      [lerp(l.half, l.hip, 0.72), l.hipY * 0.55],
      [l.hip, l.hipY],
      ...(long
        ? ([
            [lerp(l.hip, knee[0] + l.knee / 2, 0.55) + 2, lerp(l.hipY, l.kneeY, 0.55)],
            [knee[0] + l.knee / 2, knee[1]],
          ] satisfies Pt[])
        : []),
    ]
    const a: Pt = [hem[0] + l.hem / 2, hem[1], 1]
    const b: Pt = [hem[0] - l.hem / 2, hem[1] + 4, 1]
    const inner: Pt[] = [
      ...(long
        ? ([
            [knee[0] - l.knee / 2, knee[1] + 6],
            [lerp(knee[0] - l.knee / 2, 6, 0.55) - 4, lerp(l.kneeY, l.crotch, 0.55)],
          ] satisfies Pt[])
        : []),
      [2, l.crotch, 1],
      [-3, l.crotch * 0.6],
      [-3, 40, 1],
    ]
    const id = pen.panel(onSide(side, [...outer, a, [hem[0], hem[1] + 11], b, ...inner]), {
      axis: [side * l.hip * 0.46, 40, side * hem[0], hem[1]],
      bow: 12,
      lift: side === 1 ? 8 : 0,
      ...l.style,
    })
    const flip = (p: Pt): Pt => [p[0] * side, p[1]]
    pen.within(id, () => {
      const c = l.crotch
      pen.fold([side * 4, c - 10], [side * l.hip * 0.4, c - 50], [side * l.hip * 0.82, c - 60], 12, 0.4)
      pen.fold([side * 6, c + 16], [side * l.hip * 0.36, c - 4], [side * l.hip * 0.66, c + 6], 10, 0.32)
      pen.fold([side * 8, c + 60], [side * l.hip * 0.36, c + 40], [side * l.hip * 0.56, c + 70], 9, 0.26)
      if (!long) return
      const [kx, ky] = knee
      pen.fold(flip([kx + l.knee * 0.5, ky - 20]), flip([kx, ky + 4]), flip([kx - l.knee * 0.3, ky - 12]), 9, 0.26)
      pen.fold(flip([kx - l.knee * 0.5, ky + 22]), flip([kx, ky + 38]), flip([kx + l.knee * 0.26, ky + 24]), 8, 0.26)
      pen.drape(
        flip([kx + l.knee * 0.1, ky + 60]),
        flip([hem[0] + l.hem * 0.24, hem[1] + 20]),
        l.hem * 0.2,
        side * 4,
        0.34,
      )
    })
    return { id, side, knee: flip(knee), hem: flip(hem), a: flip(a), b: flip(b) }
  })
  const [left, right] = made
  if (!left || !right) throw new Error('two legs')
  return [left, right]
}

/** Draws the stitch along a leg's hem, `up` above its edge. */
function hemStitch(pen: Pen, leg: Leg, up: number, colour: string): void {
  pen.within(leg.id, () =>
    pen.stitch(
      [
        [leg.a[0], leg.a[1] - up],
        [leg.hem[0], leg.hem[1] + 10 - up],
        [leg.b[0], leg.b[1] - up],
      ],
      colour,
    ),
  )
}

/** Draws the fly with its curved double stitch. */
function fly(pen: Pen, crotch: number, thread: string): void {
  pen.line(
    [
      [0, 44],
      [1, crotch * 0.6],
      [0, crotch],
    ],
    2.2,
    pen.tones.seam,
  )
  for (const k of [0, 7])
    pen.stitch(
      [
        [42 - k, 46],
        [41 - k, crotch * 0.55],
        [26 - k, crotch * 0.74],
        [3, crotch * 0.82 - k],
      ],
      thread,
      1.8,
      0.95,
    )
}

function loops(pen: Pen, half: number, at: number[], height = 66, style: PanelStyle = {}): void {
  for (const t of at) {
    // The band's edge is lower towards its middle.
    const top = 9 * (1 - t * t)
    pen.panel(
      [
        [t * half - 8, top - 4, 1],
        [t * half + 8, top - 4, 1],
        [t * half + 8, top + height - 16, 1],
        [t * half - 8, top + height - 16, 1],
      ],
      { lift: 3, contour: 1.4, light: 0.4, inner: true, ...style },
    )
  }
}

/** Draws jeans: straight, skinny, wide, flared. */
export function jeans(pen: Pen): void {
  pen.sway = -10
  const thread = '#d0994a'
  const copper = tones('#b5783f')

  const l: LegShape = {
    half: 132,
    hip: pen.pick(176, 172, 182, 172),
    hipY: 196,
    crotch: 306,
    kneeY: 660,
    hemY: pen.pick(1090, 1070, 1100, 1130),
    knee: pen.pick(152, 122, 204, 132),
    hem: pen.pick(142, 92, 236, 214),
    apart: pen.pick(108, 92, 132, 126),
  }
  const back = pen.spec.back
  const [left, right] = legs(pen, l)
  for (const leg of [left, right]) {
    const s = leg.side
    pen.within(leg.id, () => {
      // Wear: lighter thighs and knees, whiskers at the hip.
      const fade = (x: number, y: number, rx: number, ry: number, o: number) => {
        for (const k of [1, 0.72, 0.45])
          pen.patch(
            [
              [x - rx * k, y],
              [x, y - ry * k],
              [x + rx * k, y],
              [x, y + ry * k],
            ],
            pen.tones.glow,
            o * 0.5,
          )
      }
      fade(s * 92, back ? 330 : 470, 58, 190, 0.34)
      fade(leg.knee[0], leg.knee[1], 44, 90, 0.26)
      if (!back)
        for (let i = 0; i < 3; i++)
          pen.fold([s * 30, 262 + i * 26], [s * 90, 240 + i * 28], [s * (l.hip - 8), 236 + i * 34], 7, 0.28)
      pen.line(
        onSide(s, [
          [l.hip - 12, 180],
          [Math.abs(leg.knee[0]) + l.knee / 2 - 11, leg.knee[1]],
          [Math.abs(leg.a[0]) - 10, leg.a[1]],
        ]),
        1.6,
        pen.tones.seam,
        0.6,
      )
      pen.stitch(
        onSide(s, [
          [l.hip - 19, 190],
          [lerp(l.hip, Math.abs(leg.knee[0]) + l.knee / 2, 0.5) - 18, 420],
        ]),
        thread,
      )
    })
    hemStitch(pen, leg, 16, thread)
    if (pen.pickLate(false, false, true, false)) {
      const turn = pen.panel(
        [
          [leg.a[0] + s * 3, leg.a[1] - 40, 1],
          [leg.a[0] + s * 4, leg.a[1] + 4, 1],
          [leg.hem[0], leg.hem[1] + 16],
          [leg.b[0] - s * 4, leg.b[1] + 4, 1],
          [leg.b[0] - s * 3, leg.b[1] - 40, 1],
          [leg.hem[0], leg.hem[1] - 30],
        ],
        { tones: tones(pen.tones.glow), lift: 5 },
      )
      pen.within(turn, () =>
        pen.line(
          [
            [leg.hem[0] + s * 30, leg.hem[1] - 50],
            [leg.hem[0] + s * 32, leg.hem[1] + 20],
          ],
          2,
        ),
      )
    }
  }
  if (back) {
    for (const s of [-1, 1]) {
      pen.line(
        onSide(s, [
          [0, 118],
          [80, 96],
          [l.hip - 6, 76],
        ]),
        2,
        pen.tones.seam,
      )
      pen.stitch(
        onSide(s, [
          [0, 125],
          [80, 103],
          [l.hip - 6, 83],
        ]),
        thread,
      )
      patchPocket(pen, s * 88, 150, 108, 112, 'point', { tones: { ...pen.tones, seam: thread } })
      pen.stitch(
        onSide(s, [
          [38, 216],
          [64, 236],
          [88, 214],
          [112, 236],
          [138, 214],
        ]),
        thread,
      )
    }
    pen.seam([
      [0, 44],
      [2, 180],
      [0, 306],
    ])
    pen.panel(
      [
        [72, 2, 1],
        [122, 0, 1],
        [122, 40, 1],
        [72, 42, 1],
      ],
      { tones: tones('#9a6a40'), texture: 'leather', inner: true, lift: 3 },
    )
  } else {
    for (const s of [-1, 1]) {
      const bag: Pt[] = [
        [60, 44, 1],
        [70, 86],
        [108, 112],
        [l.half + 22, 116, 1],
        [l.half - 6, 44, 1],
      ]
      pen.panel(onSide(s, bag), {
        inner: true,
        contour: 1.6,
        light: 0.2,
        tones: { ...pen.tones, base: pen.tones.shade },
      })
      for (const k of [0, 7])
        pen.stitch(
          onSide(s, [
            [56 - k, 46],
            [66 - k, 90 + k * 0.6],
            [108, 119 + k],
            [l.half + 20, 123 + k],
          ]),
          thread,
          1.8,
          0.95,
        )
      for (const [x, y] of [
        [60, 54],
        [l.half + 10, 112],
      ] as const)
        pen.stud(s * x, y, 5, copper)
    }
    pen.line(
      [
        [92, 92],
        [100, 112],
        [140, 98],
      ],
      1.8,
      pen.tones.seam,
    )
    pen.stitch(
      [
        [92, 86],
        [118, 88],
        [142, 84],
      ],
      thread,
    )
    fly(pen, l.crotch, thread)
  }
  waistband(pen, l.half, 0, 44, { tones: { ...pen.tones, seam: thread } })
  loops(pen, l.half, back ? [-0.72, 0, 0.72] : [-0.8, -0.44, 0.44, 0.8])
  if (!back) pen.stud(1, 32, 13, copper)
}

/** Draws trousers: pressed and straight, wide and pleated, tapered with a tied waist, cropped with a turn-up. */
export function trousers(pen: Pen): void {
  pen.sway = -12
  pen.along = pen.spec.pattern === 'stripe'
  const kind = pen.pick('straight', 'wide', 'tapered', 'crop')
  const l: LegShape = {
    half: 128,
    hip: pen.pick(172, 192, 188, 176),
    hipY: 206,
    crotch: 320,
    kneeY: 660,
    hemY: pen.pick(1110, 1150, 1060, 960),
    knee: pen.pick(158, 246, 172, 152),
    hem: pen.pick(138, 292, 104, 124),
    apart: pen.pick(106, 158, 92, 100),
  }
  const back = pen.spec.back
  for (const leg of legs(pen, l)) {
    const s = leg.side
    pen.within(leg.id, () => {
      if (kind !== 'tapered') {
        const line: Pt[] = [[s * 84, 60], [s * 92, 300], leg.knee, leg.hem]
        pen.line(
          line.map(([x, y]): Pt => [x - 4, y]),
          4,
          pen.tones.glow,
          0.6,
        )
        pen.line(line, 2, pen.tones.seam, 0.8)
      }
      if (kind === 'wide')
        for (const k of [0.2, 0.42])
          pen.drape([s * (110 + k * 60), 360], [leg.hem[0] + s * l.hem * k, leg.hem[1] + 20], 40, s * 8, 0.4)
      if ((kind === 'wide' || kind === 'tapered') && !back)
        for (const x of [56, 92]) {
          pen.drape([s * x, 50], [s * (x + 10), 250], 20, 0, 0.4)
          pen.line(
            [
              [s * x, 46],
              [s * (x + 2), 120],
            ],
            2.2,
          )
        }
    })
    if (kind === 'crop') {
      pen.panel(
        [
          [leg.a[0] + s * 3, leg.a[1] - 48, 1],
          [leg.a[0] + s * 4, leg.a[1] + 3, 1],
          [leg.hem[0], leg.hem[1] + 14],
          [leg.b[0] - s * 4, leg.b[1] + 3, 1],
          [leg.b[0] - s * 3, leg.b[1] - 48, 1],
          [leg.hem[0], leg.hem[1] - 38],
        ],
        { lift: 5 },
      )
    } else if (kind === 'tapered') {
      pen.panel(
        [
          [leg.a[0] + s * 2, leg.a[1] - 34, 1],
          [leg.a[0], leg.a[1] + 4, 1],
          [leg.hem[0], leg.hem[1] + 14],
          [leg.b[0], leg.b[1] + 4, 1],
          [leg.b[0] - s * 2, leg.b[1] - 34, 1],
          [leg.hem[0], leg.hem[1] - 24],
        ],
        { texture: 'rib', lift: 3 },
      )
    } else hemStitch(pen, leg, 22, pen.tones.seam)
    if (back) {
      if (kind === 'tapered') flap(pen, s * 88, 150, 104, 50)
      else welt(pen, [s * 88 - 50, 156], [s * 88 + 50, 156], 13)
      pen.button(s * 88, 184, 8)
      pen.seam(
        onSide(s, [
          [88, 48],
          [88, 140],
        ]),
      )
    } else if (kind === 'tapered')
      pen.line(
        onSide(s, [
          [120, 60],
          [158, 150],
          [170, 230],
        ]),
        3,
        pen.tones.seam,
      )
    else {
      pen.line(
        onSide(s, [
          [106, 46],
          [146, 190],
          [152, 214],
        ]),
        2.8,
        pen.tones.seam,
      )
      pen.stitch(
        onSide(s, [
          [99, 46],
          [139, 190],
          [146, 216],
        ]),
      )
    }
  }
  if (!back) fly(pen, l.crotch, pen.tones.seam)
  else
    pen.seam([
      [0, 44],
      [2, 180],
      [0, l.crotch],
    ])
  if (kind === 'tapered') {
    const band = waistband(pen, l.half, 0, 50, { texture: 'rib' })
    pen.within(band, () => {
      for (let i = -6; i <= 6; i++) pen.fold([i * 20, 2], [i * 20 + 2, 30], [i * 20, 58], 4, 0.4)
    })
    if (!back)
      for (const s of [-1, 1]) {
        const cord: Pt[] = [
          [s * 14, 34],
          [s * 30, 90],
          [s * 20, 150],
          [s * 26, s === 1 ? 216 : 190],
        ]
        pen.line(cord, 8, pen.tones.line)
        pen.line(cord, 5.5, pen.trim.base)
      }
  } else {
    waistband(pen, l.half, 0, 46)
    loops(pen, l.half, back ? [-0.7, 0, 0.7] : [-0.78, -0.4, 0.4, 0.78])
    if (!back) {
      pen.line(
        [
          [-10, 30],
          [10, 30],
        ],
        2.4,
      )
      pen.button(0, 31, 10)
    }
  }
}

/** Draws leggings: plain, with a deep waist and side panels, stirrups, cropped. */
export function leggings(pen: Pen): void {
  pen.sway = -8
  pen.hand = 0.8
  const l: LegShape = {
    half: 118,
    hip: 162,
    hipY: 200,
    crotch: 308,
    kneeY: 640,
    hemY: pen.pick(1090, 1080, 1100, 840),
    knee: pen.pick(104, 104, 104, 104),
    hem: pen.pick(70, 70, 66, 88),
    apart: pen.pick(70, 70, 68, 80),
    style: { glossy: pen.spec.pattern === 'plain' },
  }
  for (const leg of legs(pen, l)) {
    const s = leg.side
    pen.within(leg.id, () => {
      if (pen.pick(false, true, false, true)) {
        pen.patch(
          onSide(s, [
            [l.hip - 26, 120, 1],
            [l.hip + 10, 120, 1],
            [Math.abs(leg.knee[0]) + 70, leg.knee[1]],
            [Math.abs(leg.a[0]) + 20, leg.a[1] + 20, 1],
            [Math.abs(leg.a[0]) - 12, leg.a[1] + 20, 1],
            [Math.abs(leg.knee[0]) + 22, leg.knee[1]],
          ]),
          pen.trim.base,
          0.95,
        )
        pen.line(
          onSide(s, [
            [l.hip - 26, 120],
            [Math.abs(leg.knee[0]) + 22, leg.knee[1]],
            [Math.abs(leg.a[0]) - 12, leg.a[1] + 10],
          ]),
          2,
          pen.trim.line,
        )
      }
      pen.seam(
        onSide(s, [
          [34, 300],
          [Math.abs(leg.knee[0]) - 20, leg.knee[1]],
          [Math.abs(leg.b[0]) + 14, leg.b[1]],
        ]),
      )
      pen.raw(
        `<path d="${pen.path([
          [leg.knee[0] - 26, 420, 1],
          [leg.knee[0] - 4, 540],
          [leg.knee[0] - 22, 660, 1],
          [leg.knee[0] - 34, 540],
        ])}" fill="${pen.tones.glow}" fill-opacity=".5"/>`,
      )
      for (const k of [18, 25])
        pen.stitch([
          [leg.a[0], leg.a[1] - k],
          [leg.hem[0], leg.hem[1] + 8 - k],
          [leg.b[0], leg.b[1] - k],
        ])
    })
    if (pen.pick(false, false, true, false))
      pen.panel(
        [
          [leg.hem[0] - 22, leg.hem[1] + 4, 1],
          [leg.hem[0] + 24, leg.hem[1] + 2, 1],
          [leg.hem[0] + 16, leg.hem[1] + 46],
          [leg.hem[0], leg.hem[1] + 58],
          [leg.hem[0] - 16, leg.hem[1] + 46],
        ],
        {},
      )
  }
  pen.line(
    [
      [0, 90],
      [1, 200],
      [0, 308],
    ],
    2,
    pen.tones.seam,
  )
  const deep = pen.pick(60, 108, 60, 96)
  const band = waistband(pen, l.half, -10, deep, { glossy: true })
  pen.within(band, () => {
    if (deep > 80)
      pen.seam([
        [-150, deep - 30],
        [0, deep * 0.4],
        [150, deep - 30],
      ])
    if (pen.spec.back)
      pen.zip(
        [
          [-34, 34],
          [34, 34],
        ],
        pen.trim,
        6,
        false,
      )
  })
}

/** Draws shorts: denim cut, pleated, sporty with a cord, long and tailored. */
export function shorts(pen: Pen): void {
  const kind = pen.pick('jean', 'pleat', 'sport', 'bermuda')
  const denim = pen.spec.pattern === 'denim'
  const thread = denim ? '#d0994a' : pen.tones.seam
  const l: LegShape = {
    half: 134,
    hip: pen.pick(182, 198, 192, 184),
    hipY: 196,
    crotch: 300,
    kneeY: 480,
    hemY: pen.pick(400, 440, 410, 600),
    knee: 190,
    hem: pen.pick(210, 242, 226, 186),
    apart: pen.pick(118, 140, 128, 112),
  }
  const back = pen.spec.back
  for (const leg of legs(pen, l)) {
    const s = leg.side
    pen.within(leg.id, () => {
      pen.drape([s * 120, 210], [leg.hem[0] + s * 40, leg.hem[1] + 20], 50, s * 6, 0.4)
      if (kind === 'sport') {
        pen.patch(
          onSide(s, [
            [l.hip - 24, 50, 1],
            [l.hip + 40, 50, 1],
            [Math.abs(leg.a[0]) + 30, leg.a[1] + 20, 1],
            [Math.abs(leg.a[0]) - 26, leg.a[1] + 20, 1],
            [l.hip - 22, 200],
          ]),
          pen.trim.base,
        )
        pen.line(
          onSide(s, [
            [l.hip - 24, 50],
            [l.hip - 22, 200],
            [Math.abs(leg.a[0]) - 26, leg.a[1] + 20],
          ]),
          2,
          pen.trim.line,
        )
      }
      if ((kind === 'pleat' || kind === 'bermuda') && !back)
        for (const x of [56, 94]) {
          pen.drape([s * x, 50], [s * (x + 14), 300], 28, 0, 0.46)
          pen.line(
            [
              [s * x, 46],
              [s * (x + 3), 130],
            ],
            2.2,
          )
        }
    })
    hemStitch(pen, leg, kind === 'jean' ? 18 : 30, thread)
    if (kind === 'jean' || kind === 'bermuda')
      pen.panel(
        [
          [leg.a[0] + s * 3, leg.a[1] - 40, 1],
          [leg.a[0] + s * 4, leg.a[1] + 3, 1],
          [leg.hem[0], leg.hem[1] + 15],
          [leg.b[0] - s * 3, leg.b[1] + 3, 1],
          [leg.b[0] - s * 2, leg.b[1] - 40, 1],
          [leg.hem[0], leg.hem[1] - 29],
        ],
        { lift: 5, ...(denim ? { tones: tones(pen.tones.glow) } : {}) },
      )
    if (back)
      patchPocket(pen, s * 92, 140, 110, 110, kind === 'jean' ? 'point' : 'square', {
        tones: { ...pen.tones, seam: thread },
      })
    else
      for (const k of [0, 7])
        pen.stitch(
          onSide(s, [
            [100 - k, 48],
            [132 - k, 130],
            [l.hip - 8 - k, 176],
          ]),
          thread,
        )
  }
  if (kind !== 'sport' && !back) fly(pen, l.crotch, thread)
  else
    pen.seam([
      [0, 44],
      [1, 180],
      [0, 300],
    ])
  const band = waistband(
    pen,
    l.half,
    0,
    48,
    kind === 'sport' ? { texture: 'rib' } : { tones: { ...pen.tones, seam: thread } },
  )
  if (kind === 'sport') {
    pen.within(band, () => {
      for (let i = -6; i <= 6; i++) pen.fold([i * 21, 2], [i * 21 + 2, 30], [i * 21, 56], 4, 0.4)
    })
    if (!back)
      for (const s of [-1, 1]) {
        const cord: Pt[] = [
          [s * 14, 34],
          [s * 34, 84],
          [s * 24, 150],
        ]
        pen.line(cord, 8, pen.tones.line)
        pen.line(cord, 5.5, pen.trim.base)
      }
    return
  }
  loops(pen, l.half, back ? [-0.7, 0, 0.7] : [-0.78, -0.42, 0.42, 0.78], 68)
  if (!back) {
    if (denim) pen.stud(1, 34, 13, tones('#b5783f'))
    else pen.button(0, 33, 12)
  }
  if (kind === 'pleat' && !back) {
    for (const [k, x] of [
      [60, -40],
      [84, 24],
    ] as const)
      pen.panel(
        [
          [x * 0.3, 30],
          [x, 60],
          [x * 1.1, 90 + k],
          [x * 0.7 + 12, 94 + k],
          [x * 0.6 + 6, 60],
        ],
        { lift: 5, inner: true },
      )
    pen.panel(
      [
        [-22, 12],
        [20, 14],
        [26, 34],
        [0, 48],
        [-26, 34],
      ],
      { lift: 5, inner: true },
    )
  }
}
