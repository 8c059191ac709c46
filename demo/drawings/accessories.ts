/** Sunglasses, hat, beanie, scarf and belt. */
import { lightness, mix, tones, type Tones } from './colour.ts'
import { box, lerp, onSide, oval, type Pt } from './line.ts'
import type { Pen } from './pen.ts'

/** Draws sunglasses: cat eye, round, aviator, square. The second view is folded, from behind. */
export function sunglasses(pen: Pen): void {
  pen.hand = 0.2
  const kind = pen.pick('cat', 'round', 'pilot', 'square')
  const wire = kind === 'pilot' || kind === 'round'
  const frame = wire ? pen.trim : pen.tones
  const glass = tones(wire ? pen.spec.colour : mix(pen.spec.accent, '#2a2420', 0.55))
  const folded = pen.spec.back
  const half: Record<typeof kind, Pt[]> = {
    cat: [
      [58, -70],
      [190, -104],
      [330, -128],
      [398, -142, 1],
      [380, -60],
      [340, 50],
      [230, 98],
      [110, 76],
      [50, 0],
    ],
    round: oval(216, 0, 150, 148),
    pilot: [
      [62, -96],
      [200, -112],
      [344, -100],
      [370, -40],
      [330, 80],
      [220, 142],
      [110, 110],
      [56, 0],
    ],
    square: box(54, -110, 320, 220, 46),
  }
  const rim = half[kind]
  const cx = 216
  const inset = (points: readonly Pt[], k: number): Pt[] =>
    points.map(([x, y, c]): Pt => {
      const l = Math.hypot(x - cx, y) || 1
      return c ? [x - ((x - cx) / l) * k, y - (y / l) * k, 1] : [x - ((x - cx) / l) * k, y - (y / l) * k]
    })
  const temples = () => {
    for (const s of [-1, 1]) {
      if (folded)
        pen.panel(
          onSide(s, [
            [s === 1 ? 392 : 388, -84, 1],
            [404, -40, 1],
            [60, 96 + s * 16],
            [-240, 118 + s * 18],
            [-300, 150 + s * 18],
            [-316, 120 + s * 18],
            [-240, 80 + s * 18],
            [60, 58 + s * 16],
          ]),
          { tones: frame, texture: 'plain', glossy: true, lift: 5, contour: 2 },
        )
      else
        pen.panel(
          onSide(s, [
            [362, -92, 1],
            [392, -78, 1],
            [356, -196],
            [300, -268],
            [262, -296, 1],
            [254, -276, 1],
            [300, -214],
          ]),
          { tones: tones(frame.dark), texture: 'plain', contour: 2 },
        )
    }
  }
  if (!folded) temples()
  for (const s of [-1, 1]) {
    pen.panel(onSide(s, rim), {
      tones: frame,
      texture: wire ? 'plain' : pen.spec.pattern === 'plain' ? 'plain' : pen.spec.pattern,
      glossy: true,
      lift: 6,
    })
    const lens = pen.panel(onSide(s, inset(rim, wire ? 11 : 34)), {
      tones: glass,
      texture: 'plain',
      light: 0.6,
      inner: true,
      contour: 2,
    })
    pen.within(lens, () => {
      pen.patch(
        [
          [s * cx - 240, -200, 1],
          [s * cx + 240, -200, 1],
          [s * cx + 240, -20, 1],
          [s * cx - 240, 30, 1],
        ],
        glass.deep,
        0.4,
      )
      pen.patch(
        [
          [s * cx - 90, -150, 1],
          [s * cx - 30, -150, 1],
          [s * cx - 130, 150, 1],
          [s * cx - 190, 150, 1],
        ],
        '#ffffff',
        0.22,
      )
      pen.patch(
        [
          [s * cx - 10, -150, 1],
          [s * cx + 12, -150, 1],
          [s * cx - 88, 150, 1],
          [s * cx - 110, 150, 1],
        ],
        '#ffffff',
        0.16,
      )
    })
    if (!wire)
      for (const k of [0, 16])
        pen.patch(
          oval(s * (kind === 'cat' ? 358 : 354), -86 + k * 0.2 + (kind === 'cat' ? -20 : 0) + k, 7, 4),
          pen.trim.light,
        )
    if (wire)
      pen.cord(
        onSide(s, [
          [70, 10],
          [52, 40],
          [58, 66],
        ]),
        6,
        frame,
      )
  }
  if (wire) {
    pen.cord(
      [
        [-70, -60],
        [-30, -84],
        [0, -88],
        [30, -84],
        [70, -60],
      ],
      13,
      frame,
    )
    if (kind === 'pilot')
      pen.cord(
        [
          [-80, -106],
          [0, -122],
          [80, -106],
        ],
        10,
        frame,
      )
  } else
    pen.panel(
      [
        [-70, -66, 1],
        [-30, -88],
        [0, -92],
        [30, -88],
        [70, -66, 1],
        [60, -18, 1],
        [28, -46],
        [0, -52],
        [-28, -46],
        [-60, -18, 1],
      ],
      { tones: frame, texture: 'plain', glossy: true },
    )
  if (folded) temples()
}

/** Draws a hat: fedora, bucket, straw sun hat, cap. The second view is tilted. */
export function hat(pen: Pen): void {
  const kind = pen.pick('fedora', 'bucket', 'sun', 'cap')
  pen.placed(0, 0, 1, pen.spec.back ? 13 : kind === 'cap' ? 0 : -5, () => {
    const straw = kind === 'sun' ? { texture: 'straw' as const } : {}
    if (kind === 'cap') {
      const crown = pen.panel(
        [
          [-262, 40, 1],
          [-250, -90],
          [-180, -210],
          [-40, -264],
          [110, -236],
          [220, -130],
          [252, 0],
          [246, 56, 1],
          [60, 86],
          [-140, 70],
        ],
        {},
      )
      pen.within(crown, () => {
        pen.seam([
          [-30, -264],
          [-90, -120],
          [-110, 80],
        ])
        pen.seam([
          [-30, -264],
          [100, -150],
          [150, 80],
        ])
        pen.stitch([
          [-40, -256],
          [-100, -116],
          [-122, 70],
        ])
        pen.fold([60, -180], [110, -60], [100, 60], 12, 0.26)
        for (const [x, y] of [
          [-170, -120],
          [30, -140],
        ] as const)
          pen.stud(x, y, 9, tones(pen.tones.dark))
      })
      pen.stud(-34, -268, 18, pen.tones)
      const peak = pen.panel(
        [
          [-258, 34, 1],
          [-120, 66],
          [40, 84],
          [60, 86, 1],
          [-40, 170],
          [-220, 210],
          [-400, 190],
          [-470, 130],
          [-420, 70],
        ],
        { lift: 8, axis: [0, 60, -300, 200] },
      )
      pen.within(peak, () => {
        for (let i = 1; i < 5; i++)
          pen.stitch([
            [-258 - i * 34, 40 + i * 10],
            [-180 - i * 20, 78 + i * 24],
            [-20 - i * 14, 92 + i * 16],
          ])
      })
      pen.panel(oval(-120, -60, 50, 46), { tones: pen.trim, texture: 'plain', inner: true, lift: 3 })
      pen.line(
        [
          [-146, -46],
          [-120, -84],
          [-96, -46],
        ],
        7,
        pen.tones.base,
      )
      return
    }
    const wide = pen.pick(430, 330, 500)
    const brim: Pt[] =
      kind === 'bucket'
        ? [
            [-232, 0, 1],
            [-330, 130],
            [-300, 176],
            [-150, 214],
            [0, 222],
            [150, 212],
            [300, 172],
            [332, 126],
            [232, 0, 1],
            [0, 60],
          ]
        : [
            [-wide, 20],
            [-wide * 0.8, -34],
            [-wide * 0.4, -52],
            [0, -50],
            [wide * 0.45, -56],
            [wide * 0.84, -40],
            [wide, 6],
            [wide * 0.8, 86],
            [wide * 0.3, 128],
            [-wide * 0.3, 132],
            [-wide * 0.82, 100],
          ]
    if (kind !== 'bucket') {
      const id = pen.panel(brim, { axis: [-wide, 0, wide, 60], ...straw })
      pen.within(id, () => {
        pen.stitch([
          [-wide * 0.94, 34],
          [-wide * 0.78, 88],
          [-wide * 0.3, 116],
          [wide * 0.3, 112],
          [wide * 0.78, 72],
          [wide * 0.95, 14],
        ])
        pen.patch(
          [
            [-250, 30],
            [0, 76],
            [250, 24],
            [330, 60],
            [120, 116],
            [-120, 120],
          ],
          pen.tones.deep,
          0.3,
        )
        if (kind === 'sun')
          for (const k of [0.74, 0.86])
            pen.line(
              [
                [-wide * k, 30],
                [-wide * 0.6 * k, 96 * k],
                [0, 126 * k],
                [wide * 0.6 * k, 84 * k],
                [wide * k, 10],
              ],
              2.4,
              pen.tones.seam,
              0.6,
            )
      })
    }
    const top: Pt[] =
      kind === 'fedora'
        ? [
            [-236, 44, 1],
            [-226, -120],
            [-196, -270],
            [-130, -312],
            [-40, -276],
            [40, -268],
            [120, -304],
            [186, -260],
            [222, -120],
            [236, 38, 1],
            [120, 80],
            [-110, 84],
          ]
        : kind === 'bucket'
          ? [
              [-240, 20, 1],
              [-214, -150],
              [-186, -218],
              [-90, -240],
              [90, -242],
              [184, -222],
              [216, -150],
              [240, 20, 1],
              [110, 62],
              [-110, 64],
            ]
          : [
              [-232, 40, 1],
              [-220, -90],
              [-160, -186],
              [0, -222],
              [160, -190],
              [222, -94],
              [232, 34, 1],
              [110, 76],
              [-110, 80],
            ]
    if (kind === 'bucket') {
      const id = pen.panel(brim, { axis: [0, 30, 0, 220] })
      pen.within(id, () => {
        for (let i = 0; i < 6; i++)
          pen.stitch([
            [-250 - i * 12, 30 + i * 26],
            [-130, 84 + i * 25],
            [0, 96 + i * 25],
            [130, 82 + i * 25],
            [250 + i * 12, 28 + i * 26],
          ])
      })
    }
    const crown = pen.panel(top, { lift: kind === 'bucket' ? 0 : 8, ...straw })
    pen.within(crown, () => {
      if (kind === 'fedora') {
        pen.patch(
          [
            [-120, -330, 1],
            [130, -330, 1],
            [60, -250],
            [10, -180],
            [-50, -250],
          ],
          pen.tones.deep,
          0.45,
        )
        pen.fold([-150, -290], [-96, -220], [-110, -120], 16, 0.34)
        pen.fold([150, -280], [104, -200], [120, -110], 16, 0.34)
      }
      if (kind === 'bucket') {
        pen.seam([
          [-186, -206],
          [0, -190],
          [186, -210],
        ])
        pen.stitch([
          [-190, -196],
          [0, -180],
          [190, -200],
        ])
        pen.seam([
          [40, -192],
          [52, -60],
          [50, 70],
        ])
        for (const x of [-110, -70]) pen.stud(x, -70, 8, tones(pen.trim.dark))
      }
      if (kind === 'sun')
        for (let i = 0; i < 6; i++)
          pen.line(
            [
              [-240, -180 + i * 40],
              [0, -150 + i * 44],
              [240, -184 + i * 40],
            ],
            2.2,
            pen.tones.seam,
            0.5,
          )
    })
    if (kind === 'bucket') return
    const h = kind === 'fedora' ? 74 : 56
    const band = pen.panel(
      [
        [-238, 46 - h, 1],
        [-120, 84 - h],
        [110, 80 - h],
        [238, 40 - h, 1],
        [240, 36, 1],
        [120, 82],
        [-110, 86],
        [-240, 44, 1],
      ],
      { tones: pen.trim, texture: 'plain', inner: true, axis: [-240, 40, 240, 40] },
    )
    pen.within(band, () => pen.fold([-230, 30], [0, 60], [230, 24], 6, 0.2, pen.trim))
    const s = pen.spec.back ? 1 : -1
    pen.panel(
      [
        [s * 196, 66 - h],
        [s * 236, 40 - h],
        [s * 256, 12],
        [s * 232, 30],
        [s * 252, 46],
        [s * 196, 60],
      ],
      { tones: pen.trim, texture: 'plain', inner: true, lift: 4 },
    )
    if (kind === 'sun')
      for (const k of [0, 36])
        pen.panel(
          [
            [s * 210, 46],
            [s * (250 + k), 110 + k],
            [s * (270 + k), 190 + k, 1],
            [s * (230 + k), 200 + k, 1],
            [s * (218 + k), 120 + k],
          ],
          { tones: pen.trim, texture: 'plain', lift: 4 },
        )
  })
}

/** Draws a beanie: turned up, with a bobble, slouched, short fisherman. */
export function beanie(pen: Pen): void {
  const kind = pen.pick('cuff', 'bobble', 'slouch', 'short')
  const high = pen.pick(350, 340, 430, 240)
  pen.placed(0, 0, 1, pen.spec.back ? 9 : -4, () => {
    if (kind === 'bobble') {
      const fur: Pt[] = []
      for (let i = 0; i < 36; i++)
        fur.push([Math.cos(i * 0.1745) * (i % 2 ? 104 : 86), -high - 60 + Math.sin(i * 0.1745) * (i % 2 ? 98 : 82), 1])
      const ball = pen.panel(fur, { tones: pen.trim, texture: 'plain' })
      pen.within(ball, () => {
        for (let i = 0; i < 40; i++)
          pen.line(
            [
              [Math.cos(i * 2.4) * i * 1.7, -high - 60 + Math.sin(i * 2.4) * i * 1.7],
              [Math.cos(i * 2.4) * (i * 1.7 + 26), -high - 60 + Math.sin(i * 2.4) * (i * 1.7 + 26)],
            ],
            2.4,
            i % 3 ? pen.trim.seam : pen.trim.glow,
            0.6,
          )
      })
    }
    const lean = kind === 'slouch' ? 60 : 0
    const dome = pen.panel(
      [
        [-262, -60, 1],
        [-266, -high * 0.5],
        [-200 + lean, -high * 0.84],
        [-60 + lean * 2, -high - 6],
        [60 + lean * 2.2, -high],
        [200 + lean * 1.6, -high * 0.84],
        [270 + lean * 0.6, -high * 0.46],
        [262, -60, 1],
      ],
      {
        texture:
          pen.spec.pattern === 'plain' || pen.spec.pattern === 'knit'
            ? kind === 'bobble'
              ? 'knit'
              : 'rib'
            : pen.spec.pattern,
        grain: 1.5,
      },
    )
    pen.within(dome, () => {
      for (let i = -2; i <= 2; i++)
        pen.fold([i * 40 + lean * 2, -high + 4], [i * 74 + lean, -high * 0.72], [i * 98, -high * 0.3], 12, 0.3)
      if (kind === 'slouch') {
        pen.fold([-200, -200], [-40, -240], [200, -180], 16, 0.36)
        pen.fold([-150, -270], [40, -300], [260, -260], 14, 0.32)
      }
    })
    const h = kind === 'short' ? 120 : kind === 'slouch' ? 84 : 138
    const brim = pen.panel(
      [
        [-274, -h + 10, 1],
        [-140, -h + 26],
        [0, -h + 32],
        [140, -h + 26],
        [274, -h + 10, 1],
        [280, -h * 0.4],
        [268, 20, 1],
        [140, 42],
        [0, 48],
        [-140, 42],
        [-268, 20, 1],
        [-280, -h * 0.4],
      ],
      { texture: 'rib', grain: 1.6, lift: 8 },
    )
    pen.within(brim, () => pen.fold([-260, -h + 30], [0, -h + 56], [260, -h + 30], 9, 0.3))
    if (!pen.spec.back) {
      pen.panel(box(96, -h + 62, 78, 54, 5), { tones: pen.trim, texture: 'plain', inner: true, lift: 3 })
      pen.stitch(
        [
          [102, -h + 68, 1],
          [168, -h + 68, 1],
          [168, -h + 110, 1],
          [102, -h + 110, 1],
          [102, -h + 68, 1],
        ],
        pen.trim.seam,
        1.4,
      )
    }
  })
}

/** Draws a row of fringe below an edge. */
function fringe(pen: Pen, a: Pt, b: Pt, length: number, t: Tones): void {
  const n = 15
  for (let i = 0; i < n; i++) {
    const k = (i + 0.5) / n
    const [x, y] = [lerp(a[0], b[0], k), lerp(a[1], b[1], k)]
    pen.cord(
      [
        [x, y - 6],
        [x + ((i * 5) % 7) - 4, y + length * 0.5],
        [x + ((i * 11) % 13) - 7, y + length + ((i * 7) % 11)],
      ],
      7,
      i % 3 ? t : tones(t.shade),
    )
  }
}

/** Draws a scarf: looped and knotted, long and draped, a folded silk square, a wide snood. */
export function scarf(pen: Pen): void {
  const kind = pen.pick('loop', 'long', 'silk', 'snood')
  const soft = pen.spec.pattern === 'plain' ? { texture: 'knit' as const } : {}
  const t = pen.tones
  if (kind === 'silk') {
    const turned = pen.spec.back ? 8 : -6
    pen.placed(0, 0, 1, turned, () => {
      const silk = { texture: pen.spec.pattern, glossy: true }
      pen.panel(
        [
          [-330, -250, 1],
          [0, -280],
          [336, -262, 1],
          [350, 0],
          [342, 300, 1],
          [0, 320],
          [-338, 308, 1],
          [-346, 20],
        ],
        { ...silk, tones: tones(t.shade) },
      )
      const id = pen.panel(
        [
          [-330, -250, 1],
          [0, -276],
          [330, -262, 1],
          [300, 60],
          [120, 250],
          [-60, 360, 1],
          [-240, 160],
          [-320, 0],
        ],
        { ...silk, lift: 9 },
      )
      pen.within(id, () => {
        for (const k of [26, 40])
          pen.line(
            [
              [-330 + k, -250 + k],
              [0, -276 + k],
              [330 - k, -262 + k],
              [300 - k, 60],
              [120 - k, 250 - k],
              [-60, 360 - k * 1.6],
              [-240 + k, 160 - k * 0.4],
              [-320 + k, 0],
              [-330 + k, -250 + k],
            ],
            k === 26 ? 14 : 3,
            pen.trim.base,
            0.9,
          )
        if (pen.spec.pattern === 'plain')
          for (let i = 0; i < 3; i++)
            pen.line([...oval(0, -20, 70 + i * 50, 60 + i * 44), [70 + i * 50, -20]], 8 - i * 2, pen.trim.base, 0.85)
        pen.fold([-300, -120], [-60, -40], [180, 130], 20, 0.26)
        pen.fold([40, -260], [90, -100], [240, 60], 18, 0.24)
        pen.fold([-200, 40], [-120, 160], [-70, 320], 14, 0.26)
      })
    })
    return
  }
  if (kind === 'snood') {
    pen.inside([
      [-200, -150],
      [0, -220],
      [200, -150],
      [170, -60],
      [0, -20],
      [-170, -60],
    ])
    for (const [i, dy] of [120, 30, -60].entries()) {
      const w = 320 - i * 34
      const id = pen.panel(
        [
          [-w, dy - 60],
          [-w * 0.7, dy - 10],
          [0, dy + 26],
          [w * 0.7, dy - 10],
          [w, dy - 70],
          [w + 26, dy + 30],
          [w * 0.8, dy + 130],
          [0, dy + 186],
          [-w * 0.8, dy + 132],
          [-w - 26, dy + 36],
        ],
        { ...soft, lift: 9, axis: [-w, dy, w, dy] },
      )
      pen.within(id, () => {
        pen.fold([-w, dy], [-80, dy + 90], [w * 0.7, dy + 70], 18, 0.34)
        pen.fold([-w * 0.6, dy + 90], [40, dy + 150], [w, dy + 40], 14, 0.3)
        pen.fold([w, dy - 40], [w * 0.5, dy + 40], [0, dy + 56], 12, 0.28)
      })
    }
    return
  }
  const long = kind === 'long'
  const tail = (x0: number, x1: number, y0: number, y1: number, swing: number, lift: number) => {
    fringe(pen, [x0 + swing + 8, y1 - 4], [x1 + swing - 8, y1 - 4], 66, t)
    const id = pen.panel(
      [
        [x0, y0, 1],
        [x1, y0, 1],
        [x1 + swing * 0.3 + 10, lerp(y0, y1, 0.4)],
        [x1 + swing, y1, 1],
        [(x0 + x1) / 2 + swing, y1 + 8],
        [x0 + swing, y1, 1],
        [x0 + swing * 0.3 - 8, lerp(y0, y1, 0.45)],
      ],
      { ...soft, lift, bow: 8 },
    )
    pen.within(id, () => {
      pen.drape([x0 + 40, y0], [x0 + 56 + swing, y1 + 10], 34, 6, 0.36)
      pen.drape([x1 - 50, y0 + 60], [x1 - 40 + swing, y1 + 10], 28, -4, 0.32)
      if (pen.spec.pattern === 'plain')
        for (const k of [0.8, 0.86])
          pen.line(
            [
              [x0 + swing * 0.9 - 20, lerp(y0, y1, k)],
              [x1 + swing + 20, lerp(y0, y1, k) + 4],
            ],
            12,
            pen.trim.base,
            0.9,
          )
    })
  }
  if (long) {
    tail(40, 230, -380, 470, 14, 0)
    tail(-226, -34, -380, pen.spec.back ? 520 : 400, -20, 6)
    const over = pen.panel(
      [
        [-230, -346, 1],
        [-218, -450],
        [-134, -540],
        [0, -568],
        [140, -542],
        [224, -452],
        [236, -346, 1],
        [38, -336, 1],
        [58, -420],
        [0, -464],
        [-58, -420],
        [-30, -336, 1],
      ],
      { ...soft, lift: 6, axis: [-230, -400, 230, -400] },
    )
    pen.within(over, () => {
      pen.fold([-180, -350], [-110, -520], [40, -530], 15, 0.34)
      pen.fold([-110, -350], [-90, -470], [20, -510], 12, 0.3)
      pen.fold([190, -350], [150, -490], [40, -545], 14, 0.32)
      pen.fold([110, -350], [110, -440], [50, -490], 11, 0.28)
    })
    return
  }
  pen.inside([
    [-190, -300],
    [0, -360],
    [190, -300],
    [150, -180],
    [0, -140],
    [-150, -180],
  ])
  tail(-150, 30, -80, pen.spec.back ? 420 : 480, -24, 0)
  tail(0, 176, -90, pen.spec.back ? 500 : 390, 24, 8)
  for (const s of [-1, 1]) {
    const id = pen.panel(
      onSide(s, [
        [-10, -60],
        [-40, -150],
        [90, -200],
        [150, -330],
        [240, -350],
        [288, -240],
        [230, -70],
        [100, 20],
        [0, 30],
      ]),
      { ...soft, lift: 9, axis: [s * 20, 0, s * 250, -320] },
    )
    pen.within(id, () => {
      pen.fold([s * 10, -40], [s * 160, -90], [s * 240, -310], 17, 0.36)
      pen.fold([s * 20, -100], [s * 130, -150], [s * 190, -320], 13, 0.32)
      pen.fold([s * 30, 10], [s * 170, -20], [s * 270, -200], 12, 0.3)
    })
  }
  const knot = pen.panel(
    [
      [-80, -120],
      [10, -140],
      [92, -110],
      [112, -20],
      [80, 70],
      [0, 92],
      [-84, 64],
      [-108, -30],
    ],
    { ...soft, lift: 10 },
  )
  pen.within(knot, () => {
    pen.fold([-70, -110], [-10, -20], [-50, 70], 16, 0.4)
    pen.fold([40, -120], [60, -20], [30, 80], 15, 0.36)
    pen.fold([-20, -130], [20, -30], [0, 80], 10, 0.3)
  })
}

/**
 * Draws a belt: rolled with a square buckle, wide with a round one, western, two rings. The second view hangs open in a
 * curve.
 */
export function belt(pen: Pen): void {
  pen.hand = 0.4
  const kind = pen.pick('classic', 'wide', 'western', 'rings')
  const t = pen.tones
  const metal = pen.trim
  const h = pen.pick(96, 150, 104, 92)
  const style = { glossy: true }
  const buckle = (x: number, y: number) => {
    const w = h * (kind === 'wide' ? 0.66 : 0.74)
    const shape =
      kind === 'wide' || kind === 'rings'
        ? oval(x, y, w, w)
        : kind === 'western'
          ? oval(x, y, w * 1.5, w * 0.92)
          : box(x - w * 0.86, y - w, w * 1.72, w * 2, 16)
    if (kind === 'western') {
      pen.panel(shape, { tones: metal, texture: 'plain', glossy: true, lift: 8 })
      pen.line([...oval(x, y, w * 1.26, w * 0.7), [x + w * 1.26, y]], 3, metal.seam, 0.8)
      for (let i = 0; i < 8; i++)
        pen.panel(
          [
            [x, y],
            [x + Math.cos(i * 0.785 + 0.2) * 40, y + Math.sin(i * 0.785 + 0.2) * 34],
            [x + Math.cos(i * 0.785) * 62, y + Math.sin(i * 0.785) * 44],
            [x + Math.cos(i * 0.785 - 0.2) * 40, y + Math.sin(i * 0.785 - 0.2) * 34],
          ],
          { tones: metal, texture: 'plain', inner: true, light: 0.6, contour: 1.4 },
        )
      return
    }
    const draw = (points: Pt[]) => {
      const d = pen.path(points)
      pen.raw(
        `<path d="${d}" fill="none" stroke="${t.deep}" stroke-width="20" stroke-opacity=".4" transform="translate(5 8)"/><path d="${d}" fill="none" stroke="${metal.line}" stroke-width="23"/><path d="${d}" fill="none" stroke="${metal.base}" stroke-width="19"/><path d="${d}" fill="none" stroke="${metal.glow}" stroke-width="6" transform="translate(-3 -4)"/>`,
      )
      points.forEach((p) => pen.reach(p))
    }
    draw(shape)
    if (kind === 'rings') draw(oval(x + 46, y, w, w))
    else {
      pen.cord(
        [
          [x - w * 0.84, y],
          [x + w * 0.9, y - 2],
        ],
        13,
        metal,
      )
    }
  }
  if (pen.spec.back) {
    const s: Pt[] = [
      [-420, -250],
      [-300, -330],
      [-60, -300],
      [120, -130],
      [60, 60],
      [-160, 120],
      [-260, 250],
      [-120, 380],
      [160, 370],
      [400, 260],
    ]
    const upper = s.map(([x, y]): Pt => [x, y - h * 0.42])
    const id = pen.panel(
      [
        [-432, -210, 1],
        ...upper.slice(1, -1),
        [420, 200],
        [450, 250],
        [410, 300],
        ...s
          .slice(1, -1)
          .map(([x, y]): Pt => [x + 6, y + h * 0.42])
          .reverse(),
        [-400, -190, 1],
      ],
      { ...style, axis: [-420, -250, 400, 260] },
    )
    pen.within(id, () => {
      pen.stitch(
        upper.map(([x, y]): Pt => [x, y + 12]),
        t.seam,
      )
      pen.stitch(
        s.map(([x, y]): Pt => [x + 6, y + h * 0.42 - 12]),
        t.seam,
      )
    })
    for (let i = 0; i < 5; i++) pen.patch(oval(200 + i * 42, 356 - i * 22, 7, 7), t.line)
    buckle(-400, -250)
    return
  }
  const [rx, ry] = [330, 110]
  const side = (k: number, out: number): Pt => [Math.cos(k) * (rx + out), Math.sin(k) * (ry + out * 0.5)]
  const arc = (from: number, to: number, dy: number, out = 0): Pt[] =>
    [...Array(9).keys()].map((i): Pt => {
      const [x, y] = side(lerp(from, to, i / 8), out)
      return [x, y + dy]
    })
  const pi = Math.PI
  for (const [i, out] of [0, -34, -66, -96].entries()) {
    pen.panel([...arc(pi, 2 * pi, -h / 2, out), ...arc(2 * pi, pi, h * 0.2, out)], {
      tones: tones(i % 2 ? t.dark : t.shade),
      texture: 'plain',
      light: 0.5,
      inner: i > 0,
    })
  }
  for (const out of [-96, -66, -34])
    pen.panel([...arc(0, pi, -h / 2, out), ...arc(pi, 0, h * 0.3, out)], {
      tones: tones(out === -66 ? t.shade : t.base),
      texture: 'plain',
      glossy: true,
      inner: true,
      axis: [-300, 0, 300, 0],
    })
  const band = pen.panel([...arc(0, pi, -h / 2), ...arc(pi, 0, h / 2)], { ...style, axis: [0, -80, 0, 160], lift: 4 })
  pen.within(band, () => {
    for (const k of [-h / 2 + 12, h / 2 - 12])
      pen.stitch(arc(0, pi, k), mix(t.seam, lightness(t.base) < 0.45 ? t.glow : t.seam, 0.5), 2.2)
    pen.patch(
      [
        [-250, -40, 1],
        [-190, -20, 1],
        [-200, 180, 1],
        [-260, 160, 1],
      ],
      t.glow,
      0.3,
    )
    if (kind === 'western')
      for (let i = 0; i < 4; i++)
        pen.line(
          [
            [-270 + i * 46, 40 + i * 12],
            [-250 + i * 46, 20 + i * 12],
            [-236 + i * 46, 56 + i * 12],
          ],
          3,
          t.seam,
          0.8,
        )
  })
  const tip = pen.panel(
    [
      [40, ry - h * 0.4, 1],
      [180, ry - h * 0.48],
      [330, ry - h * 0.32],
      [390, ry + 10],
      [330, ry + h * 0.42],
      [180, ry + h * 0.46],
      [40, ry + h * 0.5, 1],
    ],
    { ...style, lift: 8, axis: [40, ry, 390, ry] },
  )
  pen.within(tip, () => {
    pen.stitch(
      [
        [40, ry - h * 0.28],
        [180, ry - h * 0.35],
        [322, ry - h * 0.2],
        [368, ry + 10],
        [322, ry + h * 0.3],
        [180, ry + h * 0.34],
        [40, ry + h * 0.38],
      ],
      t.seam,
    )
    for (let i = 0; i < 4; i++) pen.patch(oval(140 + i * 50, ry + 2, 6, 7), t.line)
  })
  buckle(0, ry + 2)
  pen.panel(
    [
      [92, ry - h * 0.56, 1],
      [122, ry - h * 0.56, 1],
      [122, ry + h * 0.58, 1],
      [92, ry + h * 0.58, 1],
    ],
    { ...style, lift: 4, inner: true },
  )
}
