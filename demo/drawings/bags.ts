/** Tote, crossbody, backpack and clutch, with their base at y = 0. */
import { mix, tones, type Tones } from './colour.ts'
import { box, lerp, mirrored, onSide, oval, type Pt } from './line.ts'
import type { PanelStyle, Pen } from './pen.ts'
import { strap } from './soles.ts'

const skin = (pen: Pen): PanelStyle => ({ glossy: pen.spec.pattern === 'plain' || pen.spec.pattern === 'leather' })

/** Draws a frame of metal with its lit edge. */
function metalFrame(pen: Pen, points: Pt[], width: number, t: Tones): void {
  const d = pen.path(points)
  pen.raw(
    `<path d="${d}" fill="none" stroke="${t.line}" stroke-width="${width + 3}" stroke-linejoin="round"/><path d="${d}" fill="none" stroke="${t.base}" stroke-width="${width}" stroke-linejoin="round"/><path d="${d}" fill="none" stroke="${t.glow}" stroke-width="${width * 0.3}" stroke-linejoin="round" transform="translate(-1.2 -1.4)"/>`,
  )
}

/** Draws stitches just inside an outline. */
function inset(pen: Pen, points: readonly Pt[], k: number, colour = pen.tones.seam): void {
  const xs = points.map((p) => p[0])
  const ys = points.map((p) => p[1])
  const [x0, x1, y0, y1] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
  const [cx, cy] = [(x0 + x1) / 2, (y0 + y1) / 2]
  const [sx, sy] = [1 - (2 * k) / (x1 - x0), 1 - (2 * k) / (y1 - y0)]
  const ring = points.map(([x, y, c]): Pt =>
    c ? [cx + (x - cx) * sx, cy + (y - cy) * sy, 1] : [cx + (x - cx) * sx, cy + (y - cy) * sy],
  )
  const first = ring[0]
  if (first) pen.stitch([...ring, first], colour)
}

/** Draws a handle in an arch, flat leather with stitched edges. */
function handle(pen: Pen, x: number, y: number, high: number, width: number, t: Tones, far = false, lean = 0): void {
  const tt = far ? tones(t.dark) : t
  const points: Pt[] = [
    [-x, y],
    [-x + 4, y - high * 0.5],
    [-x * 0.62 + lean * 0.7, y - high * 0.92],
    [lean, y - high],
    [x * 0.62 + lean * 0.7, y - high * 0.92],
    [x - 4, y - high * 0.5],
    [x, y],
  ]
  pen.cord(points, width, tt)
  if (!far)
    for (const k of [-0.32, 0.32])
      pen.line(
        points.map(([px, py]): Pt => [
          px + k * width * Math.sign(px || 0.01) * (Math.abs(px) > x * 0.7 ? 1 : 0.3),
          py - k * width * (Math.abs(px) > x * 0.7 ? 0 : 0.9),
        ]),
        1.4,
        tt.seam,
        0.6,
      )
}

/** Draws a tote: leather shopper, two-coloured canvas, straw basket, structured with short handles. */
export function tote(pen: Pen): void {
  const kind = pen.pick('shopper', 'canvas', 'straw', 'top')
  pen.hand = 1.2
  const second = kind === 'canvas' || kind === 'straw' ? pen.trim : pen.tones
  const [top, bottom, h] = pen.pick<[number, number, number]>(
    [300, 262, 500],
    [300, 280, 480],
    [330, 230, 430],
    [250, 300, 420],
  )
  handle(
    pen,
    pen.pick(120, 124, 130, 104),
    -h + 30,
    pen.pick(300, 270, 210, 210),
    pen.pick(22, 30, 24, 24),
    second,
    true,
    16,
  )
  pen.inside(
    [
      [-top + 6, -h + 4],
      [0, -h - 34],
      [top + 22, -h - 16],
      [top - 6, -h + 8],
      [0, -h + 24],
    ],
    pen.trim,
  )
  pen.panel(
    [
      [top - 8, -h + 4, 1],
      [top + 34, -h - 20, 1],
      [lerp(top, bottom, 0.5) + 26, -h * 0.5],
      [bottom + 44, -40, 1],
      [bottom - 14, -2, 1],
    ],
    { tones: tones(pen.tones.dark), glossy: false, light: 0.5, ...(kind === 'straw' ? { texture: 'straw' } : {}) },
  )
  const face: Pt[] = [
    [-top, -h, 1],
    [-top * 0.4, -h + 12],
    [top * 0.4, -h + 10],
    [top, -h, 1],
    [lerp(top, bottom, 0.6) + 4, -h * 0.45],
    [bottom, -26],
    [bottom - 20, -3],
    [bottom - 60, 3],
    [0, 5],
    [-bottom + 60, 3],
    [-bottom + 20, -3],
    [-bottom, -26],
    [-lerp(top, bottom, 0.6) - 4, -h * 0.45],
  ]
  const id = pen.panel(face, { ...(kind === 'straw' ? { texture: 'straw' as const } : skin(pen)), bow: 18 })
  pen.within(id, () => {
    if (kind === 'shopper' || kind === 'canvas') {
      pen.drape([-60, -h], [-120, 10], 90, -10, 0.26)
      pen.drape([140, -h + 60], [200, 10], 60, 10, 0.26)
      pen.fold([-240, -70], [-120, -30], [40, -52], 12, 0.28)
    }
    pen.stitch([
      [-top, -h + 16],
      [-top * 0.4, -h + 28],
      [top * 0.4, -h + 26],
      [top, -h + 16],
    ])
    if (kind === 'shopper') inset(pen, face, 14)
    if (kind === 'canvas') {
      pen.panel(
        [
          [-340, -130, 1],
          [0, -120],
          [340, -132, 1],
          [340, 30, 1],
          [-340, 30, 1],
        ],
        { tones: second, texture: 'leather', inner: true, glossy: true },
      )
      pen.stitch(
        [
          [-340, -118],
          [0, -108],
          [340, -120],
        ],
        second.seam,
      )
      pen.patch(box(-76, -h + 180, 152, 4), pen.tones.seam, 0.5)
    }
    if (kind === 'straw')
      for (const y of [-h + 34, -h + 46, -60])
        pen.line(
          [
            [-top, y],
            [0, y + 12],
            [top, y],
          ],
          3,
          pen.tones.seam,
          0.6,
        )
    if (kind === 'top') {
      pen.seam([
        [-bottom, -120],
        [0, -108],
        [bottom, -120],
      ])
      pen.stitch([
        [-bottom, -111],
        [0, -99],
        [bottom, -111],
      ])
    }
  })
  const hx = pen.pick(120, 124, 130, 104)
  handle(pen, hx, -h + 60, pen.pick(320, 290, 220, 220), pen.pick(22, 30, 24, 24), second, false, -14)
  for (const s of [-1, 1]) {
    if (kind === 'canvas') {
      const tape = pen.panel(
        onSide(s, [
          [hx - 17, -h + 30, 1],
          [hx + 17, -h + 30, 1],
          [hx + 17, -124, 1],
          [hx - 17, -124, 1],
        ]),
        { tones: second, texture: 'plain', inner: true, light: 0.4, lift: 3 },
      )
      pen.within(tape, () => {
        for (const k of [-11, 11])
          pen.stitch(
            [
              [s * hx + k, -h],
              [s * hx + k, -120],
            ],
            second.seam,
          )
      })
      continue
    }
    const tab = pen.panel(
      onSide(s, [
        [hx - 24, -h + 42, 1],
        [hx + 24, -h + 42, 1],
        [hx + 24, -h + 106],
        [hx, -h + 130],
        [hx - 24, -h + 106],
      ]),
      { tones: second, texture: 'plain', inner: true, lift: 5, glossy: true },
    )
    pen.within(tab, () =>
      pen.stitch(
        onSide(s, [
          [hx - 17, -h + 46],
          [hx - 17, -h + 104],
          [hx, -h + 120],
          [hx + 17, -h + 104],
          [hx + 17, -h + 46],
        ]),
        second.seam,
      ),
    )
    pen.stud(s * hx, -h + 66, 8, tones('#c9a85c'))
  }
  if (pen.spec.back) {
    const pocket = box(-150, -h + 150, 300, 210, 14)
    pen.panel(pocket, {
      inner: true,
      lift: 4,
      light: 0.5,
      ...(kind === 'straw' ? { texture: 'leather', tones: second } : {}),
    })
    inset(pen, pocket, 10)
    return
  }
  if (kind === 'shopper') {
    pen.cord(
      [
        [-hx + 8, -h + 100],
        [-hx - 30, -h + 170],
        [-hx - 22, -h + 210],
      ],
      6,
      pen.trim,
    )
    const tag = pen.panel(
      [
        [-hx - 50, -h + 206, 1],
        [-hx + 4, -h + 204, 1],
        [-hx + 8, -h + 290, 1],
        [-hx - 50, -h + 292, 1],
      ],
      { tones: pen.trim, texture: 'plain', inner: true, lift: 6 },
    )
    pen.within(tag, () =>
      inset(
        pen,
        [
          [-hx - 50, -h + 206, 1],
          [-hx + 4, -h + 204, 1],
          [-hx + 8, -h + 290, 1],
          [-hx - 50, -h + 292, 1],
        ],
        7,
        pen.trim.seam,
      ),
    )
  }
  if (kind === 'top') {
    const lock = box(-44, -h + 60, 88, 110, 12)
    pen.panel(
      [
        [-52, -h - 14, 1],
        [52, -h - 14, 1],
        [48, -h + 96],
        [0, -h + 118],
        [-48, -h + 96],
      ],
      { inner: true, lift: 6, glossy: true, texture: 'plain' },
    )
    pen.panel(
      lock.map(([x, y]): Pt => [x * 0.6, (y + h - 115) * 0.55 - h + 90]),
      { tones: tones('#c9a85c'), texture: 'plain', inner: true, lift: 4, glossy: true },
    )
    pen.patch(oval(0, -h + 84, 5, 5), '#4a3a20')
    pen.patch(box(-2.5, -h + 84, 5, 18), '#4a3a20')
    strap(pen, [-230, -h + 70], [-320, -h + 280], [-262, -110], 18, pen.tones, null, { glossy: true, texture: 'plain' })
  }
}

/** Draws a chain along a line. */
export function chain(pen: Pen, points: readonly Pt[], width: number, t: Tones): void {
  const d = pen.path(points, false)
  const line = (w: number, colour: string, dash: string, rest = '') =>
    `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${w}" stroke-dasharray="${dash}" stroke-linecap="round"${rest}/>`
  const k = width
  pen.raw(
    line(k * 0.42, t.dark, `${k * 0.5} ${k * 1.1}`, ` stroke-dashoffset="${k * 0.9}"`) +
      line(k + 2.4, t.line, `${k * 0.55} ${k * 1.05}`) +
      line(k, t.base, `${k * 0.55} ${k * 1.05}`) +
      line(k * 0.34, t.line, `${k * 0.5} ${k * 1.1}`, ` stroke-opacity=".8"`) +
      line(k * 0.2, t.glow, `${k * 0.3} ${k * 1.3}`, ` transform="translate(${-k * 0.3} ${-k * 0.3})"`),
  )
  for (const p of points) pen.reach(p)
}

/** Draws a crossbody: saddle with a flap, camera bag, half moon, quilted on a chain. */
export function crossbody(pen: Pen): void {
  const kind = pen.pick('saddle', 'camera', 'moon', 'quilt')
  const gold = tones('#c9a85c')
  const long: Pt[] = [
    [-236, -250],
    [-262, -420],
    [-200, -640],
    [-40, -760],
    [120, -700],
    [222, -500],
    [238, -250],
  ]
  const lead = (t: Tones, width = 20) => {
    pen.cord(
      long.map(([x, y]): Pt => [x + 14, y + 10]),
      width,
      tones(t.dark),
    )
    pen.cord(long, width, t)
    pen.stitch(long, t.seam, 1.4)
  }
  if (kind === 'quilt') {
    chain(
      pen,
      long.map(([x, y]): Pt => [x + 22, y + 16]),
      15,
      tones(gold.dark),
    )
    chain(pen, long, 16, gold)
  } else lead(pen.tones, pen.pick(20, 26, 24))
  pen.panel(
    [
      [228, -306, 1],
      [274, -316, 1],
      [290, -180],
      [272, -66, 1],
      [228, -60, 1],
    ],
    { tones: tones(pen.tones.dark), texture: 'plain' },
  )
  const shapes: Record<typeof kind, Pt[]> = {
    saddle: [
      [-246, -316, 1],
      [0, -322],
      [246, -316, 1],
      [258, -180],
      [240, -80],
      [214, -24],
      [160, -2],
      [0, 3],
      [-160, -2],
      [-214, -24],
      [-240, -80],
      [-258, -180],
    ],
    camera: box(-262, -330, 524, 332, 56),
    moon: [
      [-262, -330, 1],
      [-120, -282],
      [0, -270],
      [120, -282],
      [262, -330, 1],
      [268, -220],
      [214, -80],
      [100, -8],
      [0, 2],
      [-100, -8],
      [-214, -80],
      [-268, -220],
    ],
    quilt: box(-250, -320, 500, 322, 30),
  }
  const face = shapes[kind]
  const id = pen.panel(face, { ...skin(pen) })
  pen.within(id, () => {
    inset(pen, face, 12)
    if (kind === 'quilt') diamonds(pen, -260, 260, -330, 10)
    if (kind === 'moon') {
      pen.fold([-200, -180], [-60, -110], [140, -150], 14, 0.3)
      pen.fold([-120, -80], [0, -40], [150, -90], 12, 0.26)
    }
  })
  for (const s of [-1, 1]) if (kind !== 'moon') pen.stud(s * 240, -268, 15, gold)
  if (pen.spec.back) {
    const pocket: Pt[] = [
      [-190, -230, 1],
      [0, -218],
      [190, -230, 1],
      [184, -80],
      [140, -44],
      [-140, -44],
      [-184, -80],
    ]
    pen.panel(pocket, { inner: true, lift: 4, light: 0.5, ...skin(pen) })
    inset(pen, pocket, 10)
    return
  }
  if (kind === 'saddle' || kind === 'quilt') {
    const flap: Pt[] =
      kind === 'saddle'
        ? [
            [-254, -322, 1],
            [0, -332],
            [254, -322, 1],
            [256, -240],
            [226, -150],
            [120, -92],
            [0, -78],
            [-120, -92],
            [-226, -150],
            [-256, -240],
          ]
        : [
            [-254, -324, 1],
            [0, -332],
            [254, -324, 1],
            [252, -190],
            [226, -150],
            [0, -132],
            [-226, -150],
            [-252, -190],
          ]
    const top = pen.panel(flap, { lift: 10, ...skin(pen) })
    pen.within(top, () => {
      if (kind === 'quilt') diamonds(pen, -260, 260, -340, -120)
      inset(pen, flap, 12)
      pen.fold([-200, -316], [0, -306], [200, -318], 8, 0.24)
    })
    if (kind === 'saddle') {
      pen.panel(
        [
          [-34, -160, 1],
          [34, -160, 1],
          [30, -60],
          [0, -40],
          [-30, -60],
        ],
        { lift: 5, inner: true, ...skin(pen) },
      )
      pen.panel(oval(0, -92, 30, 22), { tones: gold, texture: 'plain', inner: true, glossy: true, lift: 3 })
      pen.panel(box(-6, -112, 12, 40, 4), { tones: gold, texture: 'plain', inner: true, glossy: true, lift: 3 })
    } else {
      metalFrame(pen, box(-34, -176, 68, 52, 8), 9, gold)
      pen.panel(box(-9, -170, 18, 40, 5), { tones: gold, texture: 'plain', inner: true, glossy: true, lift: 3 })
    }
  } else {
    if (kind === 'camera') {
      pen.zip(
        [
          [-246, -284],
          [0, -292],
          [246, -284],
        ],
        gold,
        9,
        false,
      )
      const pocket = box(-196, -224, 392, 178, 26)
      pen.panel(pocket, { inner: true, lift: 6, light: 0.7, ...skin(pen) })
      inset(pen, pocket, 10)
      pen.cord(
        [
          [220, -282],
          [244, -250],
          [240, -226],
        ],
        6,
        pen.trim,
      )
      pen.panel(
        [
          [228, -230],
          [252, -232],
          [266, -126, 1],
          [216, -124, 1],
        ],
        { tones: pen.trim, texture: 'plain', lift: 5 },
      )
      for (let i = 0; i < 5; i++)
        pen.line(
          [
            [234 + i * 3, -206],
            [222 + i * 9, -128],
          ],
          1.8,
          pen.trim.seam,
        )
    } else {
      pen.zip(
        [
          [-240, -306],
          [-120, -268],
          [0, -258],
          [120, -268],
          [240, -306],
        ],
        gold,
        9,
        false,
      )
      metalFrame(pen, oval(-252, -318, 24, 24), 8, gold)
      metalFrame(pen, oval(252, -318, 24, 24), 8, gold)
      pen.cord(
        [
          [150, -276],
          [170, -236],
          [162, -200],
        ],
        8,
        pen.tones,
      )
    }
  }
}

/** Draws quilting in diamonds with a soft light in each. */
function diamonds(pen: Pen, x0: number, x1: number, y0: number, y1: number): void {
  const step = 56
  for (let x = x0 - (y1 - y0); x < x1 + (y1 - y0); x += step)
    for (const s of [1, -1]) {
      pen.line(
        [
          [x, y0],
          [x + s * (y1 - y0), y1],
        ].map(([a, b]): Pt => [(a ?? 0) + 2, (b ?? 0) + 2]),
        2,
        pen.tones.glow,
        0.55,
      )
      pen.line(
        [
          [x, y0],
          [x + s * (y1 - y0), y1],
        ],
        2.4,
        pen.tones.seam,
        0.8,
      )
    }
}

/** Draws a backpack: round-topped with a pocket, roll-top, drawstring with a flap, slim and zipped. */
export function backpack(pen: Pen): void {
  const kind = pen.pick('round', 'roll', 'flap', 'slim')
  const metal = tones('#b9b4aa')
  const leather = pen.trim
  const half: Pt[] =
    kind === 'roll'
      ? [
          [208, -620, 1],
          [222, -400],
          [232, -120],
          [222, -30],
          [180, 0],
        ]
      : kind === 'slim'
        ? [
            [90, -640],
            [170, -610],
            [206, -520],
            [220, -300],
            [222, -70],
            [206, -16],
            [160, 0],
          ]
        : [
            [110, -600],
            [190, -556],
            [224, -440],
            [238, -240],
            [236, -70],
            [214, -14],
            [160, 0],
          ]
  // Shoulder straps show behind on both sides.
  for (const s of [-1, 1]) {
    const points: Pt[] = onSide(s, [
      [130, -540],
      [246, -470],
      [288, -300],
      [262, -120],
      [214, -40],
    ])
    pen.cord(points, 34, tones(pen.tones.dark))
    pen.stitch(points, pen.tones.seam)
  }
  pen.cord(
    [
      [-54, -590],
      [-40, -668],
      [0, -688],
      [40, -668],
      [54, -590],
    ],
    22,
    kind === 'round' ? pen.tones : leather,
  )
  const outline: Pt[] = [...half, [0, 6], ...mirrored(half), [0, kind === 'roll' ? -614 : -618]]
  const id = pen.panel(outline, { bow: 16 })
  pen.within(id, () => {
    pen.fold([-200, -200], [-150, -120], [-60, -90], 12, 0.3)
    pen.fold([220, -330], [160, -300], [80, -310], 11, 0.28)
    pen.patch(
      [
        [-260, -80, 1],
        [260, -80, 1],
        [260, 20, 1],
        [-260, 20, 1],
      ],
      pen.tones.dark,
      0.35,
    )
    pen.seam([
      [-240, -84],
      [0, -72],
      [240, -84],
    ])
  })
  if (pen.spec.back) {
    const pad = box(-150, -500, 300, 420, 40)
    const back = pen.panel(pad, { inner: true, light: 0.6, lift: 3, tones: tones(pen.tones.shade) })
    pen.within(back, () => {
      for (let i = 0; i < 6; i++)
        pen.seam([
          [-150, -440 + i * 70],
          [0, -430 + i * 70],
          [150, -440 + i * 70],
        ])
    })
    for (const s of [-1, 1]) {
      const points: Pt[] = onSide(s, [
        [60, -590],
        [120, -500],
        [176, -340],
        [172, -200],
      ])
      pen.cord(points, 58, pen.tones)
      for (const k of [-20, 20]) pen.stitch(points.map(([x, y]): Pt => [x + k, y]))
      pen.cord(
        onSide(s, [
          [172, -200],
          [186, -110],
          [206, -50],
        ]),
        20,
        tones(pen.tones.dark),
      )
      pen.panel(box(s * 172 - 26, -222, 52, 34, 6), { tones: metal, texture: 'plain', inner: true, lift: 3 })
    }
    return
  }
  if (kind === 'round' || kind === 'slim') {
    const arc: Pt[] =
      kind === 'slim'
        ? [
            [-206, -330],
            [-190, -500],
            [-120, -586],
            [0, -602],
            [120, -586],
            [190, -500],
            [206, -330],
          ]
        : [
            [-228, -300],
            [-210, -440],
            [-130, -548],
            [0, -572],
            [130, -548],
            [210, -440],
            [228, -300],
          ]
    pen.zip([...arc].reverse(), metal, 9, true)
    const pocket: Pt[] =
      kind === 'slim'
        ? box(-160, -270, 320, 200, 16)
        : [
            [-170, -250],
            [-140, -292],
            [0, -302],
            [140, -292],
            [170, -250],
            [178, -110],
            [150, -70],
            [0, -62],
            [-150, -70],
            [-178, -110],
          ]
    const front = pen.panel(pocket, { inner: true, lift: 8, light: 0.8 })
    pen.within(front, () => pen.fold([-140, -120], [0, -90], [140, -130], 10, 0.26))
    inset(pen, pocket, 10)
    pen.zip(
      kind === 'slim'
        ? [
            [140, -236],
            [0, -232],
            [-140, -236],
          ]
        : [
            [160, -244],
            [120, -274],
            [0, -282],
            [-120, -274],
            [-160, -244],
          ],
      metal,
      8,
    )
    pen.panel(box(-36, -452, 72, 56, 8), { tones: leather, texture: 'leather', inner: true, lift: 3 })
    inset(pen, box(-36, -452, 72, 56, 8), 6, leather.seam)
    return
  }
  if (kind === 'roll') {
    for (let i = 0; i < 3; i++) {
      const roll = pen.panel(
        [
          [-214 + i * 3, -640 + i * 34],
          [0, -652 + i * 34],
          [214 - i * 3, -640 + i * 34],
          [224, -616 + i * 34],
          [212, -594 + i * 34],
          [0, -586 + i * 34],
          [-212, -594 + i * 34],
          [-224, -616 + i * 34],
        ],
        { lift: 5 },
      )
      pen.within(roll, () => pen.fold([-160, -620 + i * 34], [0, -610 + i * 34], [180, -622 + i * 34], 6, 0.3))
    }
    strap(pen, [0, -648], [4, -480], [0, -300], 40, leather, metal, { texture: 'plain' })
  } else {
    const lid: Pt[] = [
      [-150, -624],
      [0, -640],
      [150, -624],
      [226, -560],
      [240, -420],
      [228, -340],
      [150, -316],
      [-150, -316],
      [-228, -340],
      [-240, -420],
      [-226, -560],
    ]
    const flapId = pen.panel(lid, { lift: 10 })
    pen.within(flapId, () => pen.fold([-210, -420], [-60, -380], [120, -400], 12, 0.28))
    inset(pen, lid, 12)
  }
  const pocket = box(-172, -260, 344, 190, 20)
  pen.panel(pocket, { inner: true, lift: 7, light: 0.8 })
  inset(pen, pocket, 10)
  if (kind === 'flap')
    for (const s of [-1, 1])
      strap(pen, [s * 112, -360], [s * 114, -270], [s * 112, -170], 34, leather, metal, { texture: 'plain' })
}

/** Draws a clutch: envelope, framed with a kiss lock, gathered pouch on a wrist strap, hard box. */
export function clutch(pen: Pen): void {
  const kind = pen.pick('envelope', 'frame', 'pouch', 'box')
  const gold = tones('#c9a85c')
  if (kind === 'envelope') {
    const face: Pt[] = [
      [-370, -300, 1],
      [370, -308, 1],
      [378, -10, 1],
      [-374, 0, 1],
    ]
    pen.panel(
      [
        [370, -308, 1],
        [392, -292, 1],
        [398, -2, 1],
        [378, -10, 1],
      ],
      { tones: tones(pen.tones.dark), texture: 'plain' },
    )
    const id = pen.panel(face, skin(pen))
    pen.within(id, () => pen.fold([-340, -40], [0, -22], [340, -50], 9, 0.24))
    inset(pen, face, 12)
    if (pen.spec.back) {
      pen.zip(
        [
          [-250, -210],
          [250, -214],
        ],
        gold,
        8,
      )
      return
    }
    const flap: Pt[] = [
      [-372, -304, 1],
      [372, -312, 1],
      [330, -262],
      [40, -96],
      [0, -84],
      [-40, -94],
      [-330, -256],
    ]
    const top = pen.panel(flap, { lift: 12, ...skin(pen), axis: [0, -310, 0, -90] })
    pen.within(top, () => {
      pen.stitch([
        [-352, -286],
        [-40, -112],
        [0, -100],
        [40, -114],
        [352, -294],
      ])
      pen.fold([-300, -296], [0, -288], [300, -302], 8, 0.24)
    })
    pen.stud(0, -118, 19, gold)
    return
  }
  if (kind === 'pouch') {
    pen.cord(
      [
        [-330, -250],
        [-420, -200],
        [-440, -90],
        [-380, -10],
        [-330, -60],
        [-356, -200],
        [-322, -248],
      ],
      18,
      pen.tones,
    )
    const face: Pt[] = [
      [-330, -286, 1],
      [-100, -298],
      [160, -296],
      [330, -284, 1],
      [372, -180],
      [366, -70],
      [300, -8],
      [0, 6],
      [-300, -8],
      [-366, -70],
      [-372, -180],
    ]
    const id = pen.panel(face, skin(pen))
    pen.within(id, () => {
      for (let i = 0; i < 11; i++)
        pen.drape([-290 + i * 58, -278], [-330 + i * 66, -40 + (i % 3) * 16], 34, (i - 5) * 3, 0.34)
    })
    const band = pen.panel(
      [
        [-334, -312, 1],
        [0, -324],
        [334, -310, 1],
        [332, -268, 1],
        [0, -280],
        [-332, -270, 1],
      ],
      { lift: 5, ...skin(pen) },
    )
    pen.within(band, () =>
      pen.stitch([
        [-330, -278],
        [0, -289],
        [330, -277],
      ]),
    )
    if (!pen.spec.back)
      pen.zip(
        [
          [310, -300],
          [0, -312],
          [-310, -301],
        ],
        gold,
        8,
      )
    return
  }
  const face: Pt[] =
    kind === 'frame'
      ? [
          [-290, -300, 1],
          [0, -308],
          [290, -300, 1],
          [344, -180],
          [350, -70],
          [290, -6],
          [0, 6],
          [-290, -6],
          [-350, -70],
          [-344, -180],
        ]
      : box(-350, -320, 700, 320, 40)
  const id = pen.panel(face, { ...skin(pen) })
  pen.within(id, () => {
    if (kind === 'frame')
      for (let i = 0; i < 9; i++)
        pen.drape([-240 + i * 60, -290], [-290 + i * 72, -30 - (i % 2) * 30], 38, (i - 4) * 3, 0.34)
    else {
      pen.patch(
        [
          [-330, -300, 1],
          [-150, -300, 1],
          [-290, -20, 1],
          [-340, -20, 1],
        ],
        pen.tones.glow,
        0.35,
      )
      pen.patch(
        [
          [-110, -310, 1],
          [-60, -310, 1],
          [-200, -10, 1],
          [-250, -10, 1],
        ],
        pen.tones.glow,
        0.3,
      )
      if (pen.spec.pattern === 'plain')
        for (let i = 0; i < 9; i++)
          pen.line(
            [
              [-360, -300 + i * 40],
              [-120 + i * 60, -330],
            ],
            2,
            pen.trim.base,
            0.6,
          )
    }
  })
  if (kind === 'box') {
    metalFrame(pen, box(-346, -316, 692, 312, 38), 12, gold)
    pen.line(
      [
        [-350, -236],
        [350, -236],
      ],
      7,
      gold.line,
    )
    pen.line(
      [
        [-348, -237],
        [348, -237],
      ],
      4,
      gold.base,
    )
    pen.panel(oval(0, -240, 34, 34), { tones: pen.trim, texture: 'plain', inner: true, glossy: true, lift: 4 })
    metalFrame(pen, oval(0, -240, 36, 36), 8, gold)
    return
  }
  pen.cord(
    [
      [-298, -292],
      [-280, -312],
      [0, -322],
      [280, -312],
      [298, -292],
    ],
    22,
    gold,
  )
  for (const s of [-1, 1]) pen.stud(s * 14, -348 - s * 3, 19, gold)
  if (!pen.spec.back)
    chain(
      pen,
      [
        [-290, -296],
        [-390, -220],
        [-420, -90],
        [-330, 10],
        [-180, 24],
      ],
      13,
      tones(mix(gold.base, gold.dark, 0.2)),
    )
}
