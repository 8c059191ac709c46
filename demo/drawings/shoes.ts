/** Trainer, boot, ankle boot, heel, sandal and loafer. Side views with the toe to the left and the sole at y = 0. */
import { lightness, mix, tint, tones, type Tones } from './colour.ts'
import { lerp, taper, type Pt } from './line.ts'
import type { PanelStyle, Pen } from './pen.ts'
import { feather, heel, laces, pair, sole, strap, toeLight, vamp, type Toe } from './soles.ts'

/** The default gloss of leather. */
const skin = (pen: Pen): PanelStyle => ({ glossy: pen.spec.pattern === 'plain' || pen.spec.pattern === 'leather' })

/** Draws a trainer: clean court shoe, chunky runner, canvas high-top, retro with a gum sole. */
export function trainer(pen: Pen): void {
  const kind = pen.pick('court', 'runner', 'high', 'retro')
  const white = tones('#f2ede2')
  const rubber =
    kind === 'retro' ? tones('#b98350') : kind === 'runner' ? tones(mix('#f2ede2', pen.spec.accent, 0.12)) : white
  const lace =
    kind === 'court' ? (lightness(pen.tones.base) > 0.84 ? white : tones(mix(pen.spec.colour, '#f4efe6', 0.75))) : white
  if (kind !== 'high') pen.stretch = [1.1, 0.84]
  pair(
    pen,
    () => {
      const up = kind === 'high' ? 170 : 0
      const s = pen.pick(72, 92, 62, 60)
      // The far side of the collar and its lining.
      pen.inside(
        [
          [18, -s - 300 - up],
          [80, -s - 316 - up * 1.1],
          [220, -s - 300 - up * 1.1],
          [300, -s - 330 - up, 1],
          [290, -s - 200 - up],
          [150, -s - 180 - up],
          [40, -s - 230 - up],
        ],
        pen.trim,
      )
      const tongue = pen.panel(
        [
          [-150, -s - 176, 1],
          [-70, -s - 258 - up * 0.3],
          [10, -s - 356 - up],
          [52, -s - 396 - up],
          [92, -s - 380 - up],
          [96, -s - 330 - up, 1],
          [60, -s - 200 - up * 0.4],
          [-60, -s - 120, 1],
        ],
        { tones: kind === 'court' ? pen.tones : pen.trim, texture: 'plain' },
      )
      pen.within(tongue, () =>
        pen.stitch([
          [-120, -s - 180],
          [-40, -s - 250 - up * 0.3],
          [30, -s - 352 - up],
          [60, -s - 380 - up],
        ]),
      )
      const upper = pen.panel(
        [
          [-330, -s + 10, 1],
          [-350, -s - 40],
          [-330, -s - 90],
          [-262, -s - 124],
          [-186, -s - 148],
          [-150, -s - 170],
          [-66, -s - 232 - up * 0.3],
          [22, -s - 330 - up, 1],
          [70, -s - 296 - up],
          [140, -s - 270 - up],
          [226, -s - 282 - up],
          [296, -s - 334 - up],
          [316, -s - 326 - up, 1],
          [306, -s - 250 - up * 0.6],
          [318, -s - 150],
          [344, -s - 60],
          [342, -s + 10, 1],
          [0, -s + 14],
        ],
        skin(pen),
      )
      pen.within(upper, () => {
        pen.patch(
          [
            [-380, -s + 20, 1],
            [-360, -s - 16],
            [0, -s - 26],
            [360, -s - 20],
            [360, -s + 20, 1],
          ],
          pen.tones.deep,
          0.28,
        )
        pen.fold([-206, -s - 138], [-176, -s - 96], [-186, -s - 40], 8, 0.3)
        pen.fold([-170, -s - 150], [-140, -s - 110], [-152, -s - 66], 7, 0.26)
        pen.stitch([
          [60, -s - 280 - up],
          [140, -s - 254 - up],
          [226, -s - 266 - up],
          [300, -s - 316 - up],
        ])
        if (kind === 'runner')
          for (let i = 0; i < 6; i++)
            for (let k = 0; k < 4; k++)
              pen.patch(
                [
                  [-300 + i * 22 + k * 6, -s - 44 - k * 19 - i * 3],
                  [-294 + i * 22 + k * 6, -s - 40 - k * 19 - i * 3],
                  [-300 + i * 22 + k * 6, -s - 36 - k * 19 - i * 3],
                  [-306 + i * 22 + k * 6, -s - 40 - k * 19 - i * 3],
                ],
                pen.tones.seam,
                0.6,
              )
      })
      const part = (points: Pt[], t: Tones = pen.tones, style: PanelStyle = {}) => {
        const id = pen.panel(points, { tones: t, lift: 4, inner: true, light: 0.7, contour: 1.6, ...style })
        return id
      }
      if (kind === 'high') {
        part(
          [
            [-332, -s + 10, 1],
            [-354, -s - 40],
            [-334, -s - 92],
            [-270, -s - 120],
            [-214, -s - 96],
            [-196, -s - 40],
            [-200, -s + 10, 1],
          ],
          white,
          { texture: 'plain' },
        )
        pen.line(
          [
            [-346, -s - 20],
            [-260, -s - 26],
            [-198, -s - 18],
          ],
          5,
          pen.spec.accent === pen.spec.colour ? white.dark : pen.trim.base,
        )
        pen.stud(210, -s - 250 - up * 0.5, 52, white)
        pen.patch(
          [
            [180, -s - 250 - up * 0.5],
            [200, -s - 268 - up * 0.5],
            [212, -s - 288 - up * 0.5],
            [222, -s - 266 - up * 0.5],
            [242, -s - 250 - up * 0.5],
            [220, -s - 238 - up * 0.5],
            [210, -s - 216 - up * 0.5],
            [200, -s - 238 - up * 0.5],
          ],
          pen.trim.base,
        )
        pen.seam([
          [316, -s - 320 - up],
          [272, -s - 200],
          [280, -s],
        ])
      } else {
        const second = kind === 'retro' || kind === 'runner' ? pen.trim : pen.tones
        const cap = part(
          [
            [-332, -s + 10, 1],
            [-350, -s - 40],
            [-332, -s - 88],
            [-286, -s - 112],
            [-240, -s - 82],
            [-150, -s - 44],
            [-60, -s - 30],
            [-40, -s + 10, 1],
          ],
          kind === 'court' ? pen.tones : second,
        )
        pen.within(cap, () =>
          pen.stitch([
            [-292, -s - 100],
            [-244, -s - 70],
            [-150, -s - 33],
            [-62, -s - 20],
          ]),
        )
        const back = part(
          [
            [180, -s + 10, 1],
            [192, -s - 60],
            [236, -s - 120],
            [296, -s - 150],
            [318, -s - 150],
            [344, -s - 60],
            [344, -s + 10, 1],
          ],
          second,
        )
        pen.within(back, () =>
          pen.stitch([
            [192, -s + 6],
            [204, -s - 54],
            [244, -s - 108],
            [318, -s - 140],
          ]),
        )
        part(
          [
            [262, -s - 300],
            [296, -s - 336],
            [318, -s - 328, 1],
            [308, -s - 240],
            [312, -s - 190, 1],
            [272, -s - 204],
          ],
          kind === 'court' ? pen.trim : pen.tones,
        )
        if (kind === 'court') {
          for (let i = 0; i < 3; i++)
            for (let k = 0; k < 4; k++)
              pen.stud(-262 + k * 24 - i * 8, -s - 92 + i * 19 - k * 9, 3.4, {
                ...pen.tones,
                base: pen.tones.seam,
                glow: pen.tones.seam,
              })
          part(
            [
              [70, -s - 20, 1],
              [120, -s - 60],
              [160, -s - 190, 1],
              [120, -s - 196, 1],
              [70, -s - 90],
              [10, -s - 20, 1],
            ],
            pen.trim,
            { lift: 2 },
          )
        }
        if (kind === 'runner') {
          part(
            [
              [-30, -s + 4, 1],
              [30, -s - 70],
              [120, -s - 130],
              [250, -s - 170, 1],
              [190, -s - 110],
              [120, -s - 60],
              [70, -s + 4, 1],
            ],
            pen.trim,
            { lift: 2 },
          )
          part(
            [
              [60, -s + 4, 1],
              [120, -s - 50],
              [190, -s - 90, 1],
              [160, -s - 40],
              [130, -s + 4, 1],
            ],
            white,
            { lift: 2 },
          )
        }
        if (kind === 'retro')
          for (let i = 0; i < 3; i++)
            part(
              [
                [-44 + i * 62, -s + 6, 1],
                [10 + i * 56, -s - 190 + i * 10, 1],
                [36 + i * 56, -s - 186 + i * 10, 1],
                [-10 + i * 62, -s + 6, 1],
              ],
              white,
              { lift: 2, texture: 'plain' },
            )
      }
      const stay = part([
        [-186, -s - 146, 1],
        [-150, -s - 170],
        [-66, -s - 232 - up * 0.3],
        [22, -s - 330 - up, 1],
        [74, -s - 296 - up, 1],
        [30, -s - 220 - up * 0.5],
        [-50, -s - 148 - up * 0.1],
        [-150, -s - 96],
        [-196, -s - 108],
      ])
      pen.within(stay, () =>
        pen.stitch([
          [-180, -s - 112],
          [-150, -s - 106],
          [-56, -s - 158 - up * 0.1],
          [18, -s - 226 - up * 0.5],
          [62, -s - 292 - up],
        ]),
      )
      laces(pen, [-128, -s - 176], [14, -s - 310 - up], kind === 'high' ? 8 : 6, 30, lace, true)
      if (kind === 'runner') {
        const mid = pen.panel(
          [
            [-352, -70, 1],
            [-392, -66],
            [-394, -30],
            [-340, -6],
            [-200, 0],
            [200, 0],
            [330, -4],
            [384, -40],
            [372, -84],
            [352, -116, 1],
            [240, -104],
            [100, -86],
            [-60, -92],
            [-200, -84],
            [-330, -96, 1],
          ],
          { tones: rubber, texture: 'plain' },
        )
        pen.within(mid, () => {
          pen.line(
            [
              [-390, -52],
              [-200, -44],
              [20, -60],
              [200, -46],
              [390, -60],
            ],
            3,
            rubber.seam,
            0.8,
          )
          pen.patch(
            [
              [60, -62],
              [150, -86],
              [290, -78],
              [330, -52],
              [240, -30],
              [120, -36],
            ],
            pen.trim.base,
          )
          pen.patch(
            [
              [-400, 4, 1],
              [-400, -16, 1],
              [0, -13],
              [400, -16, 1],
              [400, 4, 1],
            ],
            pen.tones.line,
          )
          for (let x = -360; x < 380; x += 30)
            pen.patch(
              [
                [x, 4, 1],
                [x + 10, 4, 1],
                [x + 8, -17, 1],
                [x + 2, -17, 1],
              ],
              rubber.base,
            )
        })
      } else {
        const mid = pen.panel(
          [
            [-340, -s - 2, 1],
            [-366, -s * 0.7],
            [-364, -s * 0.3],
            [-330, -4],
            [-220, 0],
            [240, 0],
            [336, -4],
            [358, -20],
            [358, -s, 1],
            [0, -s + 8],
          ],
          { tones: rubber, texture: 'plain' },
        )
        pen.within(mid, () => {
          pen.stitch(
            [
              [-360, -s + 14],
              [0, -s + 20],
              [356, -s + 14],
            ],
            rubber.seam,
            2,
          )
          pen.line(
            [
              [-370, -20],
              [0, -16],
              [360, -19],
            ],
            2.4,
            rubber.seam,
            0.7,
          )
          if (kind === 'high')
            pen.line(
              [
                [-370, -s * 0.55],
                [0, -s * 0.5],
                [360, -s * 0.56],
              ],
              5,
              pen.trim.base,
            )
          for (let x = -350; x < 350; x += 14)
            pen.line(
              [
                [x, -14],
                [x, 0],
              ],
              2,
              rubber.seam,
              0.5,
            )
        })
      }
    },
    kind !== 'high',
  )
}

/** Returns a boot's shaft above the last, from the instep to `top`; points at half height bend with the ankle. */
function shaft(h: number, p: number, top: number, width: number): { front: Pt[]; back: Pt[]; a: Pt; b: Pt } {
  const ankle = -p - h - 250
  const a: Pt = [226 - width, top, 1]
  const b: Pt = [236, top + 10, 1]
  return {
    a,
    b,
    front: top < ankle - 260 ? [[52, ankle - 90], [26, lerp(ankle, top, 0.6)], a] : [[44, ankle - 60], a],
    back:
      top < ankle - 260
        ? [
            b,
            [260, lerp(ankle, top, 0.62)],
            [246, ankle - 60],
            [270, ankle + 30],
            [318, -h - p - 110],
            [324, -h - p - 50],
          ]
        : [b, [252, ankle - 20], [276, ankle + 50], [318, -h - p - 110], [324, -h - p - 50]],
  }
}

interface BootShape {
  toe: Toe
  h: number
  p: number
  top: number
  width: number
  heel: 'block' | 'stiletto' | 'stack' | 'flare' | null
  soleTone: Tones
  treads?: boolean
  style?: PanelStyle
  dip?: number
}

function bootUpper(pen: Pen, s: BootShape): string {
  const leg = shaft(s.h, s.p, s.top, s.width)
  const mid = (leg.a[0] + leg.b[0]) / 2
  pen.inside(
    [
      [leg.a[0] + 1, leg.a[1]],
      [mid, leg.a[1] - 18],
      [leg.b[0], leg.b[1]],
      [mid, leg.b[1] + 26],
    ],
    pen.trim,
  )
  if (s.heel) heel(pen, s.heel, s.h, s.soleTone)
  sole(pen, s.toe, s.h, s.p, s.soleTone, s.treads)
  const id = pen.panel(
    [...vamp(s.toe, s.h, s.p), ...leg.front, [mid, leg.a[1] + 24 + (s.dip ?? 0)], ...leg.back, ...feather(s.h, s.p)],
    { axis: [120, s.top, 120, 0], ...skin(pen), ...s.style },
  )
  pen.within(id, () => {
    toeLight(pen, s.h, s.p)
    const y = -s.p - s.h - 250
    pen.raw(
      `<path d="${taper([110, s.top + 50], [84, lerp(s.top, y, 0.55)], [96, y - 10], 15, pen.warp)}${taper([60, y + 70], [10, y + 130], [-90, y + 176], 11, pen.warp)}" fill="${pen.tones.glow}" fill-opacity=".42"/>`,
    )
    pen.raw(
      `<path d="${taper([246, s.top + 30], [236, lerp(s.top, y, 0.55)], [226, y + 20], 22, pen.warp)}${taper([290, y + 90], [330, y + 180], [300, -s.h - s.p - 20], 26, pen.warp)}" fill="${pen.tones.deep}" fill-opacity=".3"/>`,
    )
    pen.fold([30, y + 10], [100, y + 40], [190, y + 20], 13, 0.42)
    pen.fold([270, y + 60], [190, y + 70], [110, y + 96], 11, 0.36)
    pen.fold([50, y - 46], [130, y - 22], [230, y - 40], 10, 0.3)
  })
  return id
}

/** Draws tall boots: riding, heeled and pointed, laced combat, western. */
export function boot(pen: Pen): void {
  const kind = pen.pick('riding', 'heeled', 'combat', 'western')
  const dark = tones(mix(pen.spec.colour, '#1c1512', 0.72))
  pen.stretch = [0.94, 1.04]
  const wood = tones(mix('#6b4327', pen.spec.colour, 0.2))
  pair(pen, () => {
    const s: BootShape = {
      toe: pen.pick<Toe>('almond', 'point', 'round', 'point'),
      h: pen.pick(44, 150, 40, 74),
      p: pen.pick(12, 8, 44, 12),
      top: pen.pick(-860, -920, -640, -700),
      width: pen.pick(250, 236, 232, 256),
      heel: pen.pick('stack', 'stiletto', 'block', 'flare'),
      soleTone: kind === 'combat' ? tones('#231f1e') : kind === 'heeled' ? dark : wood,
      treads: kind === 'combat',
      ...(kind === 'western' ? { dip: 60 } : {}),
    }
    const id = bootUpper(pen, s)
    const y = -s.p - s.h - 250
    pen.within(id, () => {
      if (kind !== 'combat')
        for (let i = 0; i < 3; i++)
          pen.fold(
            [10 + i * 12, lerp(y, s.top, 0.3 + i * 0.22)],
            [120, lerp(y, s.top, 0.26 + i * 0.22)],
            [250, lerp(y, s.top, 0.34 + i * 0.2)],
            9,
            0.22,
          )
      if (kind === 'riding') {
        pen.seam([
          [316, -90],
          [262, y + 40],
          [250, lerp(y, s.top, 0.6)],
          [230, s.top],
        ])
        pen.seam([
          [-70, -s.p - 200],
          [40, -s.p - 140],
          [180, -s.p - 130],
          [322, -150],
        ])
        pen.stitch([
          [-10, s.top + 44],
          [100, s.top + 56],
          [240, s.top + 46],
        ])
        pen.line(
          [
            [-20, s.top + 60],
            [110, s.top + 74],
            [250, s.top + 62],
          ],
          2.2,
          pen.tones.seam,
        )
      }
      if (kind === 'heeled') {
        pen.zip(
          [
            [110, s.top + 30],
            [130, lerp(y, s.top, 0.5)],
            [150, y + 60],
            [140, -s.h - 70],
          ],
          pen.trim,
          7,
        )
        pen.fold([20, lerp(y, s.top, 0.12)], [110, lerp(y, s.top, 0.08)], [240, lerp(y, s.top, 0.14)], 12, 0.36)
      }
      if (kind === 'western') {
        for (const k of [0, 16, 32]) {
          pen.stitch(
            [
              [40 + k, y - 40],
              [20 + k, lerp(y, s.top, 0.5)],
              [96, lerp(y, s.top, 0.82) - k],
              [190 - k, lerp(y, s.top, 0.5)],
              [200 - k, y - 30],
            ],
            pen.trim.base,
            3,
            0.95,
          )
        }
        pen.stitch(
          [
            [-300, -110],
            [-250, -70],
            [-190, -100],
            [-140, -60],
            [-90, -150],
          ],
          pen.trim.base,
          2.6,
          0.95,
        )
        pen.seam([
          [-90, -s.p - 230],
          [10, -s.p - 150],
          [150, -s.p - 170],
          [322, -200],
        ])
      }
      if (kind === 'combat') {
        pen.seam([
          [-60, -s.p - 60],
          [-30, -s.p - 170],
          [60, -s.p - 250],
        ])
        pen.seam([
          [196, -s.p - 40],
          [180, -s.p - 180],
          [236, -s.p - 240],
          [320, -s.p - 230],
        ])
        pen.stitch([
          [-300, -s.p - 116],
          [-240, -s.p - 80],
          [-226, -s.p - 10],
        ])
        pen.seam([
          [96, y + 60],
          [70, y - 60],
          [66, s.top],
        ])
      }
    })
    if (kind === 'riding') strap(pen, [34, y + 30], [140, y + 66], [282, y + 50], 30, pen.tones, pen.trim, skin(pen))
    if (kind === 'combat') {
      const cord = tones(lightness(pen.spec.colour) < 0.4 ? tint(pen.tones.base, 0.14) : '#2a2624')
      laces(pen, [-108, -s.p - 182], [6, -s.p - 292], 4, 26, cord, false)
      laces(pen, [26, y - 60], [14, s.top + 44], 6, 26, cord)
      pen.line(
        [
          [-350, -s.p - 4],
          [-200, -s.p + 2],
          [0, -s.p],
          [320, -s.p - s.h - 4],
        ],
        3,
        '#d9b13b',
        0.9,
      )
      pen.panel(
        [
          [212, s.top + 30],
          [224, s.top - 34],
          [246, s.top - 40],
          [252, s.top + 20],
          [240, s.top + 40],
        ],
        { lift: 2 },
      )
    }
    if (kind === 'western')
      for (const x of [60, 190])
        pen.panel(
          [
            [x - 12, s.top + 40, 1],
            [x - 10, s.top - 26],
            [x + 10, s.top - 26],
            [x + 14, s.top + 44, 1],
          ],
          { lift: 3 },
        )
  })
}

/** Draws ankle boots: chelsea, heeled with a zip, hiking, buckled. */
export function ankleBoot(pen: Pen): void {
  const kind = pen.pick('chelsea', 'heeled', 'hiking', 'buckle')
  const dark = tones(mix(pen.spec.colour, '#1c1512', 0.76))
  pair(pen, () => {
    const s: BootShape = {
      toe: pen.pick<Toe>('round', 'point', 'round', 'almond'),
      h: pen.pick(38, 128, 36, 60),
      p: pen.pick(20, 8, 50, 12),
      top: pen.pick(-500, -560, -540, -530),
      width: pen.pick(208, 204, 220, 212),
      heel: pen.pick('stack', 'block', 'block', 'flare'),
      soleTone: kind === 'hiking' ? tones('#2b2723') : dark,
      treads: kind === 'hiking',
    }
    const id = bootUpper(pen, s)
    const y = -s.p - s.h - 220
    pen.within(id, () => {
      if (kind === 'chelsea') {
        const gore: Pt[] = [
          [92, s.top - 10, 1],
          [200, s.top - 10, 1],
          [188, y + 10],
          [166, y + 120],
          [140, y + 136],
          [118, y + 110],
          [100, y],
        ]
        pen.panel(gore, { tones: tones(pen.tones.deep), texture: 'rib', inner: true, contour: 1.6 })
        pen.stitch([
          [84, s.top],
          [92, y],
          [110, y + 116],
          [140, y + 146],
          [174, y + 124],
          [197, y + 10],
          [208, s.top],
        ])
        pen.seam([
          [-80, -s.p - 206],
          [10, -s.p - 110],
          [140, y + 136],
        ])
        pen.seam([
          [140, y + 136],
          [240, -s.p - 130],
          [322, -s.p - 130],
        ])
      }
      if (kind === 'heeled') {
        pen.zip(
          [
            [130, s.top + 22],
            [146, y - 20],
            [148, y + 110],
          ],
          pen.trim,
          8,
        )
        pen.seam([
          [320, -s.h - 60],
          [262, y],
          [240, s.top],
        ])
      }
      if (kind === 'buckle')
        pen.seam([
          [-80, -s.p - 210],
          [30, -s.p - 120],
          [190, -s.p - 120],
          [322, -s.p - 150],
        ])
      if (kind === 'hiking') {
        pen.patch(
          [
            [-380, -s.p + 10, 1],
            [-380, -s.p - 70, 1],
            [-250, -s.p - 60],
            [-60, -s.p - 40],
            [200, -s.p - 90],
            [340, -s.p - 150, 1],
            [340, -s.p + 10, 1],
          ],
          pen.tones.dark,
          0.7,
        )
        pen.line(
          [
            [-356, -s.p - 72],
            [-250, -s.p - 62],
            [-60, -s.p - 42],
            [200, -s.p - 92],
            [330, -s.p - 150],
          ],
          2,
          pen.tones.seam,
        )
        pen.stitch([
          [-350, -s.p - 64],
          [-250, -s.p - 53],
          [-60, -s.p - 33],
          [200, -s.p - 83],
          [330, -s.p - 140],
        ])
        pen.seam([
          [90, y + 80],
          [68, y - 60],
          [60, s.top],
        ])
      }
    })
    if (kind === 'chelsea')
      for (const x of [54, 222])
        pen.panel(
          [
            [x - 12, s.top + 36, 1],
            [x - 11, s.top - 26],
            [x + 11, s.top - 26],
            [x + 12, s.top + 40, 1],
          ],
          { lift: 3 },
        )
    if (kind === 'buckle')
      for (const k of [0, 62])
        strap(
          pen,
          [24 - k * 0.1, y + 60 - k],
          [130, y + 92 - k],
          [282 - k * 0.3, y + 76 - k],
          28,
          pen.tones,
          pen.trim,
          skin(pen),
        )
    if (kind === 'hiking') {
      const collar = pen.panel(
        [
          [14, s.top + 4],
          [60, s.top - 20],
          [230, s.top - 12],
          [254, s.top + 20],
          [238, s.top + 56],
          [130, s.top + 74],
          [22, s.top + 50],
        ],
        { tones: pen.trim, lift: 4, texture: 'plain' },
      )
      pen.within(collar, () => {
        for (const x of [80, 150, 210])
          pen.fold([x, s.top - 16], [x + 8, s.top + 20], [x, s.top + 70], 6, 0.4, pen.trim)
      })
      laces(pen, [-108, -s.p - 178], [6, -s.p - 286], 4, 26, pen.trim, false)
      laces(pen, [34, y - 50], [20, s.top + 84], 3, 26, pen.trim)
    }
  })
}

/** Draws heels: pointed court, block sandal-strap court, slingback kitten, platform with an ankle strap. */
export function pump(pen: Pen): void {
  const kind = pen.pick('court', 'block', 'kitten', 'platform')
  const under = tones(mix(pen.spec.accent, pen.spec.colour, 0.15))
  pair(
    pen,
    () => {
      const h = pen.pick(196, 140, 92, 190)
      const p = pen.pick(7, 9, 6, 46)
      const toe = pen.pick<Toe>('point', 'square', 'point', 'round')
      const at = (x: number, y: number): Pt => [x, y - p - h * Math.max(0, Math.min(1, (x + 120) / 400)) ** 1.15]
      const open = kind === 'kitten'
      pen.inside(
        [
          at(-176, -112),
          at(-110, -142),
          at(0, -118),
          at(150, -112),
          at(318, -128),
          at(300, -70),
          at(120, -40),
          at(-80, -60),
        ],
        under,
      )
      heel(pen, pen.pick('stiletto', 'block', 'kitten', 'block'), h + p, pen.tones)
      sole(pen, toe, h, p, kind === 'platform' ? pen.tones : under, false, 1)
      const top = vamp(toe, h, p).slice(0, -3)
      const line: Pt[] = open
        ? [at(-176, -116), at(-140, -92), at(-70, -48), at(20, -26), [40, -p - h * 0.42 - 4, 1]]
        : [
            at(-176, -116),
            at(-140, -94),
            at(-40, -64),
            at(120, -60),
            at(250, -90),
            [322, -h - p - 128],
            [334, -h - p - 116],
            [328, -h - p - 50],
          ]
      const edge = open ? feather(h, p).slice(3) : feather(h, p)
      const id = pen.panel([...top, ...line, ...edge], { ...skin(pen), axis: [0, -300, 0, 0] })
      pen.within(id, () => {
        toeLight(pen, h, p)
        pen.stitch(line.map(([x, y]): Pt => [x - 2, y + 9]).slice(0, -1))
        if (!open) pen.seam([at(120, -60), [150, -h * 0.7 - p]])
        pen.patch(
          [
            [322, -h - p - 120],
            [300, -h - p - 90],
            [296, -h - p - 30],
            [308, -h - p - 10],
            [330, -h - p - 40],
          ],
          pen.tones.deep,
          0.3,
        )
      })
      if (kind === 'kitten') {
        const back = pen.panel(
          [
            [40, -p - h * 0.42 - 34, 1],
            [180, -h * 0.86 - p - 66],
            [316, -h - p - 118],
            [336, -h - p - 112],
            [334, -h - p - 90],
            [300, -h - p - 84],
            [180, -h * 0.86 - p - 40],
            [36, -p - h * 0.42 - 6, 1],
          ],
          { lift: 3, ...skin(pen) },
        )
        pen.within(back, () =>
          pen.stitch([
            [40, -p - h * 0.42 - 20],
            [180, -h * 0.86 - p - 53],
            [330, -h - p - 100],
          ]),
        )
        pen.stud(196, -h * 0.88 - p - 58, 12, pen.trim)
        pen.panel(
          [
            [-214, -p - 128],
            [-176, -p - 150],
            [-130, -p - 128],
            [-150, -p - 106],
            [-190, -p - 104],
          ],
          { lift: 4, tones: pen.trim, texture: 'plain' },
        )
      }
      if (kind === 'platform' || kind === 'block') {
        const y = -h - p - 210
        pen.cord(
          [
            [312, -h - p - 110],
            [318, y + 40],
            [306, y],
          ],
          18,
          pen.tones,
        )
        pen.cord(
          [
            [100, y + 26],
            [180, y - 14],
            [306, y],
          ],
          10,
          tones(pen.tones.dark),
        )
        strap(pen, [96, y + 30], [190, y + 58], [314, y + 6], 24, pen.tones, pen.trim, skin(pen))
      }
      if (kind === 'block') pen.stud(-206, -p - 118, 16, pen.trim)
      if (kind === 'platform')
        pen.line(
          [
            [-356, -p - 8],
            [-200, -p],
            [-60, -p - 6],
            [70, -h * 0.5 - p - 2],
          ],
          3,
          pen.tones.seam,
        )
    },
    true,
  )
}

/** Draws sandals: two-strap slide, strappy heel, wedge espadrille, flat with a T-strap. */
export function sandal(pen: Pen): void {
  const kind = pen.pick('slide', 'strappy', 'wedge', 'thong')
  const cork = tones(kind === 'wedge' ? '#c9a36a' : '#b58a58')
  const bed = tones(mix(pen.spec.accent, '#c9a078', 0.6))
  pair(
    pen,
    () => {
      const h = pen.pick(34, 168, 150, 16)
      const p = pen.pick(44, 8, 58, 16)
      const rise = (x: number) => -p - h * Math.max(0, Math.min(1, (x + 110) / 380)) ** 1.15
      const at = (x: number, y: number): Pt => [x, y + rise(x)]
      const foot: Pt[] = [
        at(-372, -10),
        at(-340, -48),
        at(-240, -66),
        at(-80, -58),
        at(80, -46),
        at(240, -52),
        at(330, -40),
        at(346, -14),
        at(300, 2),
        at(120, 4),
        at(-80, 4),
        at(-250, 6),
        at(-340, 6),
      ]
      if (kind === 'strappy') heel(pen, 'stiletto', h + p, pen.tones)
      const edge: Pt[] =
        kind === 'strappy'
          ? [
              at(-374, -8),
              at(-250, 4),
              at(-80, 2),
              at(120, 2),
              at(346, -12),
              [346, rise(346) + p - 8],
              [220, rise(220) + p],
              [70, rise(70) + p],
              [-90, 0],
              [-250, 2],
              [-350, -4],
            ]
          : [
              at(-374, -8),
              at(-250, 4),
              at(-80, 2),
              at(120, 2),
              at(346, -12),
              [350, -30],
              [336, -2, 1],
              [100, kind === 'wedge' ? -2 : 0],
              [-100, 0],
              [-330, -2],
              [-372, -p * 0.5],
            ]
      const strapOver = (x: number, width: number, high: number, lean: number, buckle = false) => {
        const far = at(x + lean * 0.3, -52)
        const near = at(x, 0)
        const topY = Math.min(far[1], near[1]) - high
        pen.panel(
          [
            [far[0] - width / 2, far[1], 1],
            [far[0] - width / 2 + lean, topY + 16],
            [far[0] + lean, topY - 4],
            [far[0] + width / 2 + lean + 6, topY + 24],
            [far[0] + width / 2, far[1], 1],
          ],
          { tones: tones(pen.tones.dark), texture: 'plain', inner: true },
        )
        const id = pen.panel(
          [
            [near[0] - width / 2 - 4, near[1] + 4, 1],
            [near[0] - width * 0.56 + lean * 0.5, lerp(near[1], topY, 0.55)],
            [near[0] - width / 2 + lean + 8, topY + 2, 1],
            [near[0] + lean + 12, topY - 5],
            [near[0] + width / 2 + lean + 10, topY + 10, 1],
            [near[0] + width * 0.56 + lean * 0.5, lerp(near[1], topY, 0.5)],
            [near[0] + width / 2 + 4, near[1] + 2, 1],
          ],
          { lift: 6, ...skin(pen), axis: [near[0] - width, near[1], near[0] + width, near[1]] },
        )
        pen.within(id, () => {
          for (const s of [-1, 1])
            pen.stitch([
              [near[0] + s * (width / 2 - 6), near[1]],
              [near[0] + s * (width * 0.5 - 6) + lean * 0.5, lerp(near[1], topY, 0.5)],
              [near[0] + s * (width / 2 - 8) + lean + 9, topY],
            ])
        })
        if (buckle)
          strap(
            pen,
            [near[0] - width * 0.3, near[1] - high * 0.32],
            [near[0] + 4, near[1] - high * 0.4],
            [near[0] + width * 0.34, near[1] - high * 0.46],
            26,
            pen.tones,
            pen.trim,
            skin(pen),
          )
      }
      const back = () => {
        const y = rise(320)
        pen.cord(
          [
            [338, y - 20],
            [330, y - 110],
            [310, y - 190],
          ],
          16,
          pen.tones,
        )
        pen.cord(
          [
            [110, y - 160],
            [200, y - 210],
            [310, y - 190],
          ],
          10,
          tones(pen.tones.dark),
        )
      }
      if (kind !== 'slide') back()
      const slab = pen.panel(edge, {
        tones: kind === 'strappy' ? pen.tones : kind === 'thong' ? tones('#6a4a30') : cork,
        texture: kind === 'wedge' ? 'straw' : 'plain',
      })
      pen.within(slab, () => {
        if (kind === 'slide')
          pen.patch(
            [
              [-380, 4, 1],
              [-380, -16, 1],
              [0, -14],
              [360, -16, 1],
              [360, 4, 1],
            ],
            cork.line,
            0.8,
          )
        if (kind === 'slide')
          for (let i = 0; i < 26; i++)
            pen.stud(-350 + i * 27, -24 - ((i * 37) % 17), 2.4, { ...cork, base: cork.dark, glow: cork.dark })
        if (kind === 'wedge')
          for (const y of [-20, -50])
            pen.line(
              [
                [-370, y],
                [0, y + 4],
                [350, y - 4],
              ],
              2,
              cork.seam,
              0.6,
            )
      })
      pen.panel(foot, { tones: bed, texture: 'plain', light: 0.6, inner: true })
      pen.stitch(
        foot.slice(0, 8).map(([x, y]): Pt => [x * 0.965, y + 8]),
        bed.seam,
      )
      if (kind === 'slide') {
        strapOver(-196, 118, 104, 26, true)
        strapOver(20, 118, 128, 24, true)
      } else if (kind === 'strappy') {
        strapOver(-256, 26, 62, 16)
        strapOver(-196, 26, 78, 20)
      } else if (kind === 'wedge') strapOver(-226, 150, 96, 34)
      else {
        strapOver(-236, 34, 62, 20)
        pen.cord([at(-210, -118), at(-110, -128), at(20, -150), at(110, -190)], 20, pen.tones)
        strapOver(-30, 30, 108, 26)
      }
      if (kind === 'slide') return
      const y = rise(320)
      strap(
        pen,
        [104, y - 156],
        [200, y - 124],
        [318, y - 184],
        24,
        pen.tones,
        kind === 'wedge' ? null : pen.trim,
        skin(pen),
      )
      if (kind === 'wedge') {
        pen.cord(
          [
            [196, y - 140],
            [150, y - 170],
            [112, y - 150],
            [196, y - 140],
            [250, y - 176],
            [276, y - 140],
            [196, y - 140],
          ],
          9,
          pen.tones,
        )
        pen.cord(
          [
            [196, y - 140],
            [176, y - 90],
            [186, y - 50],
          ],
          9,
          pen.tones,
        )
      }
    },
    true,
  )
}

/** Draws loafers: penny, tassel, horsebit, chunky with a lug sole. */
export function loafer(pen: Pen): void {
  const kind = pen.pick('penny', 'tassel', 'bit', 'lug')
  const edge = tones(mix(pen.spec.colour, '#1b1411', 0.74))
  pair(
    pen,
    () => {
      const lug = kind === 'lug'
      const [h, p] = [lug ? 30 : 34, lug ? 54 : 14]
      const toe = pen.pick<Toe>('round', 'almond', 'almond', 'round')
      pen.inside(
        [
          [-110, -p - 176],
          [-40, -p - 216],
          [80, -p - 190],
          [220, -p - 194],
          [312, -p - h - 176],
          [290, -p - 110],
          [60, -p - 100],
        ],
        pen.trim,
      )
      heel(pen, 'stack', h + p * 0.4, edge)
      sole(pen, toe, h, p, edge, lug)
      const top = vamp(toe, h, p).slice(0, -1)
      const line: Pt[] = [
        [-66, -p - 228, 1],
        [-34, -p - 214],
        [-6, -p - 160],
        [80, -p - 136],
        [200, -p - 144],
        [306, -p - h - 174],
        [328, -p - h - 164],
        [320, -p - h - 60],
      ]
      const id = pen.panel([...top, ...line, ...feather(h, p)], { ...skin(pen), axis: [0, -300, 0, 0] })
      pen.within(id, () => {
        toeLight(pen, h, p)
        pen.stitch(line.map(([x, y]): Pt => [x - 4, y + 10]).slice(1, -1))
        pen.seam([
          [200, -p - 144],
          [206, -p - 90],
          [240, -p - h],
        ])
        const apron: Pt[] = [
          [-40, -p - 128],
          [-120, -p - 110],
          [-220, -p - 92],
          [-300, -p - 84],
          [-338, -p - 92],
        ]
        pen.line(apron, 4, pen.tones.seam, 0.9)
        pen.line(
          apron.map(([x, y]): Pt => [x, y - 5]),
          2.4,
          pen.tones.glow,
          0.8,
        )
        for (let i = 0; i < 15; i++)
          pen.line(
            [
              [-60 - i * 18, -p - 130 + i * 2.6],
              [-62 - i * 18, -p - 112 + i * 2.4],
            ],
            2,
            pen.tones.seam,
            0.8,
          )
      })
      const saddle = pen.panel(
        [
          [-136, -p - 186, 1],
          [-76, -p - 222],
          [-52, -p - 220],
          [-24, -p - 150],
          [6, -p - 6, 1],
          [-112, -p - 4, 1],
          [-104, -p - 100],
        ],
        { lift: 3, inner: true, ...skin(pen) },
      )
      pen.within(saddle, () => {
        pen.stitch([
          [-126, -p - 178],
          [-94, -p - 98],
          [-86, -p - 30],
        ])
        pen.stitch([
          [-54, -p - 206],
          [-34, -p - 146],
          [-12, -p - 30],
        ])
        if (kind === 'penny' || lug)
          pen.patch(
            [
              [-106, -p - 168, 1],
              [-78, -p - 186],
              [-50, -p - 182, 1],
              [-70, -p - 168],
            ],
            pen.tones.line,
            0.95,
          )
      })
      if (kind === 'tassel') {
        for (const [dx, dy] of [
          [-132, 0],
          [-98, 14],
        ] as const) {
          const [x, y] = [dx, -p - 190 + dy]
          pen.cord(
            [
              [-72, -p - 206],
              [x + 8, y - 8],
              [x, y + 14],
            ],
            7,
            pen.tones,
          )
          pen.panel(
            [
              [x - 9, y + 10],
              [x + 8, y + 8],
              [x + 15, y + 66, 1],
              [x - 20, y + 68, 1],
            ],
            { lift: 4 },
          )
          for (let i = 0; i < 4; i++)
            pen.line(
              [
                [x - 4 + i * 3, y + 22],
                [x - 13 + i * 8, y + 66],
              ],
              1.8,
            )
        }
      }
      if (kind === 'bit') {
        pen.cord(
          [
            [-128, -p - 156],
            [-90, -p - 150],
            [-52, -p - 168],
          ],
          9,
          pen.trim,
        )
        for (const [x, y] of [
          [-128, -p - 154],
          [-50, -p - 170],
        ] as const)
          pen.raw(
            `<ellipse cx="${x}" cy="${y}" rx="20" ry="26" fill="none" stroke="${pen.trim.line}" stroke-width="10"/><ellipse cx="${x}" cy="${y}" rx="20" ry="26" fill="none" stroke="${pen.trim.base}" stroke-width="7"/><path d="M${x - 14} ${y - 16}q10 -10 20 -4" fill="none" stroke="${pen.trim.glow}" stroke-width="3"/>`,
          )
      }
    },
    true,
  )
}
