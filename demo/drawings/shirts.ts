/** Tee, polo, shirt and blouse. */
import { tones } from './colour.ts'
import { lerp, onSide, type Pt } from './line.ts'
import { neckRib, patchPocket, placket, shirtCollar } from './necks.ts'
import type { PanelStyle, Pen } from './pen.ts'
import {
  arm,
  backNeck,
  body,
  bodyFolds,
  cuff,
  neckline,
  shortSleeve,
  sleeve,
  type BodyShape,
  type Pose,
  type SleeveEnd,
} from './tops.ts'

const BASIC: BodyShape = {
  neck: 72,
  depth: 68,
  shoulder: 190,
  chest: 186,
  waist: 172,
  hem: 184,
  slope: 60,
  armpit: 236,
  waistY: 450,
  hemY: 724,
}

/** Draws two short sleeves; returns their open ends. */
function shortSleeves(pen: Pen, b: BodyShape, long = 200, flare = 84, puff = 0): SleeveEnd[] {
  return [-1, 1].map((side) => shortSleeve(pen, side, b, long, flare, puff))
}

/** Draws two long arms with the given left and right poses. */
export function longSleeves(
  pen: Pen,
  b: BodyShape,
  poses: [Pose, Pose],
  length: number,
  wide: number,
  end: number,
  style: PanelStyle = {},
  puff = 0,
): SleeveEnd[] {
  return [-1, 1].map((side, i) => {
    const tip: Pt = [b.shoulder, b.slope]
    const { elbow, wrist } = arm(poses[i] ?? 'easy', [b.shoulder - 8, b.slope + 20], length)
    return sleeve(pen, { side, tip, armpit: [b.chest, b.armpit], elbow, wrist, wide, end, puff, style })
  })
}

/** Draws double stitching along a sleeve's end. */
function hemStitch(pen: Pen, end: SleeveEnd, up = 18): void {
  const [dx, dy] = end.dir
  const at = (p: Pt, k: number): Pt => [p[0] - dx * k, p[1] - dy * k]
  for (const k of [up, up - 6])
    pen.stitch([
      at(end.a, k),
      [(end.a[0] + end.b[0]) / 2 - dx * (k - 7), (end.a[1] + end.b[1]) / 2 - dy * (k - 7)],
      at(end.b, k),
    ])
}

function bottomHem(pen: Pen, b: BodyShape, up = 20): void {
  const sag = b.sag ?? 12
  for (const k of [up, up - 6])
    pen.stitch([
      [-b.hem, b.hemY - k],
      [0, b.hemY + sag - k],
      [b.hem, b.hemY - k],
    ])
}

/** Draws a T-shirt: crew, v-neck, boxy with a pocket, long-sleeved with a boat neck. */
export function tee(pen: Pen): void {
  pen.sway = 10
  const b: BodyShape = pen.pick(
    BASIC,
    { ...BASIC, vee: true, depth: 122, waist: 160, hem: 176 },
    { ...BASIC, shoulder: 226, slope: 76, chest: 216, waist: 212, hem: 216, hemY: 700, armpit: 268 },
    { ...BASIC, neck: 108, depth: 46, shoulder: 188, waist: 172 },
  )
  backNeck(pen, b)
  const id = body(pen, b)
  bodyFolds(pen, id, b)
  pen.within(id, () => bottomHem(pen, b))
  const long = pen.pick(0, 0, 0, 1)
  const ends = long
    ? longSleeves(pen, b, ['easy', 'bent'], 570, 96, 68)
    : shortSleeves(pen, b, pen.pick(206, 186, 232), pen.pick(84, 76, 92))
  ends.forEach((end) => hemStitch(pen, end))
  const ringer = pen.pickLate(false, true, false, false) && pen.spec.pattern === 'plain'
  neckRib(pen, b, pen.pick(20, 16, 26, 12), ringer ? { tones: pen.trim } : {})
  if (ringer) ends.forEach((end) => cuff(pen, end, 20, { tones: pen.trim, texture: 'rib' }, 1))
  if (pen.pick(false, false, true, false) && !pen.spec.back) patchPocket(pen, 96, 206, 100, 108, 'point')
  if (pen.spec.back)
    pen.seam([
      [-b.neck - 40, 26],
      [0, 40],
      [b.neck + 40, 26],
    ])
}

/** Draws a polo: knitted collar, buttoned or zipped neck, tipped or plain. */
export function polo(pen: Pen): void {
  pen.sway = 8
  const b: BodyShape = {
    ...BASIC,
    depth: 52,
    hemY: 706,
    waist: pen.pick(172, 162, 182, 168),
    hem: pen.pick(182, 172, 190, 178),
  }
  backNeck(pen, b)
  const id = body(pen, b)
  bodyFolds(pen, id, b, 0.9)
  pen.within(id, () => bottomHem(pen, b))
  const long = pen.pick(false, false, false, true)
  const ends = long ? longSleeves(pen, b, ['easy', 'bent'], 570, 98, 76) : shortSleeves(pen, b, 196, 78)
  const tipped = pen.pick(true, false, true, false)
  ends.forEach((end) => cuff(pen, end, 30, { texture: 'rib' }, 0))
  if (tipped)
    ends.forEach((end) =>
      pen.line(
        [
          [end.a[0] - end.dir[0] * 14, end.a[1] - end.dir[1] * 14],
          [end.b[0] - end.dir[0] * 14, end.b[1] - end.dir[1] * 14],
        ],
        5,
        pen.trim.base,
      ),
    )
  if (!pen.spec.back) {
    if (pen.pick(false, true, false, false))
      pen.zip(
        [
          [0, 44],
          [1, 190],
        ],
        pen.trim,
        8,
      )
    else placket(pen, 36, pen.pick(214, 200, 232, 214), 40, pen.pick(3, 2, 3, 2), 0, {})
    pen.inside([
      [-34, 22, 1],
      [0, 26],
      [34, 22, 1],
      [2, 98, 1],
    ])
  }
  shirtCollar(pen, b.neck, 104, 112, 46, {
    texture: pen.spec.pattern === 'plain' || pen.spec.pattern === 'stripe' ? 'rib' : pen.spec.pattern,
  })
  if (tipped && !pen.spec.back)
    for (const side of [-1, 1])
      pen.line(
        onSide(side, [
          [20, 60],
          [62, 84],
          [104, 94, 1],
          [b.neck + 13, 8],
        ]),
        4,
        pen.trim.base,
      )
}

/** Draws a shirt-tail hem on a body. */
function shirtTail(pen: Pen, b: BodyShape): string {
  const sag = 58
  const id = body(pen, { ...b, hemY: b.hemY - sag * 0.7, sag })
  pen.within(id, () =>
    pen.stitch([
      [-b.hem, b.hemY - sag * 0.7 - 12],
      [-b.hem * 0.5, b.hemY - 6],
      [0, b.hemY + 6],
      [b.hem * 0.5, b.hemY - 6],
      [b.hem, b.hemY - sag * 0.7 - 12],
    ]),
  )
  return id
}

/** Draws a shirt: classic, oversized with two pockets, band collar, short-sleeved with a camp collar. */
export function shirt(pen: Pen): void {
  pen.sway = 14
  pen.along = pen.spec.pattern === 'stripe'
  const wide = pen.pick(0, 30, 8, 22)
  const b: BodyShape = {
    ...BASIC,
    neck: 70,
    depth: 56,
    shoulder: 190 + wide,
    slope: 60 + wide * 0.4,
    chest: 186 + wide,
    waist: 170 + wide * 1.2,
    hem: 186 + wide,
    armpit: 240 + wide * 0.6,
    hemY: pen.pick(790, 830, 790, 720),
  }
  backNeck(pen, b)
  const camp = pen.pick(false, false, false, true)
  const id = camp ? body(pen, b) : shirtTail(pen, b)
  bodyFolds(pen, id, b)
  pen.within(id, () => {
    if (camp) bottomHem(pen, b)
    if (pen.spec.back) {
      pen.seam([
        [-b.shoulder, 112],
        [0, 122],
        [b.shoulder, 112],
      ])
      pen.fold([0, 124], [5, 400], [12, b.hemY], 10, 0.3)
      pen.fold([-22, 124], [-26, 330], [-40, b.hemY - 120], 9, 0.24)
      pen.line(
        [
          [-7, 122],
          [-7, 108],
          [7, 108],
          [7, 122],
        ],
        2,
      )
    } else
      for (const side of [-1, 1])
        pen.seam(
          onSide(side, [
            [b.neck + 8, 20],
            [lerp(b.neck, b.shoulder, 0.6), 62],
            [b.shoulder - 4, b.slope + 28],
          ]),
        )
  })
  const ends = camp
    ? shortSleeves(pen, b, 232, 92)
    : longSleeves(
        pen,
        b,
        pen.pick<[Pose, Pose]>(['easy', 'bent'], ['bent', 'easy'], ['easy', 'open']),
        610,
        108 + wide * 0.4,
        90,
      )
  if (camp) ends.forEach((end) => hemStitch(pen, end, 30))
  else
    ends.forEach((end, i) => {
      const points = cuff(pen, end, 62, {}, 5)
      const [p, q] = [points[0], points[1]]
      if (p && q && (i === 1 || pen.spec.back))
        pen.button(lerp(p[0], q[0], 0.5) - end.dir[1] * 16, lerp(p[1], q[1], 0.5) + 2, 7)
    })
  if (!pen.spec.back) {
    placket(pen, 40, b.hemY + (camp ? 10 : 4), 42, pen.pick(7, 7, 7, 5), 0)
    if (pen.pick(true, true, false, true))
      patchPocket(pen, 104, 230, 104, 112, pen.pick('point', 'square', 'point', 'square'))
    if (pen.pick(false, true, false, false)) patchPocket(pen, -104, 230, 104, 112, 'square')
  }
  const collar = pen.pick('point', 'point', 'band', 'camp')
  if (collar === 'band') {
    if (!pen.spec.back)
      pen.panel(
        [
          [-b.neck - 4, -8, 1],
          [-b.neck * 0.7, 34],
          [0, 56, 1],
          [b.neck * 0.7, 34],
          [b.neck + 4, -8, 1],
          [b.neck - 8, -30, 1],
          [b.neck * 0.55, 6],
          [2, 28, 1],
          [-b.neck * 0.55, 6],
          [-b.neck + 8, -30, 1],
        ],
        { lift: 4 },
      )
    else
      pen.panel(
        [
          [-b.neck - 4, 8, 1],
          [-b.neck + 6, -22],
          [0, -32],
          [b.neck - 6, -22],
          [b.neck + 4, 8, 1],
          [0, 14],
        ],
        { lift: 4 },
      )
    if (!pen.spec.back) pen.button(0, 46, 8)
  } else
    shirtCollar(
      pen,
      b.neck,
      collar === 'camp' ? 132 : 104,
      collar === 'camp' ? 150 : pen.pick(86, 104),
      collar === 'camp' ? 96 : 42,
    )
}

/** Draws a blouse: tied bow, wrapped v, ruffled stand, gathered square neck. */
export function blouse(pen: Pen): void {
  pen.sway = 18
  const kind = pen.pick('bow', 'wrap', 'ruffle', 'square')
  const b: BodyShape = {
    ...BASIC,
    neck: kind === 'square' ? 128 : 70,
    depth: kind === 'wrap' ? 200 : kind === 'square' ? 104 : 52,
    vee: kind === 'wrap',
    shoulder: 180,
    chest: 176,
    waist: kind === 'wrap' ? 138 : 168,
    hem: kind === 'wrap' ? 182 : 200,
    hemY: kind === 'wrap' ? 640 : 700,
    waistY: 450,
    sag: 20,
  }
  backNeck(pen, b)
  const id = body(pen, b)
  bodyFolds(pen, id, b)
  pen.within(id, () => {
    for (let i = -4; i <= 4; i++)
      if (i) pen.drape([i * 36, 150 + Math.abs(i) * 26], [i * 48 + 6, b.hemY + 22], 20, i, 0.17)
    bottomHem(pen, b, 14)
    if (kind === 'wrap' && !pen.spec.back) {
      for (let i = 0; i < 6; i++)
        pen.fold([-150 + i * 10, 470 - i * 16], [-20, 400 - i * 24], [70 + i * 10, 190 - i * 20 + 60], 7, 0.3)
      pen.seam([
        [b.neck, 0],
        [40, 130],
        [-60, 320],
        [-b.waist, 440],
      ])
    }
  })
  const puff = pen.pick(10, 30, 18, 46)
  const ends =
    kind === 'square'
      ? shortSleeves(pen, b, 200, 90, 34)
      : longSleeves(
          pen,
          b,
          pen.pick<[Pose, Pose]>(['easy', 'bent'], ['open', 'bent'], ['bent', 'easy']),
          580,
          124,
          pen.pick(106, 132, 112),
          {},
          puff,
        )
  ends.forEach((end) => {
    const up = (p: Pt, k: number): Pt => [p[0] - end.dir[0] * k, p[1] - end.dir[1] * k]
    for (let i = 1; i < 5; i++) {
      const p: Pt = [lerp(end.a[0], end.b[0], i / 5), lerp(end.a[1], end.b[1], i / 5)]
      pen.fold(up(p, 40), up(p, 84), up(p, 130 + (i % 2) * 30), 7, 0.34)
    }
    cuff(pen, end, kind === 'wrap' ? 26 : 48, {}, -16)
  })
  if (pen.spec.back) {
    if (kind !== 'square') shirtCollar(pen, b.neck, 60, 80, 30)
    pen.seam([
      [0, 24],
      [2, 150],
    ])
    pen.button(0, 30, 7)
    return
  }
  if (kind === 'bow') {
    placket(pen, 50, b.hemY + 18, 36, 0, 0, { covered: true })
    bow(pen, 0, 46, 1)
  }
  if (kind === 'ruffle') {
    placket(pen, 50, b.hemY + 18, 36, 7, 0, { buttonSize: 8 })
    ruffle(
      pen,
      [
        [-96, 40],
        [-66, 92],
        [0, 116],
        [66, 92],
        [96, 40],
      ],
      34,
    )
    ruffle(
      pen,
      [
        [-b.neck - 8, -14],
        [-50, 36],
        [0, 52],
        [50, 36],
        [b.neck + 8, -14],
      ],
      30,
    )
  }
  if (kind === 'square') {
    pen.panel([...neckline(b), ...neckline(b, false, 16).reverse()], { lift: 3 })
    for (let i = 0; i < 13; i++)
      pen.fold(
        [-120 + i * 20, 128 + (6 - Math.abs(i - 6)) * 4],
        [-122 + i * 20.4, 160],
        [-124 + i * 21, 196 + (i % 3) * 18],
        4,
        0.32,
      )
    pen.seam([
      [-b.chest + 6, 300],
      [0, 316],
      [b.chest - 6, 300],
    ])
  }
  if (kind === 'wrap') {
    pen.panel([...neckline(b), ...neckline(b, false, 13).reverse()], { lift: 3, light: 0.7 })
    bow(pen, -b.waist + 16, 446, 0.62)
  }
}

/** Draws a tied bow with two falling ends. */
export function bow(pen: Pen, x: number, y: number, size: number, t = pen.tones): void {
  const at = (points: Pt[]): Pt[] =>
    points.map(([px, py, c]): Pt => (c ? [x + px * size, y + py * size, 1] : [x + px * size, y + py * size]))
  pen.panel(
    at([
      [-6, 8, 1],
      [-34, 90],
      [-62, 210],
      [-84, 300, 1],
      [-36, 318, 1],
      [-14, 190],
      [4, 40],
    ]),
    { tones: t, lift: 8 },
  )
  pen.panel(
    at([
      [4, 8, 1],
      [28, 110],
      [40, 200],
      [46, 262, 1],
      [92, 252, 1],
      [70, 130],
      [22, 10],
    ]),
    { tones: t, lift: 8 },
  )
  pen.panel(
    at([
      [0, 0],
      [-60, -40],
      [-118, -34],
      [-128, 6],
      [-96, 34],
      [-40, 26],
    ]),
    { tones: t, lift: 6 },
  )
  pen.panel(
    at([
      [0, 0],
      [58, -30],
      [112, -44],
      [132, -8],
      [104, 24],
      [44, 26],
    ]),
    { tones: t, lift: 6 },
  )
  pen.patch(
    at([
      [-110, -14],
      [-70, -16],
      [-30, 2],
      [-70, 14],
      [-108, 12],
    ]),
    t.deep,
    0.5,
  )
  pen.patch(
    at([
      [112, -22],
      [76, -16],
      [32, 2],
      [70, 12],
      [112, 2],
    ]),
    t.deep,
    0.5,
  )
  pen.panel(
    at([
      [-18, -18],
      [16, -20],
      [22, 6],
      [16, 30],
      [-16, 30],
      [-22, 6],
    ]),
    { tones: t, lift: 4 },
  )
  pen.fold([x - 8 * size, y - 12 * size], [x - 2 * size, y + 6 * size], [x - 6 * size, y + 24 * size], 4 * size, 0.5, t)
}

/** Draws a gathered frill along a line, `depth` deep. */
export function ruffle(pen: Pen, along: Pt[], depth: number, t = tones(pen.spec.colour)): void {
  const waves: Pt[] = []
  const steps = 3
  for (let i = 0; i < along.length - 1; i++) {
    const [a, b] = [along[i], along[i + 1]]
    if (!a || !b) continue
    const l = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1
    const [nx, ny] = [-(b[1] - a[1]) / l, (b[0] - a[0]) / l]
    for (let k = 0; k < steps; k++) {
      const [u, v] = [k / steps, (k + 0.5) / steps]
      waves.push([lerp(a[0], b[0], u) + nx * depth * 0.72, lerp(a[1], b[1], u) + ny * depth * 0.72])
      waves.push([lerp(a[0], b[0], v) + nx * depth * 1.08, lerp(a[1], b[1], v) + ny * depth * 1.08])
    }
  }
  const id = pen.panel([...along, ...waves.reverse()], { tones: t, lift: 6 })
  pen.within(id, () =>
    waves.forEach((p, i) => {
      if (i % 2) return
      const back = along[Math.min(along.length - 1, Math.floor((waves.length - 1 - i) / (steps * 2)))]
      if (back)
        pen.fold(
          [lerp(p[0], back[0], 0.85), lerp(p[1], back[1], 0.85)],
          [lerp(p[0], back[0], 0.5) + 2, lerp(p[1], back[1], 0.5)],
          p,
          6,
          0.4,
          t,
        )
    }),
  )
}
