/** Coat, trench and blazer. */
import { lightness, tint, tones } from './colour.ts'
import { lerp, onSide, xy, type Pt } from './line.ts'
import { backCollar, flap, lapels, patchPocket, shirtCollar, welt } from './necks.ts'
import type { Pen } from './pen.ts'
import { buckleBelt, fronts, tieBelt } from './fronts.ts'
import { longSleeves } from './shirts.ts'
import { body, bodyFolds, cuff, type BodyShape, type Pose, type SleeveEnd } from './tops.ts'

const COAT: BodyShape = {
  neck: 66,
  depth: 60,
  shoulder: 192,
  chest: 190,
  waist: 180,
  hem: 232,
  slope: 56,
  armpit: 246,
  waistY: 440,
  hemY: 1120,
  sag: 16,
}

/** Draws a tailored back: middle seam, vent and hem. */
function tailoredBack(pen: Pen, b: BodyShape, vent: number): string {
  const id = body(pen, b)
  bodyFolds(pen, id, b, 0.8)
  pen.within(id, () => {
    pen.seam([
      [0, 10],
      [3, b.waistY],
      [0, b.hemY - vent],
    ])
    for (const side of [-1, 1])
      pen.seam(
        onSide(side, [
          [b.shoulder - 34, b.armpit - 60],
          [b.waist * 0.58, b.waistY],
          [b.hem * 0.62, b.hemY + 10],
        ]),
      )
    pen.drape([2, b.hemY - vent - 20], [6, b.hemY + 30], 34, 2, 0.6)
    pen.line(
      [
        [0, b.hemY - vent],
        [12, b.hemY - vent + 10],
        [14, b.hemY + 20],
      ],
      2.4,
    )
  })
  return id
}

/** Draws small buttons at a jacket sleeve's slit. */
function sleeveButtons(pen: Pen, end: SleeveEnd, count: number): void {
  const [dx, dy] = end.dir
  for (let i = 0; i < count; i++)
    pen.button(
      lerp(end.b[0], end.a[0], 0.2) - dx * (22 + i * 18),
      lerp(end.b[1], end.a[1], 0.2) - dy * (22 + i * 18),
      7,
    )
}

/** Draws the crease where the upper and under sleeve meet, and a hem. */
function sleeveSeam(pen: Pen, end: SleeveEnd): void {
  const [dx, dy] = end.dir
  const at = (t: number, up: number): Pt => [
    lerp(end.a[0], end.b[0], t) - dx * up,
    lerp(end.a[1], end.b[1], t) - dy * up,
  ]
  pen.within(end.id, () => {
    pen.line([at(0.84, 0), at(0.86, 120), at(0.92, 250)], 1.6, pen.tones.seam, 0.7)
    pen.fold(at(0.1, 30), at(0.4, 44), at(0.8, 34), 6, 0.25)
  })
}

/** Draws a coat: single-breasted, double-breasted, wrapped with a shawl collar, cocoon with a turned-down collar. */
export function coat(pen: Pen): void {
  pen.sway = 26
  const kind = pen.pick('single', 'double', 'wrap', 'cocoon')
  const b: BodyShape =
    kind === 'cocoon'
      ? { ...COAT, shoulder: 204, slope: 66, chest: 218, waist: 226, hem: 204, armpit: 276, hemY: 980 }
      : { ...COAT, waist: kind === 'wrap' ? 160 : 180, hem: pen.pick(228, 222, 262), hemY: pen.pick(1120, 1060, 1180) }
  const poses = pen.pick<[Pose, Pose]>(['easy', 'bent'], ['easy', 'easy'], ['bent', 'easy'], ['open', 'bent'])
  const breakY = pen.pick(352, 320, 410, 76)
  const breakX = pen.pick(26, 86, 40, 28)
  if (pen.spec.back) tailoredBack(pen, b, 320)
  else {
    const [left, right] = fronts(pen, b, {
      breakX,
      breakY,
      hemX: pen.pick(-4, 66, -34, 10),
      round: 5,
      lining: pen.spec.accent,
    })
    pen.within(left, () => pen.drape([-40, breakY + 120], [-70, b.hemY + 20], 60, -6, 0.4))
    pen.within(right, () => {
      pen.drape([60, breakY + 160], [66, b.hemY + 20], 70, 8, 0.36)
      pen.drape([150, 520], [196, b.hemY + 20], 44, 10, 0.4)
      pen.stitch(
        [
          [-breakX + 12, breakY + 30],
          [-breakX + 10, lerp(breakY, b.hemY, 0.5)],
          [pen.pick(14, -56, 46, 0), b.hemY],
        ],
        pen.tones.seam,
        1.5,
        0.6,
      )
      for (const side of [-1, 1])
        pen.seam(
          onSide(side, [
            [b.shoulder * 0.72, b.armpit - 20],
            [b.waist * 0.66, b.waistY],
            [b.hem * 0.62, b.hemY + 10],
          ]),
        )
    })
  }
  const ends = longSleeves(
    pen,
    b,
    poses,
    630,
    kind === 'cocoon' ? 138 : 122,
    kind === 'cocoon' ? 120 : 104,
    {},
    kind === 'cocoon' ? 6 : 0,
  )
  ends.forEach((end) => {
    sleeveSeam(pen, end)
    if (kind === 'wrap' || kind === 'cocoon') cuff(pen, end, 80, {}, 7)
    else if (kind === 'double') sleeveButtons(pen, end, 3)
  })
  if (pen.spec.back) {
    backCollar(pen, b.neck, kind === 'cocoon' ? 76 : 64)
    if (kind === 'wrap') tieBelt(pen, b.waistY, b.waist + 6, true)
    else {
      pen.panel(
        [
          [-96, b.waistY - 22, 1],
          [96, b.waistY - 24, 1],
          [96, b.waistY + 18, 1],
          [-96, b.waistY + 20, 1],
        ],
        { lift: 6, inner: true },
      )
      for (const x of [-74, 74]) pen.button(x, b.waistY - 2, 12)
    }
    return
  }
  if (kind === 'single') {
    for (let i = 0; i < 3; i++) {
      pen.line(
        [
          [-12, breakY + 28 + i * 128],
          [12, breakY + 28 + i * 128],
        ],
        2.6,
        pen.tones.seam,
        0.7,
      )
      pen.button(-1, breakY + 28 + i * 128, 16)
    }
    for (const side of [-1, 1]) welt(pen, [side * 88, 560], [side * 116, 700], side * 30)
  } else if (kind === 'double') {
    for (let i = 0; i < 3; i++) for (const x of [-58, 62]) pen.button(x, breakY + 34 + i * 116, 16)
    for (const side of [-1, 1]) flap(pen, side * 128, 590, 118, 50, side * 0.05)
  } else if (kind === 'cocoon') {
    for (let i = 0; i < 4; i++) pen.button(0, 150 + i * 150, 19)
    for (const side of [-1, 1]) patchPocket(pen, side * 124, 560, 136, 178, 'round')
  } else for (const side of [-1, 1]) patchPocket(pen, side * 128, 600, 128, 160, 'square')
  if (kind === 'cocoon') shirtCollar(pen, b.neck, 132, 146, 62)
  else
    lapels(pen, {
      neck: b.neck,
      breakX,
      breakY,
      reach: pen.pick(146, 166, 150),
      notchY: pen.pick(118, 142, 120),
      kind: pen.pick<'notch' | 'peak' | 'shawl'>('notch', 'peak', 'shawl'),
    })
  if (kind === 'wrap') tieBelt(pen, b.waistY + 10, b.waist + 8)
}

/**
 * Draws a trench coat with a storm flap, epaulettes, two rows of buttons and a buckled belt, in four lengths and
 * closures.
 */
export function trench(pen: Pen): void {
  pen.sway = 30
  pen.cloth = 'weave'
  const b: BodyShape = {
    ...COAT,
    shoulder: 196,
    chest: 196,
    waist: pen.pick(158, 164, 156, 176),
    hem: pen.pick(254, 236, 270, 232),
    hemY: pen.pick(1090, 900, 1160, 1010),
  }
  const leather = tones(tint(pen.tones.base, lightness(pen.tones.base) < 0.4 ? 0.05 : -0.06, 1.1))
  const breakY = 300
  const tied = pen.pick(false, false, true, false)
  if (pen.spec.back) {
    const id = tailoredBack(pen, b, 300)
    pen.within(id, () => {
      const cape = pen.panel(
        [
          [-b.shoulder - 10, 20, 1],
          [b.shoulder + 10, 20, 1],
          [b.shoulder, 250, 1],
          [80, 290],
          [0, 300],
          [-80, 290],
          [-b.shoulder, 250, 1],
        ],
        { lift: 8, inner: true, light: 0.8 },
      )
      pen.within(cape, () =>
        pen.stitch([
          [-b.shoulder, 240],
          [-80, 280],
          [0, 290],
          [80, 280],
          [b.shoulder, 240],
        ]),
      )
    })
  } else {
    const [left, right] = fronts(pen, b, {
      breakX: 92,
      breakY,
      hemX: pen.pick(40, 76, -10, 60),
      round: 5,
      lining: pen.spec.accent,
    })
    pen.within(left, () => pen.drape([-60, b.waistY], [-96, b.hemY + 20], 66, -10, 0.42))
    pen.within(right, () => {
      pen.drape([70, b.waistY + 20], [84, b.hemY + 20], 76, 10, 0.4)
      pen.drape([130, b.waistY + 10], [206, b.hemY + 20], 50, 14, 0.42)
      pen.drape([-30, b.waistY + 20], [-20, b.hemY + 20], 44, 0, 0.34)
      for (const k of [12, 20])
        pen.stitch(
          [
            [-92 + k, breakY + 20],
            [-86 + k, b.waistY],
            [pen.pick(-40, -76, 10, -60) + k, b.hemY],
          ],
          pen.tones.seam,
          1.4,
          0.6,
        )
    })
    const cape = pen.panel(
      [
        [60, 8, 1],
        [120, 24],
        [b.shoulder - 4, b.slope + 4, 1],
        [b.shoulder - 24, 150],
        [b.chest - 26, 262, 1],
        [110, 292],
        [40, 288],
        [30, 200],
      ],
      { lift: 8, inner: true, light: 0.8 },
    )
    pen.within(cape, () =>
      pen.stitch([
        [40, 278],
        [110, 282],
        [b.chest - 30, 252],
      ]),
    )
  }
  const ends = longSleeves(
    pen,
    b,
    pen.pick<[Pose, Pose]>(['easy', 'bent'], ['bent', 'easy'], ['easy', 'easy'], ['open', 'bent']),
    620,
    122,
    106,
  )
  ends.forEach((end) => {
    sleeveSeam(pen, end)
    const [dx, dy] = end.dir
    const at = (t: number, up: number): Pt => [
      lerp(end.a[0], end.b[0], t) - dx * up,
      lerp(end.a[1], end.b[1], t) - dy * up,
      1,
    ]
    pen.panel([at(-0.05, 96), at(1.05, 96), at(1.05, 64), at(-0.05, 64)], {
      tones: leather,
      lift: 4,
      axis: [end.a[0], end.a[1], end.b[0], end.b[1]],
      light: 0.7,
    })
    pen.stud(...xy(at(0.5, 80)), 9, pen.trim)
  })
  for (const side of [-1, 1]) {
    pen.panel(
      onSide(side, [
        [84, 6, 1],
        [b.shoulder - 2, b.slope - 6, 1],
        [b.shoulder - 8, b.slope + 26, 1],
        [94, 38],
        [76, 24],
      ]),
      { lift: 4, light: 0.7, axis: [side * 80, 20, side * b.shoulder, b.slope] },
    )
    pen.button(side * 100, 24, 7)
  }
  if (pen.spec.back) {
    backCollar(pen, b.neck, 84)
    tieBelt(pen, b.waistY, b.waist + 8, true)
    for (const x of [-b.waist * 0.6, b.waist * 0.6])
      pen.panel(
        [
          [x - 9, b.waistY - 40, 1],
          [x + 9, b.waistY - 40, 1],
          [x + 9, b.waistY + 40, 1],
          [x - 9, b.waistY + 40, 1],
        ],
        { lift: 4, inner: true },
      )
    return
  }
  for (let i = 0; i < 2; i++) for (const x of [-58, 66]) pen.button(x, breakY + 44 + i * 330, 15)
  for (const x of [-58, 66]) pen.button(x, 262, 15)
  for (const side of [-1, 1]) welt(pen, [side * 108, 560], [side * 144, 700], side * 32)
  lapels(pen, { neck: b.neck, breakX: 78, breakY, reach: 176, notchY: 128, kind: 'notch' })
  if (tied) tieBelt(pen, b.waistY, b.waist + 8)
  else buckleBelt(pen, b.waistY, b.waist + 8, 56)
}

/** Draws a blazer: one or two rows of buttons, shawl collar, oversized. */
export function blazer(pen: Pen): void {
  pen.sway = 12
  pen.along = pen.spec.pattern === 'stripe'
  const kind = pen.pick('single', 'double', 'shawl', 'over')
  const wide = kind === 'over' ? 22 : kind === 'double' ? 8 : 0
  const b: BodyShape = {
    ...COAT,
    neck: 64,
    shoulder: 190 + wide,
    chest: 184 + wide,
    waist: 160 + wide * 1.3,
    hem: 194 + wide,
    waistY: 420,
    hemY: pen.pick(730, 740, 700, 790),
    sag: 8,
  }
  const breakY = pen.pick(372, 330, 410, 392)
  const breakX = pen.pick(20, 78, 16, 22)
  if (pen.spec.back) tailoredBack(pen, b, 180)
  else {
    const [left, right] = fronts(pen, b, {
      breakX,
      breakY,
      hemX: pen.pick(-44, 70, -40, -40),
      round: kind === 'double' ? 5 : 86,
      lining: pen.spec.accent,
    })
    for (const [id, side] of [
      [left, -1],
      [right, 1],
    ] as const) {
      pen.within(id, () => {
        pen.seam(
          onSide(side, [
            [118, 290],
            [98, b.waistY],
            [112, 560],
          ]),
        )
        pen.fold([side * (b.waist - 10), b.waistY + 4], [side * 100, b.waistY - 22], [side * 40, b.waistY - 10], 8, 0.3)
      })
    }
  }
  const ends = longSleeves(
    pen,
    b,
    pen.pick<[Pose, Pose]>(['easy', 'bent'], ['easy', 'easy'], ['bent', 'easy'], ['easy', 'bent']),
    610,
    108 + wide * 0.6,
    90 + wide * 0.4,
    {},
    2,
  )
  ends.forEach((end) => {
    sleeveSeam(pen, end)
    sleeveButtons(pen, end, 4)
  })
  if (pen.spec.back) {
    backCollar(pen, b.neck, 58)
    return
  }
  const rows = pen.pick(2, 3, 1, 2)
  for (let i = 0; i < rows; i++) {
    const y = breakY + 26 + i * (kind === 'double' ? 92 : 104)
    if (kind === 'double') for (const x of [-52, 56]) pen.button(x - (i === 0 ? Math.sign(x) * -10 : 0), y, 14)
    else {
      pen.line(
        [
          [-12, y],
          [12, y],
        ],
        2.6,
        pen.tones.seam,
        0.7,
      )
      pen.button(0, y, 14)
    }
  }
  for (const side of [-1, 1]) {
    if (kind === 'over') patchPocket(pen, side * 116, 540, 132, 150, 'round')
    else flap(pen, side * 118, 540, 116, 44, side * 0.06)
  }
  welt(pen, [76, 262], [148, 250], 26)
  lapels(pen, {
    neck: b.neck,
    breakX,
    breakY,
    reach: pen.pick(134, 156, 126, 148),
    notchY: pen.pick(122, 146, 130, 132),
    kind: pen.pick<'notch' | 'peak' | 'shawl'>('notch', 'peak', 'shawl', 'notch'),
    ...(kind === 'shawl' ? { style: { tones: pen.trim, texture: 'plain' as const, glossy: true } } : {}),
  })
}
