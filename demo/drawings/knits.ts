/** Sweater, cardigan and hoodie. */
import { lerp, onSide, type Pt } from './line.ts'
import { neckRib, patchPocket } from './necks.ts'
import type { PanelStyle, Pen } from './pen.ts'
import { fronts, tieBelt } from './fronts.ts'
import { longSleeves } from './shirts.ts'
import { backNeck, body, bodyFolds, cuff, neckline, type BodyShape, type Pose } from './tops.ts'

const LOOSE: BodyShape = {
  neck: 74,
  depth: 62,
  shoulder: 200,
  chest: 198,
  waist: 190,
  hem: 192,
  slope: 66,
  armpit: 262,
  waistY: 450,
  hemY: 650,
  sag: 10,
}

/** Draws a ribbed band below the body. */
export function hemRib(pen: Pen, b: BodyShape, height: number, style: PanelStyle = {}): void {
  const sag = b.sag ?? 12
  const y = b.hemY
  pen.panel(
    [
      [-b.hem - 2, y - 2, 1],
      [0, y + sag - 2],
      [b.hem + 2, y - 2, 1],
      [b.hem - 8, y + height * 0.5],
      [b.hem - 10, y + height, 1],
      [0, y + height + sag],
      [-b.hem + 10, y + height, 1],
      [-b.hem + 8, y + height * 0.5],
    ],
    { texture: 'rib', lift: 2, ...style },
  )
}

/** Draws a twisted cable up the front of a sweater. */
function cable(pen: Pen, x: number, top: number, bottom: number, width: number): void {
  const step = width * 1.15
  pen.line(
    [
      [x - width * 0.72, top],
      [x - width * 0.72, bottom],
    ],
    3,
    pen.tones.seam,
    0.5,
  )
  pen.line(
    [
      [x + width * 0.72, top],
      [x + width * 0.72, bottom],
    ],
    3,
    pen.tones.seam,
    0.5,
  )
  pen.repeat(Math.ceil((bottom - top) / (step * 2)), 0, step * 2, () => {
    for (const s of [1, -1]) {
      const y = s === 1 ? top : top + step
      const strand = (k: number): Pt[] => [
        [x - k * width * 0.5, y],
        [x - k * width * 0.42, y + step * 0.3],
        [x + k * width * 0.42, y + step * 0.7],
        [x + k * width * 0.5, y + step],
      ]
      for (const k of [-s, s]) {
        pen.line(strand(k), Math.round(width * 0.46), pen.tones.seam, 0.75)
        pen.line(strand(k), Math.round(width * 0.36), pen.tones.light)
        pen.line(
          strand(k).map(([px, py]): Pt => [px - width * 0.05, py]),
          Math.round(width * 0.1),
          pen.tones.glow,
          0.9,
        )
      }
    }
  })
}

/** Draws a sweater: crew, roll neck, v-neck, chunky with cables and a funnel. */
export function knit(pen: Pen): void {
  pen.cloth = 'knit'
  pen.sway = 8
  const kind = pen.pick('crew', 'roll', 'vee', 'cable')
  const wide = pen.pick(0, 14, -14, 24)
  const b: BodyShape = {
    ...LOOSE,
    vee: kind === 'vee',
    depth: kind === 'vee' ? 170 : 60,
    shoulder: LOOSE.shoulder + wide,
    chest: LOOSE.chest + wide,
    waist: LOOSE.waist + wide,
    hem: LOOSE.hem + wide - 4,
    hemY: pen.pick(640, 700, 640, 610),
  }
  backNeck(pen, b)
  const id = body(pen, b)
  if (kind === 'cable' && !pen.spec.back)
    pen.within(id, () => {
      for (const x of [-118, 0, 118]) cable(pen, x, 60, b.hemY + 10, x ? 40 : 58)
    })
  bodyFolds(pen, id, b, 0.9)
  const chunky = kind === 'cable' || kind === 'roll'
  const ends = longSleeves(
    pen,
    b,
    pen.pick<[Pose, Pose]>(['easy', 'bent'], ['bent', 'easy'], ['easy', 'open'], ['open', 'bent']),
    550,
    chunky ? 134 : 112,
    chunky ? 108 : 88,
  )
  ends.forEach((end) => cuff(pen, end, chunky ? 76 : 58, { texture: 'rib' }, -8))
  hemRib(pen, b, chunky ? 78 : 62)
  if (kind === 'roll' || kind === 'cable') {
    const h = kind === 'roll' ? 112 : 84
    pen.inside([
      [-b.neck + 6, -h + 22],
      [0, -h + 8],
      [b.neck - 6, -h + 22],
      [0, -h + 44],
    ])
    const neck = pen.panel(
      [
        [-b.neck + 2, -h + 22, 1],
        [-b.neck * 0.5, -h + 38],
        [0, -h + 42],
        [b.neck * 0.5, -h + 38],
        [b.neck - 2, -h + 22, 1],
        [b.neck + 6, -h * 0.4],
        [b.neck + 12, 4],
        [b.neck * 0.6, 48],
        [0, 62],
        [-b.neck * 0.6, 48],
        [-b.neck - 12, 4],
        [-b.neck - 6, -h * 0.4],
      ],
      { texture: 'rib', lift: 7 },
    )
    pen.within(neck, () => {
      pen.fold([-b.neck, -14], [-10, 22], [b.neck, -18], 9, 0.32)
      pen.fold([-b.neck + 10, -h * 0.5], [0, -h * 0.3], [b.neck - 20, -h * 0.52], 7, 0.26)
    })
  } else neckRib(pen, b, 26)
}

/** Draws a cardigan: buttoned v-neck, cropped round neck, long with pockets, wrapped with a belt. */
export function cardigan(pen: Pen): void {
  pen.cloth = 'knit'
  pen.sway = 10
  const kind = pen.pick('vee', 'crop', 'long', 'belted')
  const long = kind === 'long' || kind === 'belted'
  const b: BodyShape = {
    ...LOOSE,
    shoulder: long ? 204 : 188,
    chest: long ? 200 : 184,
    waist: kind === 'belted' ? 172 : long ? 196 : 174,
    hem: long ? 206 : 178,
    armpit: long ? 262 : 248,
    depth: kind === 'crop' ? 62 : 230,
    hemY: pen.pick(650, 540, 900, 820),
    sag: 14,
  }
  const breakY = kind === 'crop' ? 74 : pen.pick(250, 74, 420, 440)
  if (pen.spec.back) {
    backNeck(pen, b)
    const id = body(pen, b)
    bodyFolds(pen, id, b)
  } else fronts(pen, b, { breakX: 20, breakY, hemX: kind === 'long' ? -16 : 18, round: 4, lining: pen.spec.colour })
  const ends = longSleeves(
    pen,
    b,
    pen.pick<[Pose, Pose]>(['easy', 'bent'], ['open', 'easy'], ['bent', 'easy']),
    560,
    long ? 124 : 106,
    long ? 98 : 82,
  )
  ends.forEach((end) => cuff(pen, end, 62, { texture: 'rib' }, -6))
  if (!long) hemRib(pen, { ...b, sag: 10 }, 56)
  if (pen.spec.back) {
    neckRib(pen, b, 24)
    if (kind === 'belted') tieBelt(pen, b.waistY, b.waist + 4, true)
    return
  }
  const bottom = b.hemY + (long ? 8 : 62)
  const width = long ? 40 : 32
  if (kind === 'crop')
    pen.panel(
      [
        [-16, 64, 1],
        [16, 64, 1],
        [16, bottom, 1],
        [-16, bottom + 1, 1],
      ],
      { texture: 'rib', lift: 4 },
    )
  else
    for (const side of [-1, 1]) {
      const x = kind === 'long' ? 22 * side : side === 1 ? 0 : -8
      if (side === -1 && kind !== 'long' && kind !== 'belted') {
        pen.panel(
          onSide(-1, [
            [b.neck - 4, -20, 1],
            [b.neck + 18, -8, 1],
            [lerp(b.neck, 0, 0.35) + 20, breakY * 0.5],
            [width * 0.5, breakY, 1],
            [-width * 0.3, breakY, 1],
            [lerp(b.neck, 0, 0.35) - 12, breakY * 0.5],
          ]),
          { texture: 'rib', lift: 3 },
        )
        continue
      }
      pen.panel(
        [
          [side * (b.neck - 6), -22, 1],
          [side * (b.neck + 20), -8, 1],
          [side * (lerp(b.neck, 0, 0.3) + 24), breakY * 0.5],
          [x + side * width * 0.5, breakY + 20],
          [x + side * width * 0.5, bottom, 1],
          [x - side * width * 0.5, bottom + 2, 1],
          [x - side * width * 0.5, breakY + 16],
          [side * (lerp(b.neck, 0, 0.35) - 14), breakY * 0.5],
        ],
        { texture: 'rib', lift: 4 },
      )
    }
  if (kind === 'vee' || kind === 'crop') {
    const n = kind === 'vee' ? 5 : 6
    for (let i = 0; i < n; i++) pen.button(0, lerp(breakY + 22, bottom - 30, i / (n - 1)), 12)
  }
  if (kind !== 'crop')
    for (const side of [-1, 1])
      patchPocket(pen, side * 112, b.hemY - (long ? 300 : 190), 118, long ? 170 : 120, 'square')
  if (kind === 'belted') tieBelt(pen, b.waistY, b.waist + 6)
  if (kind === 'crop') neckRib(pen, b, 24)
}

/** Draws a hoodie: pouch and cords, full zip, cropped, oversized with a patch. */
export function hoodie(pen: Pen): void {
  pen.sway = 6
  const wide = pen.pick(0, 4, -10, 26)
  const b: BodyShape = {
    ...LOOSE,
    neck: 78,
    depth: 74,
    shoulder: LOOSE.shoulder + wide,
    chest: LOOSE.chest + wide,
    waist: LOOSE.waist + wide,
    hem: LOOSE.hem + wide - 6,
    hemY: pen.pick(650, 660, 520, 690),
  }
  const zipped = pen.pick(false, true, false, false)
  if (!pen.spec.back) {
    pen.panel(
      [
        [-b.neck - 26, 10, 1],
        [-118, -70],
        [-86, -158],
        [0, -190],
        [86, -158],
        [118, -70],
        [b.neck + 26, 10, 1],
        [0, 90],
      ],
      { lift: 4 },
    )
    pen.inside(
      [
        [-b.neck + 2, 24],
        [-88, -56],
        [-62, -128],
        [0, -152],
        [62, -128],
        [88, -56],
        [b.neck - 2, 24],
        [0, 88],
      ],
      pen.trim,
    )
    pen.fold([-60, -110], [-20, -60], [-30, 40], 14, 0.4, pen.trim)
    pen.patch(
      [
        [-22, -16, 1],
        [22, -16, 1],
        [22, 8, 1],
        [-22, 8, 1],
      ],
      pen.tones.light,
    )
  }
  const id = body(pen, b)
  bodyFolds(pen, id, b, 1.1)
  const ends = longSleeves(
    pen,
    b,
    pen.pick<[Pose, Pose]>(['easy', 'bent'], ['easy', 'easy'], ['open', 'bent'], ['bent', 'easy']),
    560,
    132,
    104,
  )
  ends.forEach((end) => cuff(pen, end, 58, { texture: 'rib' }, -12))
  hemRib(pen, b, 60)
  if (pen.spec.back) {
    const hood = pen.panel(
      [
        [-b.neck - 34, 6, 1],
        [-120, -40],
        [-104, -120],
        [0, -160],
        [104, -120],
        [120, -40],
        [b.neck + 34, 6, 1],
        [80, 120],
        [0, 168],
        [-80, 120],
      ],
      { lift: 9 },
    )
    pen.within(hood, () => {
      pen.seam([
        [0, -160],
        [3, 0],
        [0, 168],
      ])
      pen.fold([-100, 0], [-40, 90], [30, 110], 14, 0.34)
      pen.fold([104, -10], [60, 60], [20, 70], 12, 0.3)
    })
    return
  }
  const edge: Pt[] = [...neckline(b, false, 14)]
  for (const side of [-1, 1]) {
    const drop = onSide(side, [
      [3, b.depth + 14, 1],
      [b.neck * 0.55, b.depth * 0.72],
      [b.neck - 4, 6],
      [96, -60],
      [72, -132],
      [0, -160, 1],
      [0, -196, 1],
      [92, -164],
      [126, -72],
      [b.neck + 34, 16],
      [b.neck * 0.72, b.depth + 10],
      [3, b.depth + 40, 1],
    ])
    const hood = pen.panel(drop, { lift: 6 })
    pen.within(hood, () => {
      pen.stitch(
        onSide(side, [
          [14, b.depth + 14],
          [b.neck * 0.58, b.depth * 0.78],
          [b.neck + 4, 6],
          [104, -60],
          [78, -138],
          [0, -168],
        ]),
      )
      pen.fold([side * 120, -60], [side * 96, -10], [side * 40, b.depth], 11, 0.34)
    })
  }
  pen.line(edge, 1.4, pen.tones.seam, 0.4)
  if (zipped)
    pen.zip(
      [
        [0, b.depth + 30],
        [1, 350],
        [0, b.hemY + 68],
      ],
      pen.trim,
      9,
    )
  for (const side of zipped ? [-1, 1] : [0]) {
    const y = b.hemY - 210
    const pouch: Pt[] = side
      ? onSide(side, [
          [14, y + 4, 1],
          [76, y, 1],
          [146, y + 130, 1],
          [146, b.hemY + 4, 1],
          [14, b.hemY + 8, 1],
        ])
      : [
          [-96, y, 1],
          [96, y, 1],
          [152, y + 122, 1],
          [152, b.hemY + 6, 1],
          [0, b.hemY + 10],
          [-152, b.hemY + 6, 1],
          [-152, y + 122, 1],
        ]
    const pocket = pen.panel(pouch, { lift: 5, light: 0.7, inner: true })
    pen.within(pocket, () => {
      for (const s of side ? [side] : [-1, 1]) {
        for (const k of [7, 13])
          pen.stitch(
            onSide(s, [
              [(side ? 76 : 96) - k, y],
              [(side ? 146 : 152) - k, y + 126],
            ]),
          )
        pen.fold([s * 120, y + 60], [s * 96, y + 120], [s * 60, b.hemY], 10, 0.3)
      }
    })
  }
  for (const side of [-1, 1]) {
    const cord: Pt[] = onSide(side, [
      [34, b.depth + 6],
      [42, b.depth + 60],
      [side === 1 ? 30 : 40, b.depth + 120],
      [36, b.depth + (side === 1 ? 190 : 164)],
    ])
    pen.stud(side * 34, b.depth + 8, 6, pen.trim)
    pen.line(
      cord.map(([x, y]): Pt => [x + 4, y + 6]),
      7,
      pen.tones.deep,
      0.4,
    )
    pen.line(cord, 7, pen.trim.line)
    pen.line(cord, 5, pen.trim.base)
    const tip = cord[3]
    if (tip) pen.line([tip, [tip[0], tip[1] + 18]], 8, pen.trim.dark)
  }
}
