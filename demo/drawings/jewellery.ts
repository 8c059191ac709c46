/** Ring, necklace, earrings, bracelet and watch, with their cushions and stands. */
import { chain } from './bags.ts'
import { at, lightness, mix, tint, tones, type Tones } from './colour.ts'
import { box, lerp, mirrored, oval, r, xy, type Pt } from './line.ts'
import type { Pen } from './pen.ts'

/** Returns the metal's tones: greys become a silver that also shines on dark backgrounds. */
const metalOf = (pen: Pen): Tones => tones(at(pen.tones.base, Math.max(0.7, lightness(pen.tones.base))))

/** Returns a prop's tones, close to the background so that it does not stand out. */
const propTones = (pen: Pen, by = 0.07): Tones =>
  tones(tint(pen.spec.ground, lightness(pen.spec.ground) > 0.5 ? by : by * 0.8))

/** Draws a tube of metal bent along an arc, from one angle (degrees) to the other. */
function hoop(
  pen: Pen,
  cx: number,
  cy: number,
  rx: number,
  ry: number,
  width: number,
  t: Tones,
  from = 0,
  to = 360,
): void {
  const full = Math.abs(to - from) >= 360
  const steps = Math.max(4, Math.ceil(Math.abs(to - from) / 30))
  const arc = (k: number, a: number, b: number): Pt[] =>
    [...Array(steps + 1).keys()].map((i): Pt => {
      const angle = (lerp(a, b, i / steps) * Math.PI) / 180
      return [cx + Math.cos(angle) * (rx + k), cy + Math.sin(angle) * (ry + k)]
    })
  const stroke = (points: Pt[], w: number, colour: string, closed: boolean, opacity = 1) =>
    pen.raw(
      `<path d="${pen.path(points, closed)}" fill="none" stroke="${colour}" stroke-width="${r(w)}"${full ? '' : ' stroke-linecap="round"'}${opacity < 1 ? ` stroke-opacity="${opacity}"` : ''}/>`,
    )
  const ring = full ? arc(0, from, to).slice(0, -1) : arc(0, from, to)
  ring.forEach(([x, y]) => {
    for (const k of [-width / 2, width / 2]) pen.reach([x + k, y + k])
  })
  stroke(ring, width + 3.4, t.line, full)
  stroke(ring, width, t.base, full)
  const inner = (k: number) => (full ? arc(k, from, to).slice(0, -1) : arc(k, from, to))
  stroke(inner(-width * 0.26), width * 0.42, t.dark, full, 0.8)
  stroke(inner(width * 0.2), width * 0.3, t.light, full, 0.9)
  if (full || (from <= 200 && to >= 250)) {
    stroke(arc(width * 0.18, 190, 262), width * 0.2, '#fffaf0', false, 0.9)
    if (full) stroke(arc(-width * 0.3, 20, 80), width * 0.12, t.glow, false, 0.9)
  }
}

/** Draws a cut stone with a table and facets. The smallest stones are only a spark. */
function gem(pen: Pen, cx: number, cy: number, rx: number, ry: number, t: Tones, sides = 8): void {
  if (rx < 18) {
    const spark = (k: number, dx: number, dy: number) =>
      `M${r(cx + dx)} ${r(cy + dy - ry * k)}l${r(rx * k)} ${r(ry * k)}l${r(-rx * k)} ${r(ry * k)}l${r(-rx * k)} ${r(-ry * k)}Z`
    pen.raw(
      `<ellipse cx="${r(cx)}" cy="${r(cy)}" rx="${r(rx)}" ry="${r(ry)}" fill="${t.base}" stroke="${t.line}" stroke-width="1.6"/><path d="${spark(0.62, 0, 0)}" fill="${t.glow}"/><path d="${spark(0.3, -rx * 0.2, -ry * 0.25)}" fill="#fffdf6"/>`,
    )
    pen.reach([cx, cy + ry])
    return
  }
  const at = (k: number, i: number): Pt => [
    cx + Math.cos(((i + 0.5) * 2 * Math.PI) / sides) * rx * k,
    cy + Math.sin(((i + 0.5) * 2 * Math.PI) / sides) * ry * k,
    1,
  ]
  const ring = (k: number) => [...Array(sides).keys()].map((i) => at(k, i))
  pen.panel(ring(1), { tones: t, texture: 'plain', light: 0, lift: 4, contour: 2 })
  const shades = [t.dark, t.base, t.shade, t.light, t.glow, '#fffdf6', t.light, t.shade]
  for (let i = 0; i < sides; i++) {
    pen.patch([at(1, i), at(1, i + 1), at(0.56, i + 0.5)], shades[i % 8] ?? t.base, 0.9)
    pen.patch([at(0.56, i - 0.5), at(1, i), at(0.56, i + 0.5)], shades[(i + 3) % 8] ?? t.base, 0.9)
  }
  const table = [...Array(sides).keys()].map((i) => at(0.56, i + 0.5))
  pen.patch(table, t.light)
  pen.patch([at(0.56, 3.5), at(0.56, 4.5), at(0.56, 5.5), at(0.2, 4.5)], '#fffdf6', 0.75)
  pen.line([...table, at(0.56, 0.5)], 1.2, t.seam, 0.5)
  pen.line([...ring(1), at(1, 0)], 1.6, t.line, 0.8)
}

/** Draws a polished ball. */
function ball(pen: Pen, x: number, y: number, size: number, t: Tones): void {
  const disc = (dx: number, dy: number, k: number, colour: string, rest = '') =>
    `<circle cx="${r(x + dx * size)}" cy="${r(y + dy * size)}" r="${r(size * k)}" fill="${colour}"${rest}/>`
  pen.raw(
    disc(0.12, 0.2, 1, t.deep, ' fill-opacity=".4"') +
      disc(0, 0, 1, t.shade, ` stroke="${t.line}" stroke-width="1.3"`) +
      disc(-0.1, -0.12, 0.8, t.base) +
      disc(-0.18, -0.2, 0.5, t.light) +
      disc(-0.32, -0.36, 0.2, '#fffdf8'),
  )
  for (const [dx, dy] of [
    [-size, -size],
    [size, size],
  ] as const)
    pen.reach([x + dx, y + dy])
}

function pearl(pen: Pen, x: number, y: number, size: number, colour = '#f3ece0'): void {
  ball(pen, x, y, size, tones(colour))
}

/** Draws a box lined with velvet, seen from above. */
function cushion(pen: Pen, x: number, y: number, w: number, h: number): void {
  const t = propTones(pen, -0.1)
  const velvet = tones(mix(pen.spec.accent, pen.spec.ground, 0.55))
  pen.panel(box(x - w / 2, y - h / 2, w, h, 18), { tones: t, texture: 'plain', light: 0.7, lift: 8 })
  pen.panel(box(x - w / 2 + 34, y - h / 2 + 34, w - 68, h - 68, 30), {
    tones: velvet,
    texture: 'plain',
    inner: true,
    contour: 2.4,
  })
  pen.patch(box(x - w / 2 + 34, y - h / 2 + 34, w - 68, 22, 8), velvet.deep, 0.5)
}

/** Draws a ring: solitaire, signet, stacked bands, cluster. The second view lies in its box. */
export function ring(pen: Pen): void {
  pen.hand = 0.2
  const t = metalOf(pen)
  const stone = tones(pen.spec.accent)
  const back = pen.spec.back
  if (back) {
    cushion(pen, 0, -20, 760, 760)
    pen.patch(box(-262, 116, 524, 34, 14), tones(mix(pen.spec.accent, pen.spec.ground, 0.55)).deep, 0.9)
  }
  const kind = pen.pick('solitaire', 'signet', 'stack', 'cluster')
  const [from, to] = back ? [178, 362] : [0, 360]
  const w = pen.pick(30, 40, 26, 30)
  const [rx, ry] = [196, back ? 210 : 204]
  const cy = back ? 130 : 60
  if (kind === 'stack') {
    for (const [dx, dy, turn, tone] of [
      [36, 34, 0, tones(mix(t.base, '#e8e4da', 0.5))],
      [16, 4, 8, t],
      [-14, -30, -6, tones(mix(t.base, '#c07a5a', 0.35))],
    ] as const) {
      pen.placed(back ? dx * 1.6 : dx, back ? 0 : dy, 1, back ? 0 : turn, () => {
        hoop(pen, 0, cy, rx, ry * 0.96, w, tone, from, to)
        for (let i = 0; i < 5; i++) gem(pen, -60 + i * 30, cy - ry * 0.94 + Math.abs(i - 2) * 5, 13, 13, stone, 6)
      })
    }
    return
  }
  hoop(pen, 0, cy, rx, ry, w, t, from, to)
  const top = cy - ry
  if (kind === 'solitaire') {
    pen.panel(
      [
        [-52, top + 12, 1],
        [52, top + 12, 1],
        [86, top - 54, 1],
        [-86, top - 54, 1],
      ],
      { tones: tones(t.shade), texture: 'plain', glossy: true, contour: 1.8 },
    )
    gem(pen, 0, top - 74, 104, 84, stone, 8)
    for (const x of [-88, -34, 34, 88])
      pen.cord(
        [
          [x * 0.7, top - 4],
          [x, top - 60],
          [x * 0.94, top - 84],
        ],
        11,
        t,
      )
    for (const s of [-1, 1])
      for (let i = 0; i < 3; i++) gem(pen, s * (98 + i * 27), top + 24 + i * 19, 13, 13, tones('#f2efe8'), 6)
  } else if (kind === 'signet') {
    const face = oval(0, top + 4, 112, 84)
    pen.panel(
      [
        [-190, cy - 70],
        [-140, top + 36],
        [-104, top - 28],
        [0, top - 66],
        [104, top - 28],
        [140, top + 36],
        [190, cy - 70],
        [120, top + 92],
        [0, top + 76],
        [-120, top + 92],
      ],
      { tones: t, texture: 'plain', glossy: true },
    )
    pen.panel(face, { tones: tones(t.light), texture: 'plain', glossy: true, inner: true, contour: 2 })
    pen.line([...oval(0, top + 4, 92, 66), [92, top + 4]], 2, t.seam, 0.7)
    pen.panel(
      [
        [0, top - 44],
        [14, top - 8],
        [52, top + 4],
        [14, top + 16],
        [0, top + 52],
        [-14, top + 16],
        [-52, top + 4],
        [-14, top - 8],
      ],
      { tones: stone, texture: 'plain', inner: true, contour: 1.4 },
    )
  } else {
    for (let i = 0; i < 7; i++) {
      const a = (i * 2 * Math.PI) / 7
      gem(pen, Math.cos(a) * 62, top - 30 + Math.sin(a) * 56, 30, 30, i % 2 ? tones('#f2efe8') : stone, 7)
    }
    gem(pen, 0, top - 30, 42, 42, stone, 8)
  }
}

/** Draws a necklace: pendant, pearls, two layers, heavy links. The second view hangs on a bust. */
export function necklace(pen: Pen): void {
  pen.hand = 0.5
  const t = metalOf(pen)
  const stone = tones(pen.spec.accent)
  const kind = pen.pick('pendant', 'pearls', 'layers', 'links')
  const bust = pen.spec.back
  if (bust) {
    const p = propTones(pen, 0.06)
    const half: Pt[] = [
      [86, -560],
      [92, -430],
      [120, -350],
      [260, -280],
      [350, -190, 1],
      [330, 40],
      [230, 260],
      [150, 400, 1],
    ]
    const id = pen.panel([...half, [0, 420], ...mirrored(half), [0, -574]], { tones: p, texture: 'plain' })
    pen.within(id, () => {
      pen.seam(
        [
          [0, -340],
          [6, -100],
          [0, 420],
        ],
        p,
      )
      pen.fold([-100, -340], [-40, -280], [30, -290], 12, 0.25, p)
    })
    pen.panel(oval(0, -562, 88, 20), { tones: tones(p.shade), texture: 'plain', inner: true })
  }
  const u = (wide: number, top: number, low: number): Pt[] => [
    [-wide * 0.86, top, 1],
    [-wide * 0.98, lerp(top, low, 0.3)],
    [-wide * 0.72, lerp(top, low, 0.74)],
    [-wide * 0.3, lerp(top, low, 0.96)],
    [0, low],
    [wide * 0.3, lerp(top, low, 0.95)],
    [wide * 0.74, lerp(top, low, 0.72)],
    [wide, lerp(top, low, 0.28)],
    [wide * 0.88, top, 1],
  ]
  const [wide, top, low] = bust ? [124, -400, 60] : [300, -470, 260]
  if (!bust && kind !== 'pearls') {
    pen.cord(
      [
        [-258, top],
        [-150, top - 70],
        [0, top - 86],
        [150, top - 70],
        [264, top],
      ],
      4,
      tones(t.dark),
    )
    hoop(pen, 0, top - 88, 15, 15, 6, t)
  }
  const pendant = (x: number, y: number, s: number) => {
    hoop(pen, x, y + 12 * s, 10 * s, 14 * s, 5, t)
    pen.panel(
      [
        [x, y + 22 * s, 1],
        [x + 44 * s, y + 92 * s],
        [x + 34 * s, y + 138 * s],
        [x, y + 154 * s],
        [x - 34 * s, y + 138 * s],
        [x - 44 * s, y + 92 * s],
      ],
      { tones: t, texture: 'plain', glossy: true, lift: 5 },
    )
    gem(pen, x, y + 104 * s, 31 * s, 36 * s, stone, 8)
  }
  if (kind === 'pearls') {
    const on = (angle: number): Pt => [
      Math.sin(angle) * (bust ? 150 : wide),
      lerp(top + 20, low, 0.42) + Math.cos(angle) * (low - lerp(top + 20, low, 0.42)),
    ]
    const ends = bust ? 2.3 : 2.98
    if (!bust) hoop(pen, ...xy(on(Math.PI)), 13, 13, 6, t)
    pen.cord(
      [...Array(13).keys()].map((i): Pt => on(lerp(-ends, ends, i / 12))),
      3,
      tones(t.dark),
    )
    // Largest in the middle; placed from there to both ends, so that each touches the last.
    const shade = mix('#f3ece0', pen.spec.colour, 0.16)
    for (const side of [-1, 1]) {
      let angle = 0
      for (let n = 0; angle < ends && n < 40; n++) {
        const size = (bust ? 9 : 16) * (1.5 - angle / ends / 2)
        if (n > 0 || side === 1) pearl(pen, ...xy(on(angle * side)), size, shade)
        const [p, q] = [on(angle), on(angle + 0.01)]
        angle += (size * 1.96) / (Math.hypot(q[0] - p[0], q[1] - p[1]) / 0.01)
      }
    }
    return
  }
  if (kind === 'links') {
    chain(pen, u(wide, top, low), bust ? 26 : 40, t)
    pen.panel(oval(0, low + 36, 40, 40), { tones: t, texture: 'plain', glossy: true, lift: 5 })
    gem(pen, 0, low + 36, 22, 22, stone, 8)
    return
  }
  chain(pen, u(wide, top, low), bust ? 7 : 9, t)
  if (kind === 'layers') {
    chain(pen, u(wide * 0.86, top + 4, lerp(top, low, 0.72)), bust ? 10 : 13, t)
    for (let i = -2; i <= 2; i++)
      pen.stud(
        i * 46 * (bust ? 0.45 : 1),
        lerp(top, low, 0.715) - Math.abs(i) * 8 + 10,
        bust ? 9 : 14,
        i % 2 ? stone : t,
      )
    const y = low + 40
    hoop(pen, 0, low + 8, 10, 12, 5, t)
    pen.panel(oval(0, y + 12, 46, 46), { tones: t, texture: 'plain', glossy: true, lift: 5 })
    pen.line([...oval(0, y + 12, 35, 35), [35, y + 12]], 2, t.seam, 0.7)
    for (let i = 0; i < 8; i++)
      pen.line(
        [
          [Math.cos(i * 0.785) * 10, y + 12 + Math.sin(i * 0.785) * 10],
          [Math.cos(i * 0.785) * 27, y + 12 + Math.sin(i * 0.785) * 27],
        ],
        3,
        t.seam,
        0.8,
      )
  } else pendant(0, low - 4, bust ? 0.8 : 1.3)
}

/** Draws earrings: hoops, drops, pearls, chandeliers. The second view hangs from a stand. */
export function earrings(pen: Pen): void {
  pen.hand = 0.3
  const t = metalOf(pen)
  const stone = tones(pen.spec.accent)
  const kind = pen.pick('hoop', 'drop', 'pearl', 'chandelier')
  const stand = pen.spec.back
  if (stand) {
    const p = propTones(pen, -0.12)
    pen.panel(
      [
        [-14, -360, 1],
        [14, -360, 1],
        [16, 400, 1],
        [-16, 400, 1],
      ],
      { tones: p, texture: 'plain' },
    )
    pen.panel(box(-330, -372, 660, 30, 12), { tones: p, texture: 'plain', lift: 5 })
    pen.panel(
      [
        [-170, 400],
        [0, 380],
        [170, 400],
        [178, 424],
        [0, 446],
        [-178, 424],
      ],
      { tones: p, texture: 'plain' },
    )
  }
  for (const s of [-1, 1]) {
    const [dx, dy, turn] = stand ? [s * 200, -330, 0] : [s * 190 + 20, s === 1 ? -190 : -260, s === 1 ? 14 : -5]
    pen.placed(dx, dy, stand ? 0.9 : 1.1, turn, () => {
      if (kind === 'hoop') {
        hoop(pen, 0, 190, 150, 160, 34, t)
        pen.cord(
          [
            [4, 26],
            [30, -4],
            [60, 14],
            [66, 52],
          ],
          6,
          t,
        )
        return
      }
      pen.cord(
        [
          [0, 40],
          [-6, 4],
          [12, -22],
          [36, -8],
          [40, 34],
        ],
        6,
        t,
      )
      if (kind === 'drop') {
        gem(pen, 0, 62, 30, 30, stone, 8)
        pen.cord(
          [
            [0, 92],
            [0, 132],
          ],
          5,
          t,
        )
        pen.panel(
          [
            [0, 126, 1],
            [54, 250],
            [46, 316],
            [0, 346],
            [-46, 316],
            [-54, 250],
          ],
          { tones: t, texture: 'plain', glossy: true, lift: 5 },
        )
        gem(pen, 0, 270, 38, 52, stone, 8)
      } else if (kind === 'pearl') {
        pen.stud(0, 54, 16, t)
        chain(
          pen,
          [
            [0, 70],
            [2, 130],
            [0, 180],
          ],
          6,
          t,
        )
        pearl(pen, 0, 244, 66, mix('#f3ece0', pen.spec.accent, 0.1))
        pen.panel(
          [
            [-24, 184],
            [0, 170],
            [24, 184],
            [0, 196],
          ],
          { tones: t, texture: 'plain', glossy: true },
        )
      } else {
        gem(pen, 0, 60, 34, 34, stone, 8)
        pen.panel(
          [
            [-70, 120],
            [0, 92],
            [70, 120],
            [112, 190],
            [60, 172],
            [0, 186],
            [-60, 172],
            [-112, 190],
          ],
          { tones: t, texture: 'plain', glossy: true, lift: 4 },
        )
        for (let i = -2; i <= 2; i++) {
          const len = 300 - Math.abs(i) * 34
          chain(
            pen,
            [
              [i * 46, 180],
              [i * 48, len - 30],
            ],
            5,
            t,
          )
          gem(pen, i * 48, len, 17, 26, i % 2 ? tones('#f2efe8') : stone, 6)
        }
      }
    })
  }
}

/** Draws a bracelet: bangles, chain with charms, cuff, beads. The second view rests on a cushion. */
export function bracelet(pen: Pen): void {
  pen.hand = 0.4
  const t = metalOf(pen)
  const stone = tones(pen.spec.accent)
  const kind = pen.pick('bangle', 'charm', 'cuff', 'bead')
  const roll = pen.spec.back
  const [rx, ry] = [330, 170]
  if (roll) {
    const p = tones(mix(pen.spec.accent, pen.spec.ground, 0.6))
    hoop(pen, 0, 0, rx, ry, 26, tones(t.dark), 190, 350)
    const id = pen.panel(
      [
        [-470, -60],
        [-440, -150],
        [0, -170],
        [440, -150],
        [470, -60],
        [470, 60],
        [440, 140],
        [0, 160],
        [-440, 140],
        [-470, 60],
      ],
      { tones: p, texture: 'plain', axis: [-470, 0, 470, 0] },
    )
    pen.within(id, () => {
      pen.fold([-420, -90], [-200, -60], [-60, -100], 12, 0.25, p)
      pen.fold([100, 90], [260, 110], [420, 70], 12, 0.25, p)
    })
  }
  const [from, to] = roll ? [100, 260] : [0, 360]
  const around = (a: number, k = 0): Pt => [
    Math.cos((a * Math.PI) / 180) * ((roll ? 70 : rx) + k) + (roll ? -20 : 0),
    Math.sin((a * Math.PI) / 180) * ((roll ? 176 : ry) + k),
  ]
  const span = (a: number, b: number, n: number): Pt[] => [...Array(n + 1).keys()].map((i) => around(lerp(a, b, i / n)))
  if (kind === 'bangle') {
    for (const [i, dy] of [64, 14, -40].entries()) {
      const tone = i === 1 ? tones(mix(t.base, '#c07a5a', 0.3)) : t
      if (roll) hoop(pen, -100 + i * 90, 0, 60, 176, 26, tone, from, to)
      else pen.placed(i * 10 - 10, dy, 1, i * 3 - 3, () => hoop(pen, 0, 0, rx, ry, 28, tone))
    }
    if (!roll)
      for (let i = 0; i < 9; i++) gem(pen, around(58 + i * 8)[0] - 4, around(58 + i * 8)[1] + 14, 12, 12, stone, 6)
    return
  }
  if (kind === 'cuff') {
    if (roll) {
      pen.panel(
        [
          [-90, -176, 1],
          [60, -174, 1],
          [96, -90],
          [100, 60],
          [70, 170, 1],
          [-84, 172, 1],
          [-120, 60],
          [-118, -80],
        ],
        { tones: t, texture: 'plain', glossy: true, lift: 8, axis: [0, -170, 0, 170] },
      )
      for (let i = 0; i < 5; i++) gem(pen, -8, -110 + i * 54, 20, 20, stone, 8)
      return
    }
    pen.panel(
      [
        [-330, -40],
        [-240, -160],
        [0, -206],
        [240, -160],
        [330, -40],
        [300, -60],
        [0, -130],
        [-300, -60],
      ],
      { tones: tones(t.dark), texture: 'plain', light: 0.5 },
    )
    const id = pen.panel(
      [
        [-336, -56, 1],
        [-300, 30],
        [-120, 104],
        [60, 112],
        [250, 66],
        [336, -56, 1],
        [340, 60],
        [262, 176],
        [60, 232],
        [-130, 222],
        [-300, 146],
        [-342, 50],
      ],
      { tones: t, texture: 'plain', glossy: true, axis: [0, -60, 0, 230] },
    )
    pen.within(id, () => {
      pen.line(
        [
          [-338, -30],
          [-298, 56],
          [-120, 128],
          [60, 136],
          [250, 90],
          [338, -30],
        ],
        3,
        t.seam,
        0.7,
      )
      pen.line(
        [
          [-342, 34],
          [-300, 122],
          [-130, 200],
          [60, 208],
          [260, 152],
          [342, 36],
        ],
        3,
        t.seam,
        0.7,
      )
    })
    for (let i = -2; i <= 2; i++) gem(pen, i * 76 - 20, 168 - Math.abs(i) * 14, 24, 22, stone, 8)
    return
  }
  const points = roll ? span(from, to, 10) : [...span(0, 360, 20)]
  if (kind === 'bead') {
    const n = roll ? 11 : 30
    for (let i = 0; i < n; i++) {
      const [x, y] = around(lerp(from, to, i / n) + 180)
      const tone = i % 5 === 0 ? t : i % 5 === 2 ? tones(mix(pen.spec.accent, t.base, 0.3)) : stone
      ball(pen, x, y, roll ? 26 : 29, tone)
    }
    return
  }
  chain(pen, points, 26, t)
  if (roll) {
    gem(pen, -88, 0, 30, 36, stone, 8)
    return
  }
  for (const [i, a] of [150, 118, 88, 58, 28].entries()) {
    const [x, y] = around(a, 10)
    hoop(pen, x, y + 16, 9, 14, 5, t)
    if (i % 2) gem(pen, x, y + 62, 28, 34, stone, 8)
    else {
      pen.panel(
        i === 2
          ? [
              [x, y + 106, 1],
              [x - 38, y + 62],
              [x - 30, y + 36],
              [x, y + 52, 1],
              [x + 30, y + 36],
              [x + 38, y + 62],
            ]
          : oval(x, y + 62, 32, 32),
        { tones: t, texture: 'plain', glossy: true, lift: 4 },
      )
    }
  }
  pen.panel(box(-352, -30, 40, 60, 8), { tones: t, texture: 'plain', glossy: true, inner: true })
}

/**
 * Draws a watch: round on leather, square, steel with a chronograph, slim on mesh. The second view is worn round a
 * cushion.
 */
export function watch(pen: Pen): void {
  pen.hand = 0.15
  const kind = pen.pick('round', 'square', 'chrono', 'slim')
  const metal = kind === 'chrono' || kind === 'slim' ? tones(mix(pen.spec.accent, '#c9c5bc', 0.4)) : pen.trim
  const band = kind === 'chrono' || kind === 'slim' ? metal : pen.tones
  const dial = kind === 'chrono' || kind === 'slim' ? tones(pen.spec.colour) : tones('#f4efe4')
  const worn = pen.spec.back
  if (worn) {
    const p = tones(mix(pen.spec.ground, '#f4ece0', 0.4))
    pen.panel(
      [
        [-300, -330],
        [0, -360],
        [300, -330],
        [340, -180],
        [340, 180],
        [300, 330],
        [0, 356],
        [-300, 330],
        [-340, 180],
        [-340, -180],
      ],
      { tones: p, texture: 'plain' },
    )
  }
  const length = worn ? 350 : 560
  for (const s of [-1, 1]) {
    const [w0, w1] = [86, worn ? 84 : 68]
    const end: Pt[] =
      s === 1 && !worn && band === pen.tones
        ? [
            [-w1, length - 40],
            [-w1 * 0.6, length - 6],
            [0, length + 6],
            [w1 * 0.6, length - 6],
            [w1, length - 40],
          ]
        : [
            [-w1, s * length, 1],
            [w1, s * length, 1],
          ]
    const id = pen.panel([[w0, s * 120, 1], [-w0, s * 120, 1], ...end], {
      tones: band,
      texture: kind === 'round' || kind === 'square' ? 'leather' : 'plain',
      glossy: true,
      axis: [0, s > 0 ? 100 : -length, 0, s > 0 ? length : -100],
    })
    pen.within(id, () => {
      if (kind === 'chrono') {
        for (let y = 130; y < length; y += 44) {
          pen.line(
            [
              [-100, s * y],
              [100, s * y],
            ],
            3,
            band.line,
            0.8,
          )
          pen.line(
            [
              [-34, s * y],
              [-36, s * (y + 44)],
            ],
            2,
            band.seam,
          )
          pen.line(
            [
              [34, s * y],
              [36, s * (y + 44)],
            ],
            2,
            band.seam,
          )
          pen.line(
            [
              [-100, s * y + 4],
              [100, s * y + 4],
            ],
            2,
            band.glow,
            0.8,
          )
        }
      } else if (kind === 'slim') {
        for (let y = 120; y < length; y += 12)
          pen.line(
            [
              [-100, s * y],
              [-50, s * (y + 6)],
              [0, s * y],
              [50, s * (y + 6)],
              [100, s * y],
            ],
            1.8,
            band.seam,
            0.6,
          )
      } else {
        pen.stitch(
          [
            [-w0 + 11, s * 120],
            [-w1 + 11, s * (length - 44)],
          ],
          band.glow,
          2.4,
        )
        pen.stitch(
          [
            [w0 - 11, s * 120],
            [w1 - 11, s * (length - 44)],
          ],
          band.glow,
          2.4,
        )
        if (s === 1 && !worn) for (let i = 0; i < 6; i++) pen.patch(oval(0, 300 + i * 40, 7, 9), band.line)
        pen.fold([-60, s * 170], [0, s * 180], [70, s * 168], 6, 0.3, band)
      }
    })
    if (s === -1 && !worn && (kind === 'round' || kind === 'square')) {
      pen.raw(
        `<path d="${pen.path(box(-86, -length - 40, 172, 74, 14))}" fill="none" stroke="${metal.line}" stroke-width="17"/><path d="${pen.path(box(-86, -length - 40, 172, 74, 14))}" fill="none" stroke="${metal.base}" stroke-width="13"/>`,
      )
      pen.reach([0, -length - 48])
      pen.cord(
        [
          [0, -length + 30],
          [0, -length - 44],
        ],
        10,
        metal,
      )
      pen.panel(box(-84, -length + 70, 168, 34, 8), { tones: band, texture: 'leather', lift: 3, inner: true })
    }
  }
  const square = kind === 'square'
  const R = kind === 'chrono' ? 190 : kind === 'slim' ? 160 : 172
  const shape = (k: number): Pt[] =>
    square ? box(-R * 0.86 + k, -R + k, (R * 0.86 - k) * 2, (R - k) * 2, 46 - k * 0.4) : oval(0, 0, R - k, R - k)
  pen.panel(box(R * (square ? 0.86 : 1) - 8, -18, 34, 36, 6), { tones: metal, texture: 'plain', glossy: true })
  if (kind === 'chrono')
    for (const y of [-96, 96])
      pen.panel(box(R * 0.84, y - 14, 36, 28, 6), { tones: metal, texture: 'plain', glossy: true })
  pen.panel(shape(0), { tones: metal, texture: 'plain', glossy: true, lift: 8 })
  pen.panel(shape(22), { tones: dial, texture: 'plain', light: 0.5, inner: true, contour: 3 })
  const ink = lightness(dial.base) > 0.6 ? tones('#26211d').base : '#f4efe4'
  const reach = square ? R * 0.72 : R - 38
  for (let i = 0; i < 60; i += kind === 'chrono' ? 1 : 5) {
    const a = (i * 6 * Math.PI) / 180
    const long = i % 5 ? 7 : 20
    pen.line(
      [
        [Math.sin(a) * (reach - long), -Math.cos(a) * (reach - long)],
        [Math.sin(a) * reach, -Math.cos(a) * reach],
      ],
      i % 15 === 0 ? 7 : i % 5 ? 1.6 : 4,
      ink,
    )
  }
  if (kind === 'chrono')
    for (const [x, y] of [
      [-62, 0],
      [62, 0],
      [0, 66],
    ] as const) {
      pen.panel(oval(x, y, 36, 36), {
        tones: tones(dial.shade),
        texture: 'plain',
        inner: true,
        contour: 1.6,
        light: 0.4,
      })
      pen.line(
        [
          [x, y],
          [x + 12, y - 22],
        ],
        2.4,
        ink,
      )
    }
  const hand = (angle: number, length2: number, w: number, colour: string) => {
    const a = (angle * Math.PI) / 180
    pen.line(
      [
        [-Math.sin(a) * 22, Math.cos(a) * 22],
        [Math.sin(a) * length2, -Math.cos(a) * length2],
      ],
      w,
      colour,
    )
  }
  hand(304, reach * 0.56, 10, ink)
  hand(52, reach * 0.82, 7, ink)
  hand(200, reach * 0.86, 2.4, '#b5443c')
  pen.stud(0, 0, 9, metal)
  pen.patch(
    [
      [-R * 0.5, -R * 0.66, 1],
      [-R * 0.1, -R * 0.76, 1],
      [-R * 0.5, R * 0.4, 1],
      [-R * 0.72, R * 0.1, 1],
    ],
    '#ffffff',
    0.16,
  )
}
