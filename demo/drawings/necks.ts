/** Collars, lapels, plackets, pockets and ribs: the parts that make a top a shirt, a blazer or a knit. */
import type { Tones } from './colour.ts'
import { lerp, onSide, type Pt } from './line.ts'
import type { PanelStyle, Pen } from './pen.ts'
import { neckline, type BodyShape } from './tops.ts'

/** Draws a knitted band around the neckline. */
export function neckRib(pen: Pen, b: BodyShape, width: number, style: PanelStyle = {}): void {
  const inner = neckline(b, pen.spec.back, 0)
  const outer = neckline(b, pen.spec.back, width).reverse()
  pen.panel([...inner, ...outer], { texture: 'rib', light: 0.8, lift: 3, ...style })
  pen.line(neckline(b, pen.spec.back, width + 4), 1.3, pen.tones.seam, 0.5)
}

/** Draws a turned-down collar of two leaves on a stand; `open` shows the throat, `wide` is the reach of its points. */
export function shirtCollar(
  pen: Pen,
  neck: number,
  point: number,
  wide: number,
  open: number,
  style: PanelStyle = {},
): void {
  if (pen.spec.back) {
    pen.panel(
      [
        [-neck - 10, 6, 1],
        [-neck + 6, -24],
        [0, -36],
        [neck - 6, -24],
        [neck + 10, 6, 1],
        [neck * 0.5, 26],
        [0, 30],
        [-neck * 0.5, 26],
      ],
      { lift: 5, ...style },
    )
    pen.stitch([
      [-neck + 2, 2],
      [-neck * 0.4, 18],
      [0, 21],
      [neck * 0.4, 18],
      [neck - 2, 2],
    ])
    return
  }
  for (const side of [-1, 1]) {
    const s = side === 1 ? 1 : 0.97
    const leaf: Pt[] = [
      [3, open, 1],
      [neck * 0.45, open * 0.42 - 6],
      [neck - 8, -30, 1],
      [neck + 10, -22],
      [neck + 17, 8],
      [wide * s, point, 1],
      [wide * 0.5, lerp(open, point, 0.62)],
    ]
    const id = pen.panel(onSide(side, leaf), { axis: [0, -30, wide * side, point], lift: 6, ...style })
    pen.within(id, () => {
      pen.stitch(
        onSide(side, [
          [14, open + 1],
          [wide * 0.5, lerp(open, point, 0.62) - 9],
          [wide * s - 9, point - 15, 1],
          [neck + 7, 8],
          [neck + 2, -18],
        ]),
      )
      pen.fold([side * (neck - 4), -26], [side * (neck + 3), 0], [side * (wide * 0.6), point * 0.6], 5, 0.2)
    })
  }
}

/** Draws a front edge with buttonholes and buttons. */
export function placket(
  pen: Pen,
  top: number,
  bottom: number,
  width: number,
  buttons: number,
  x = 0,
  style: PanelStyle & { buttonSize?: number; covered?: boolean } = {},
): void {
  const id = pen.panel(
    [
      [x - width / 2, top, 1],
      [x + width / 2, top, 1],
      [x + width / 2, bottom, 1],
      [x - width / 2, bottom + 1, 1],
    ],
    { lift: 3, contour: 1.4, light: 0.35, inner: true, ...style },
  )
  pen.within(id, () => {
    pen.stitch([
      [x - width / 2 + 6, top],
      [x - width / 2 + 6, bottom],
    ])
    pen.stitch([
      [x + width / 2 - 6, top],
      [x + width / 2 - 6, bottom],
    ])
  })
  if (style.covered) return
  for (let i = 0; i < buttons; i++) {
    const y = lerp(top + 24, bottom - 70, buttons === 1 ? 0 : i / (buttons - 1))
    pen.line(
      [
        [x - 9, y - 0.5],
        [x + 11, y + 0.5],
      ],
      2.2,
      pen.tones.seam,
      0.6,
    )
    pen.button(x, y, style.buttonSize ?? 9)
  }
}

export interface LapelShape {
  neck: number
  /** The point where the fronts close. */
  breakX: number
  breakY: number
  /** How far the lapel reaches, and the height of its notch. */
  reach: number
  notchY: number
  kind: 'notch' | 'peak' | 'shawl'
  style?: PanelStyle
  collar?: PanelStyle
}

/** Draws a collar and lapels that roll open to a closing point; the right front (left in the picture) lies under. */
export function lapels(pen: Pen, l: LapelShape): void {
  const nk = l.neck
  for (const side of [1, -1]) {
    const bx = side === 1 ? -l.breakX : l.breakX
    const flip = (points: Pt[]) => onSide(side, points)
    const axis = [side * l.reach * 0.8, l.notchY, side * -bx, l.breakY] as const
    if (l.kind === 'shawl') {
      const id = pen.panel(
        flip([
          [nk - 10, -26, 1],
          [nk + 16, -14],
          [nk + 44, 30],
          [l.reach, l.notchY + 40],
          [l.reach - 8, lerp(l.notchY, l.breakY, 0.45)],
          [bx + 4, l.breakY, 1],
          [lerp(nk - 24, bx, 0.55), l.breakY * 0.52],
        ]),
        { lift: 8, axis, ...l.style },
      )
      pen.within(id, () =>
        pen.fold([side * (nk + 4), -10], [side * (nk + 14), l.notchY], [side * l.reach * 0.5, l.breakY * 0.6], 9, 0.22),
      )
      continue
    }
    const tip: Pt = l.kind === 'peak' ? [l.reach + 12, l.notchY - 34, 1] : [l.reach, l.notchY + 4, 1]
    const notch: Pt = l.kind === 'peak' ? [l.reach - 40, l.notchY - 4, 1] : [l.reach - 44, l.notchY + 8, 1]
    const lapel: Pt[] = [
      [nk - 14, 10, 1],
      notch,
      tip,
      [l.reach - 6, lerp(l.notchY, l.breakY, 0.36)],
      [lerp(l.reach, bx, 0.62), lerp(l.notchY, l.breakY, 0.72)],
      [bx, l.breakY, 1],
      [lerp(nk - 22, bx, 0.45), l.breakY * 0.45],
    ]
    const id = pen.panel(flip(lapel), { lift: 8, axis, ...l.style })
    pen.within(id, () => {
      pen.stitch(
        flip([
          [tip[0] - 10, tip[1] + 10, 1],
          [l.reach - 16, lerp(l.notchY, l.breakY, 0.36)],
          [lerp(l.reach, bx, 0.62) - 8, lerp(l.notchY, l.breakY, 0.7)],
          [bx, l.breakY - 14],
        ]),
        pen.tones.seam,
        1.4,
        0.55,
      )
      pen.fold([side * (nk - 10), 40], [side * (nk - 4), l.breakY * 0.5], [side * bx, l.breakY], 8, 0.24)
    })
    pen.line(
      flip([
        [tip[0] - 34, tip[1] + 26],
        [tip[0] - 16, tip[1] + 22],
      ]),
      2.4,
      pen.tones.seam,
      0.7,
    )
    const end: Pt = l.kind === 'peak' ? [notch[0] + 22, notch[1] - 26, 1] : [notch[0] + 40, notch[1] - 36, 1]
    pen.panel(
      flip([
        [nk - 16, -32, 1],
        [nk + 12, -26],
        [nk + 42, 4],
        end,
        [notch[0], notch[1], 1],
        [nk - 14, 12, 1],
        [nk - 24, -8],
      ]),
      { lift: 5, axis: [0, -30, side * nk, 40], ...l.style, ...l.collar },
    )
  }
}

/** Draws the collar of a tailored piece from behind. */
export function backCollar(pen: Pen, neck: number, height: number, style: PanelStyle = {}): void {
  pen.panel(
    [
      [-neck - 16, 16, 1],
      [-neck + 8, -30],
      [0, -40],
      [neck - 8, -30],
      [neck + 16, 16, 1],
      [neck * 0.5, height - 34],
      [0, height - 30],
      [-neck * 0.5, height - 34],
    ],
    { lift: 6, ...style },
  )
}

/** Draws a pocket sewn on: square, pointed or rounded, with its double stitch. */
export function patchPocket(
  pen: Pen,
  x: number,
  y: number,
  w: number,
  h: number,
  shape: 'square' | 'point' | 'round' = 'square',
  style: PanelStyle = {},
): void {
  const foot: Pt[] =
    shape === 'point'
      ? [
          [x + w / 2, y + h, 1],
          [x, y + h + w * 0.18, 1],
          [x - w / 2, y + h, 1],
        ]
      : shape === 'round'
        ? [
            [x + w / 2, y + h - 26],
            [x + w / 2 - 8, y + h - 8],
            [x + w / 2 - 28, y + h],
            [x - w / 2 + 28, y + h],
            [x - w / 2 + 8, y + h - 8],
            [x - w / 2, y + h - 26],
          ]
        : [
            [x + w / 2, y + h - 12, 1],
            [x + w / 2 - 12, y + h, 1],
            [x - w / 2 + 12, y + h, 1],
            [x - w / 2, y + h - 12, 1],
          ]
  const id = pen.panel([[x - w / 2, y + 1, 1], [x + w / 2, y, 1], ...foot], {
    lift: 5,
    light: 0.6,
    contour: 1.5,
    inner: true,
    ...style,
  })
  const thread = style.tones?.seam
  pen.within(id, () => {
    pen.stitch(
      [
        [x - w / 2, y + 15],
        [x + w / 2, y + 14],
      ],
      thread,
    )
    pen.stitch(
      [
        [x - w / 2 + 6, y + 4, 1],
        [x - w / 2 + 6, y + h - (shape === 'point' ? 3 : 16), 1],
        [x, y + h + (shape === 'point' ? w * 0.18 - 7 : -6), 1],
        [x + w / 2 - 6, y + h - (shape === 'point' ? 3 : 16), 1],
        [x + w / 2 - 6, y + 4, 1],
      ],
      thread,
    )
  })
}

/** Draws a flap over a pocket; `turn` lets it follow a slanted cut. */
export function flap(
  pen: Pen,
  x: number,
  y: number,
  w: number,
  h: number,
  turn = 0,
  style: PanelStyle & { button?: Tones } = {},
): void {
  const t = turn * w
  const id = pen.panel(
    [
      [x - w / 2, y - t, 1],
      [x + w / 2, y + t, 1],
      [x + w / 2, y + t + h - 12],
      [x + w / 2 - 14, y + t + h],
      [x - w / 2 + 14, y - t + h],
      [x - w / 2, y - t + h - 12],
    ],
    { lift: 6, light: 0.6, contour: 1.6, inner: true, ...style },
  )
  pen.within(id, () =>
    pen.stitch(
      [
        [x - w / 2 + 6, y - t, 1],
        [x - w / 2 + 6, y - t + h - 14],
        [x - w / 2 + 16, y - t + h - 7],
        [x + w / 2 - 16, y + t + h - 7],
        [x + w / 2 - 6, y + t + h - 14],
        [x + w / 2 - 6, y + t, 1],
      ],
      style.tones?.seam,
    ),
  )
  pen.line(
    [
      [x - w / 2, y - t],
      [x + w / 2, y + t],
    ],
    2.4,
    (style.tones ?? pen.tones).seam,
    0.9,
  )
  if (style.button) pen.button(x, y + h * 0.62, 8, style.button)
}

/** Draws a pocket cut into the cloth, edged with narrow welts. */
export function welt(pen: Pen, a: Pt, b: Pt, width = 12): void {
  const nx = a[1] === b[1] ? 0 : width
  const ny = a[1] === b[1] ? width : width * 0.35
  pen.panel(
    [
      [a[0], a[1], 1],
      [b[0], b[1], 1],
      [b[0] + nx, b[1] + ny, 1],
      [a[0] + nx, a[1] + ny, 1],
    ],
    { lift: 3, light: 0.5, contour: 1.5, inner: true },
  )
  pen.line([a, b], 2.6, pen.tones.line, 0.8)
}
