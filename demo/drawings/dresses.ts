/** Dress, maxi dress, jumpsuit, swimsuit and lingerie set. */
import { mix, tones } from './colour.ts'
import { lerp, mirrored, onSide, type Pt } from './line.ts'
import { neckRib, patchPocket, placket, shirtCollar } from './necks.ts'
import type { Pen } from './pen.ts'
import { buckleBelt, tieBelt } from './fronts.ts'
import { bow, longSleeves, ruffle } from './shirts.ts'
import { fall, gathers } from './skirts.ts'
import { backNeck, body, cuff, neckline, shortSleeve, type BodyShape, type Pose } from './tops.ts'

const BODICE: BodyShape = {
  neck: 76,
  depth: 70,
  shoulder: 168,
  chest: 160,
  waist: 122,
  hem: 124,
  slope: 48,
  armpit: 212,
  waistY: 376,
  hemY: 404,
  sag: 8,
}

/** Draws the creases of a fitted bodice, with its darts. */
function bodiceFolds(pen: Pen, id: string, b: BodyShape): void {
  pen.within(id, () => {
    for (const side of [-1, 1]) {
      pen.seam(
        onSide(side, [
          [b.waist * 0.5, b.hemY + 10],
          [b.waist * 0.58, 330],
          [b.waist * 0.62, 270],
        ]),
      )
      pen.fold(
        [side * (b.chest - 4), b.armpit + 10],
        [side * (b.chest - 50), b.armpit + 44],
        [side * 40, b.armpit + 56],
        9,
        0.3,
      )
      pen.fold(
        [side * b.waist, b.waistY - 6],
        [side * b.waist * 0.6, b.waistY - 26],
        [side * 16, b.waistY - 14],
        7,
        0.32,
      )
    }
    pen.fold([b.waist, b.waistY - 50], [b.waist * 0.6, b.waistY - 64], [30, b.waistY - 90], 7, 0.26)
  })
}

/** Draws thin straps from a top edge to the shoulders, on a thin hanger or without one. */
function straps(pen: Pen, x: number, y: number, width: number, top = -40, hung = true): void {
  if (hung && !pen.spec.onForm) {
    const metal = tones(mix(pen.spec.ground, '#8a7f72', 0.75))
    pen.cord(
      [
        [0, top - 34],
        [2, top - 66],
        [20, top - 84],
        [16, top - 108],
        [-8, top - 112],
        [-18, top - 94],
      ],
      6,
      metal,
    )
    pen.cord(
      [
        [22 - x - 34, top + 18],
        [22 - x, top + 4],
        [-30, top - 24],
        [0, top - 34],
        [30, top - 24],
        [x - 22, top + 12],
        [x + 12, top + 26],
      ],
      8,
      metal,
    )
  }
  for (const side of [-1, 1]) {
    const slip = side === 1 ? 8 : 0
    const points: Pt[] = [
      [x, y],
      [x + 4 + slip, lerp(y, top, 0.5)],
      [x - 22 + slip, top + slip],
    ]
    pen.cord(onSide(side, points), width)
    pen.line(
      onSide(side, [
        [x - 22 + slip, top + slip],
        [x - 46, top + 40],
        [x - 50, y - 4],
      ]),
      width * 0.8,
      pen.tones.dark,
    )
  }
}

/** Draws a camisole bodice; `deep` is how far its v dips. */
function camisole(pen: Pen, b: BodyShape, top: number, deep: number): string {
  pen.inside([
    [-97, top + 4, 1],
    [0, top + 2],
    [97, top + 4, 1],
    [0, top + deep + 44],
  ])
  const half: Pt[] = [
    [96, top, 1],
    [128, top + 50],
    [b.chest - 4, top + 116, 1],
    [lerp(b.chest, b.waist, 0.5) - 2, lerp(top + 116, b.waistY, 0.55)],
    [b.waist, b.waistY],
    [b.hem, b.hemY, 1],
  ]
  const edge: Pt[] = pen.spec.back
    ? [[0, top + 70]]
    : [
        [0, top + deep, 1],
        [48, top + deep * 0.42],
      ]
  const id = pen.panel(
    [...edge, ...half, [0, b.hemY + 8], ...mirrored(half), ...edge.slice(1).map(([x, y]): Pt => [-x, y])],
    { bow: 14 },
  )
  bodiceFolds(pen, id, b)
  return id
}

/** Draws a dress: fitted and flared, slip, shirt dress, shift with puffed sleeves. */
export function dress(pen: Pen): void {
  pen.sway = 30
  const kind = pen.pick('flare', 'slip', 'shirt', 'tea')
  if (kind === 'slip') {
    const b: BodyShape = { ...BODICE, waist: 134, hem: 140, chest: 152, waistY: 380, hemY: 410 }
    straps(pen, 98, 70, 6)
    fall(pen, {
      top: 380,
      waist: 138,
      hip: 180,
      hipY: 560,
      hem: 244,
      hemY: 1010,
      folds: 4,
      wave: 12,
      arc: 24,
      slant: 44,
      strength: 0.42,
      style: { glossy: pen.spec.pattern === 'plain' },
    })
    const id = camisole(pen, { ...b, hemY: 400 }, 70, 80)
    pen.within(id, () => {
      if (pen.spec.back) return
      for (let i = 0; i < 4; i++)
        pen.fold([-104 + i * 12, 100 + i * 18], [4 + i * 4, 214 + i * 36], [106 - i * 8, 104 + i * 14], 11 - i, 0.34)
      pen.fold([-146, 200], [-60, 330], [60, 380], 12, 0.26)
      pen.fold([148, 210], [110, 300], [20, 350], 11, 0.26)
    })
    pen.line(
      [
        [-140, 398],
        [0, 408],
        [140, 398],
      ],
      4,
      pen.tones.base,
      0.5,
    )
    return
  }
  if (kind === 'shirt') {
    const b: BodyShape = {
      ...BODICE,
      neck: 68,
      depth: 54,
      shoulder: 184,
      chest: 178,
      waist: 148,
      hem: 152,
      slope: 56,
      armpit: 236,
      waistY: 400,
      hemY: 424,
    }
    backNeck(pen, b)
    const lower = fall(pen, {
      top: 412,
      waist: 150,
      hip: 196,
      hipY: 540,
      hem: 272,
      hemY: 940,
      folds: 5,
      wave: 12,
      arc: 30,
      strength: 0.4,
    })
    pen.within(lower, () => gathers(pen, -150, 150, 430, 11, 90))
    const id = body(pen, b)
    bodiceFolds(pen, id, b)
    const ends = longSleeves(pen, b, ['easy', 'bent'], 470, 126, 106)
    ends.forEach((end) => cuff(pen, end, 56, {}, 4))
    if (pen.spec.back)
      pen.seam([
        [-b.shoulder, 116],
        [0, 124],
        [b.shoulder, 116],
      ])
    else {
      placket(pen, 40, 960, 40, 9, 0, { buttonSize: 10 })
      for (const side of [-1, 1]) patchPocket(pen, side * 96, 214, 92, 100, 'square')
    }
    shirtCollar(pen, b.neck, 104, 92, 42)
    if (pen.spec.back) tieBelt(pen, 418, 158, true)
    else tieBelt(pen, 418, 160)
    return
  }
  const tea = kind === 'tea'
  const b: BodyShape = tea
    ? { ...BODICE, neck: 108, depth: 96, shoulder: 166 }
    : { ...BODICE, vee: !pen.spec.back, depth: 150, neck: 88 }
  backNeck(pen, b)
  const lower = fall(pen, {
    top: 390,
    waist: 124,
    hip: tea ? 210 : 250,
    hipY: tea ? 560 : 570,
    hem: tea ? 300 : 400,
    hemY: tea ? 860 : 950,
    folds: tea ? 5 : 6,
    wave: tea ? 14 : 20,
    arc: 40,
    strength: 0.46,
  })
  pen.within(lower, () => gathers(pen, -122, 122, 400, tea ? 9 : 12, 110))
  const id = body(pen, b)
  bodiceFolds(pen, id, b)
  if (tea) {
    for (const side of [-1, 1]) {
      const end = shortSleeve(pen, side, b, 168, 78, 34)
      for (let i = 1; i < 6; i++) {
        const p: Pt = [lerp(end.a[0], end.b[0], i / 6), lerp(end.a[1], end.b[1], i / 6)]
        pen.fold(
          [p[0] - end.dir[0] * 24, p[1] - end.dir[1] * 24],
          [p[0] - end.dir[0] * 60, p[1] - end.dir[1] * 60],
          [p[0] - end.dir[0] * 100, p[1] - end.dir[1] * 100],
          6,
          0.34,
        )
      }
      cuff(pen, end, 24, {}, -6)
    }
    neckRib(pen, b, 12, { texture: 'plain' })
    if (!pen.spec.back) for (let i = 0; i < 7; i++) pen.button(0, 136 + i * 40, 8)
  } else {
    const ends = longSleeves(pen, b, pen.pickLate<[Pose, Pose]>(['easy', 'bent'], ['open', 'bent']), 470, 100, 66)
    ends.forEach((end) =>
      pen.within(end.id, () =>
        pen.stitch([
          [end.a[0] - end.dir[0] * 14, end.a[1] - end.dir[1] * 14],
          [end.b[0] - end.dir[0] * 14, end.b[1] - end.dir[1] * 14],
        ]),
      ),
    )
    if (!pen.spec.back) pen.panel([...neckline(b), ...neckline(b, false, 11).reverse()], { lift: 2, light: 0.6 })
  }
  if (pen.spec.back) {
    pen.zip(
      [
        [0, 18],
        [1, 200],
        [1, 400],
      ],
      pen.tones,
      6,
    )
    if (tea) return
  }
  if (tea)
    pen.panel(
      [
        [-126, 384, 1],
        [0, 394],
        [126, 384, 1],
        [127, 404, 1],
        [0, 414],
        [-127, 404, 1],
      ],
      { lift: 3, inner: true },
    )
  else buckleBelt(pen, 398, 128, 34, pen.trim, pen.tones)
}

/** Draws a maxi dress: tiered, wrapped with a slit, halter column, off the shoulder with flounces. */
export function maxiDress(pen: Pen): void {
  pen.sway = 46
  const kind = pen.pick('tier', 'wrap', 'halter', 'boho')
  const b: BodyShape = { ...BODICE, waist: 116, hem: 118, hemY: 370, waistY: 350, armpit: 200 }
  if (kind === 'tier') {
    straps(pen, 98, 70, 12)
    fall(pen, {
      top: 880,
      waist: 300,
      hip: 330,
      hipY: 960,
      hem: 400,
      hemY: 1170,
      folds: 9,
      wave: 16,
      arc: 44,
      strength: 0.44,
    })
    fall(pen, {
      top: 600,
      waist: 220,
      hip: 250,
      hipY: 680,
      hem: 314,
      hemY: 880,
      folds: 8,
      wave: 9,
      arc: 36,
      strength: 0.42,
    })
    const id = fall(pen, {
      top: 360,
      waist: 118,
      hip: 180,
      hipY: 460,
      hem: 232,
      hemY: 600,
      folds: 7,
      wave: 7,
      arc: 28,
      strength: 0.4,
    })
    pen.within(id, () => gathers(pen, -116, 116, 372, 11, 80))
    const top = camisole(pen, b, 70, 40)
    pen.within(top, () => {
      for (let i = 0; i < 8; i++)
        pen.line(
          [
            [-150, 180 + i * 25],
            [0, 188 + i * 25],
            [150, 180 + i * 25],
          ],
          1.5,
          pen.tones.seam,
          0.55,
        )
    })
    return
  }
  if (kind === 'halter') {
    if (!pen.spec.back)
      for (const side of [-1, 1])
        pen.panel(
          onSide(side, [
            [20, -40, 1],
            [36, -44, 1],
            [84, 60],
            [120, 130, 1],
            [10, 170, 1],
            [40, 60],
          ]),
          { lift: 3 },
        )
    else
      pen.line(
        [
          [-40, -20],
          [0, -36],
          [40, -20],
        ],
        14,
        pen.tones.base,
      )
    fall(pen, {
      top: 350,
      waist: 118,
      hip: 178,
      hipY: 520,
      hem: 280,
      hemY: 1190,
      folds: 5,
      wave: 15,
      arc: 34,
      strength: 0.4,
    })
    const half: Pt[] = [
      [96, 110, 1],
      [132, 180],
      [140, 220, 1],
      [124, 300],
      [116, 350],
      [118, 372, 1],
    ]
    const id = pen.panel([[0, pen.spec.back ? 260 : 170], ...half, [0, 380], ...mirrored(half)], {})
    bodiceFolds(pen, id, b)
    pen.within(id, () => gathers(pen, -90, 90, 150, 9, 120))
    tieBelt(pen, 362, 122, pen.spec.back)
    return
  }
  const wrap = kind === 'wrap'
  const bodice: BodyShape = wrap
    ? { ...b, vee: !pen.spec.back, depth: 210, neck: 84 }
    : { ...b, neck: 130, depth: 64, shoulder: 150 }
  backNeck(pen, bodice)
  const skirt = fall(pen, {
    top: 356,
    waist: 118,
    hip: 204,
    hipY: 520,
    hem: wrap ? 360 : 380,
    hemY: 1180,
    folds: 6,
    wave: 20,
    arc: 40,
    strength: 0.44,
  })
  pen.within(skirt, () => {
    gathers(pen, -116, 116, 372, 11, 120)
    if (wrap && !pen.spec.back) {
      pen.patch(
        [
          [-96, 376, 1],
          [-40, 700],
          [40, 1000],
          [120, 1260, 1],
          [20, 1260, 1],
          [-20, 1000],
          [-66, 700],
        ],
        pen.tones.deep,
        0.55,
      )
      pen.line(
        [
          [-96, 376],
          [-40, 700],
          [40, 1000],
          [120, 1260],
        ],
        2.6,
        pen.tones.line,
        0.8,
      )
    }
  })
  const id = body(pen, bodice)
  bodiceFolds(pen, id, bodice)
  pen.within(id, () => {
    if (!wrap || pen.spec.back) return
    for (let i = 0; i < 5; i++)
      pen.fold([-110 + i * 6, 350 - i * 12], [-30, 290 - i * 22], [50 + i * 8, 180 - i * 22], 6, 0.3)
    pen.seam([
      [84, 0],
      [50, 120],
      [0, 210],
      [-112, 360],
    ])
  })
  if (wrap) {
    for (const side of [-1, 1]) {
      const end = shortSleeve(pen, side, { ...bodice, shoulder: 172, chest: 158 }, 210, 96, 12)
      pen.within(end.id, () =>
        pen.stitch([
          [end.a[0] - end.dir[0] * 12, end.a[1] - end.dir[1] * 12],
          [end.b[0] - end.dir[0] * 12, end.b[1] - end.dir[1] * 12],
        ]),
      )
    }
    tieBelt(pen, 364, 122, pen.spec.back)
    return
  }
  longSleeves(pen, { ...bodice, shoulder: 158 }, ['open', 'bent'], 460, 136, 150, {}, 18).forEach((end) =>
    cuff(pen, end, 14, {}, -20),
  )
  ruffle(
    pen,
    [
      [-172, 60],
      [-90, 104],
      [0, 116],
      [90, 104],
      [172, 60],
    ],
    66,
  )
  if (!pen.spec.back) bow(pen, 0, 104, 0.42)
}

/** Draws a jumpsuit: utility with a collar, camisole with wide legs, wrapped, tailored halter. */
export function jumpsuit(pen: Pen): void {
  pen.sway = 12
  const kind = pen.pick('utility', 'cami', 'wrap', 'shirt')
  const cami = kind === 'cami'
  const wide = pen.pick(96, 150, 128, 110)
  const b: BodyShape = {
    ...BODICE,
    neck: 70,
    depth: kind === 'wrap' ? 190 : 56,
    vee: kind === 'wrap',
    shoulder: 182,
    chest: 176,
    waist: 140,
    hem: 144,
    slope: 54,
    armpit: 232,
    waistY: 396,
    hemY: 420,
  }
  if (cami) straps(pen, 98, 70, 8)
  else backNeck(pen, b)
  for (const side of [-1, 1]) {
    const step = side === 1 ? 26 : 0
    const id = pen.panel(
      onSide(side, [
        [-4, 404, 1],
        [142, 404, 1],
        [178, 520],
        [184, 610],
        [160 + wide * 0.32 + step, 880],
        [140 + wide * 0.5 + step, 1180 - step, 1],
        [100 + step, 1192 - step],
        [110 - wide * 0.55 + step, 1182 - step, 1],
        [56, 860],
        [6, 650, 1],
      ]),
      { axis: [side * 90, 420, side * (110 + step), 1190], lift: side === 1 ? 6 : 0 },
    )
    pen.within(id, () => {
      pen.drape([side * 96, 560], [side * (112 + step), 1210], 26, side * 4, 0.42)
      pen.drape([side * 150, 640], [side * (148 + step), 1210], 34, side * 6, 0.34)
      pen.fold([side * 12, 640], [side * 70, 600], [side * 130, 610], 11, 0.36)
      pen.fold([side * 14, 680], [side * 60, 660], [side * 100, 690], 9, 0.3)
      pen.stitch(
        onSide(side, [
          [110 - wide * 0.55 + step, 1162 - step],
          [140 + wide * 0.5 + step, 1160 - step],
        ]),
      )
    })
    pen.line(
      onSide(side, [
        [104, 428],
        [136, 500],
        [176, 560],
      ]),
      2.6,
      pen.tones.seam,
      0.9,
    )
  }
  if (cami) camisole(pen, { ...BODICE, waist: 134, hem: 142, waistY: 390, hemY: 416 }, 70, 70)
  else {
    const id = body(pen, b)
    bodiceFolds(pen, id, b)
    const long = kind === 'utility'
    if (long) longSleeves(pen, b, ['easy', 'bent'], 500, 110, 86).forEach((end) => cuff(pen, end, 48, {}, 3))
    else for (const side of [-1, 1]) cuff(pen, shortSleeve(pen, side, b, 190, 76), 30, {}, 4)
    if (!pen.spec.back) {
      if (kind === 'utility') {
        pen.zip(
          [
            [0, 50],
            [1, 300],
            [0, 640],
          ],
          pen.trim,
          9,
        )
        for (const side of [-1, 1]) patchPocket(pen, side * 98, 200, 96, 110, 'square')
      } else if (kind === 'shirt') placket(pen, 44, 640, 38, 7, 0, { buttonSize: 10 })
      else pen.panel([...neckline(b), ...neckline(b, false, 12).reverse()], { lift: 2 })
    }
    if (kind !== 'wrap') shirtCollar(pen, b.neck, 106, 104, 46)
  }
  if (kind === 'utility' && !pen.spec.back) buckleBelt(pen, 412, 148, 42)
  else tieBelt(pen, 410, 150, pen.spec.back)
}

/** Draws a swimsuit: scooped, plunging, square with a belt, one shoulder. */
export function swimsuit(pen: Pen): void {
  pen.hand = 0.7
  const kind = pen.pick('scoop', 'plunge', 'belt', 'one')
  const back = pen.spec.back
  const dip = back ? 330 : pen.pick(170, 290, 120, 150)
  const leg: Pt[] = [
    [166, 620],
    [182, 690, 1],
    [120, 742],
    [62, 820],
    [36, 868, 1],
  ]
  const right: Pt[] = [[98, 6, 1], [112, 90], [146, 190, 1], [140, 290], [122, 420], [134, 520], ...leg]
  const left: Pt[] =
    kind === 'one' ? onSide(-1, [[146, 190, 1], [140, 290], [122, 420], [134, 520], ...leg]) : onSide(-1, right)
  const point: Pt = kind === 'plunge' && !back ? [0, dip, 1] : [0, dip]
  const near = point[2] ? 6 : 34
  const inner: Pt[] =
    kind === 'one'
      ? [
          [60, 2, 1],
          [0, 110],
          [-90, 172],
        ]
      : kind === 'belt'
        ? [
            [66, 4, 1],
            [72, dip - 8],
            [60, dip],
            [-60, dip],
            [-72, dip - 8],
            [-66, 4, 1],
          ]
        : [[66, 4, 1], [58, dip * 0.5], [near, dip * 0.94], point, [-near, dip * 0.94], [-58, dip * 0.5], [-66, 4, 1]]
  pen.inside([
    [-84, 8],
    [84, 8],
    [96, 200],
    [60, dip + 30],
    [-60, dip + 30],
    [-96, 200],
  ])
  const id = pen.panel([...right, [0, 880], ...left.slice().reverse(), ...inner.slice().reverse()], {
    glossy: pen.spec.pattern === 'plain',
    bow: 18,
  })
  pen.within(id, () => {
    pen.fold([122, 420], [50, 446], [-30, 430], 9, 0.3)
    pen.fold([-126, 450], [-60, 480], [20, 470], 9, 0.26)
    for (const side of [-1, 1]) {
      pen.fold([side * 142, 240], [side * 100, 290], [side * 40, 290], 10, 0.32)
      pen.stitch(
        onSide(side, [
          [170, 690],
          [114, 732],
          [54, 812],
          [26, 868],
        ]),
      )
      if (!back)
        pen.seam(
          onSide(side, [
            [120, 300],
            [84, 330],
            [20, 320],
          ]),
        )
    }
    if (kind === 'scoop' && !back)
      for (let i = 0; i < 6; i++) pen.fold([-118, 400 + i * 34], [0, 420 + i * 30], [120, 380 + i * 36], 8, 0.26)
  })
  if (kind === 'belt') buckleBelt(pen, 430, 126, 36, pen.trim, pen.trim)
  if (kind === 'plunge' && !back)
    for (let i = 0; i < 3; i++)
      pen.line(
        [
          [-30 + i * 8, 150 + i * 44],
          [30 - i * 8, 150 + i * 44],
        ],
        4,
        pen.trim.base,
      )
}

/** Draws a lingerie set: a bra and briefs, soft or underwired, high or low. */
export function lingerieSet(pen: Pen): void {
  pen.hand = 0.7
  const back = pen.spec.back
  const high = pen.pick(false, true, false, true)
  const lace = pen.pick(true, true, false, false)
  straps(pen, 104, 130, 7, -30, false)
  const scallops = (from: Pt, to: Pt, count: number) => {
    for (let i = 0; i < count; i++)
      pen.patch(
        [...Array(6).keys()].map((k): Pt => [
          lerp(from[0], to[0], (i + 0.5) / count) + Math.cos(k) * 13,
          lerp(from[1], to[1], (i + 0.5) / count) + Math.sin(k) * 11,
        ]),
        pen.trim.base,
        0.9,
      )
  }
  if (back) {
    const band = pen.panel(
      [
        [-190, 210, 1],
        [-104, 150],
        [-60, 206],
        [0, 214],
        [60, 206],
        [104, 150],
        [190, 210, 1],
        [188, 262, 1],
        [0, 262],
        [-188, 262, 1],
      ],
      {},
    )
    pen.within(band, () => {
      for (const x of [-10, 10])
        pen.line(
          [
            [x, 200],
            [x, 270],
          ],
          2,
        )
    })
  } else {
    for (const side of [-1, 1]) {
      pen.panel(
        onSide(side, [
          [150, 168, 1],
          [196, 220, 1],
          [194, 268, 1],
          [130, 282],
        ]),
        { lift: 2 },
      )
      const cup = pen.panel(
        onSide(side, [
          [6, 214, 1],
          [50, 150],
          [104, 126, 1],
          [150, 170],
          [158, 240],
          [120, 288],
          [60, 292],
          [8, 262, 1],
        ]),
        { lift: 5, glossy: !lace },
      )
      pen.within(cup, () => {
        pen.seam(
          onSide(side, [
            [8, 226],
            [70, 214],
            [156, 222],
          ]),
        )
        pen.seam(
          onSide(side, [
            [84, 216],
            [80, 292],
          ]),
        )
        pen.fold([side * 40, 170], [side * 90, 186], [side * 150, 180], 8, 0.26)
      })
      if (lace) scallops([side * 16, 206], [side * 104, 130], 7)
    }
    pen.panel(
      [
        [-14, 210, 1],
        [14, 210, 1],
        [12, 272, 1],
        [-12, 272, 1],
      ],
      { lift: 2 },
    )
    bow(pen, 0, 214, 0.16, pen.trim)
  }
  const top = high ? 430 : 490
  const half: Pt[] = [
    [high ? 150 : 172, top, 1],
    [182, lerp(top, 570, 0.7)],
    [190, 574, 1],
    [110, 622],
    [60, 700],
    [44, 742, 1],
  ]
  pen.inside([
    [-146, top],
    [0, top - 14],
    [146, top],
    [0, top + 20],
  ])
  const brief = pen.panel([[0, top + 12], ...half, [0, 752], ...mirrored(half)], { glossy: !lace })
  pen.within(brief, () => {
    pen.stitch([
      [-190, top + 14],
      [0, top + 25],
      [190, top + 14],
    ])
    for (const side of [-1, 1]) {
      pen.stitch(
        onSide(side, [
          [180, 570],
          [106, 612],
          [54, 692],
          [34, 742],
        ]),
      )
      pen.fold([side * 180, 540], [side * 90, 560], [side * 30, 610], 10, 0.3)
    }
    if (high)
      for (const side of [-1, 1])
        pen.seam(
          onSide(side, [
            [70, top],
            [64, 560],
            [36, 700],
          ]),
        )
  })
  if (lace) scallops([-150, top + 6], [150, top + 6], 15)
  if (!back) bow(pen, 0, top + 18, 0.16, pen.trim)
}
