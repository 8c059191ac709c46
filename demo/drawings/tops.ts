/** Garments for the upper body, and the body and sleeves that outerwear and dresses share. */
import type { PanelStyle, Pen } from './pen.ts'
import type { Tones } from './colour.ts'
import { between, lerp, mirrored, onSide, type Pt } from './line.ts'

export interface BodyShape {
  /** Half the neck's width, and the depth of the front neckline. */
  neck: number
  depth: number
  /** True for a pointed neckline instead of a round one. */
  vee?: boolean
  /** Half widths at shoulder, chest, waist and hem. */
  shoulder: number
  chest: number
  waist: number
  hem: number
  slope: number
  armpit: number
  waistY: number
  hemY: number
  /** How far the hem's middle hangs below its ends. */
  sag?: number
  style?: PanelStyle
}

/** Returns the neckline from the left shoulder to the right one. */
export function neckline(b: Pick<BodyShape, 'neck' | 'depth' | 'vee'>, back = false, out = 0): Pt[] {
  const n = b.neck + out
  const d = (back ? 14 : b.depth) + out
  if (b.vee && !back)
    return [
      [-n, 0, 1],
      [-n * 0.55, d * 0.5],
      [0, d, 1],
      [n * 0.55, d * 0.5],
      [n, 0, 1],
    ]
  return [
    [-n, 0, 1],
    [-n * 0.84, d * 0.55],
    [-n * 0.45, d * 0.92],
    [0, d],
    [n * 0.45, d * 0.92],
    [n * 0.84, d * 0.55],
    [n, 0, 1],
  ]
}

/** Draws the inside of the back, seen through the neck, with a small label. */
export function backNeck(pen: Pen, b: Pick<BodyShape, 'neck' | 'depth'>, lining: Tones = pen.tones): void {
  pen.inside(
    [
      [-b.neck, 0, 1],
      [-b.neck * 0.5, -6],
      [0, -9],
      [b.neck * 0.5, -6],
      [b.neck, 0, 1],
      [b.neck * 0.95, b.depth + 40],
      [-b.neck * 0.95, b.depth + 40],
    ],
    lining,
  )
  pen.patch(
    [
      [-18, 10, 1],
      [18, 10, 1],
      [18, 30, 1],
      [-18, 30, 1],
    ],
    pen.trim.light,
    0.9,
  )
}

/** Draws the body of a garment as one panel with its armholes; returns the panel's id. */
export function body(pen: Pen, b: BodyShape): string {
  const right: Pt[] = [
    [b.neck, 0, 1],
    [lerp(b.neck, b.shoulder, 0.5), b.slope * 0.42],
    [b.shoulder, b.slope, 1],
    [b.shoulder - 22, lerp(b.slope, b.armpit, 0.55)],
    [b.chest, b.armpit, 1],
    [lerp(b.chest, b.waist, 0.5) - 3, lerp(b.armpit, b.waistY, 0.5)],
    [b.waist, b.waistY],
    [lerp(b.waist, b.hem, 0.6), lerp(b.waistY, b.hemY, 0.55)],
    [b.hem, b.hemY, 1],
  ]
  const sag = b.sag ?? 12
  const points: Pt[] = [
    ...neckline(b, pen.spec.back).slice(0, -1),
    ...right,
    [b.hem * 0.5, b.hemY + sag * 0.8],
    [0, b.hemY + sag],
    [-b.hem * 0.5, b.hemY + sag * 0.8],
    ...mirrored(right).slice(0, -1),
  ]
  return pen.panel(points, { bow: 16, ...b.style })
}

export interface SleeveShape {
  /** 1 for the right of the picture, -1 for the left. */
  side: number
  tip: Pt
  armpit: Pt
  elbow: Pt
  wrist: Pt
  /** The full widths at elbow and wrist. */
  wide: number
  end: number
  /** How far the cap rises over the arm. */
  puff?: number
  style?: PanelStyle
}

export interface SleeveEnd {
  id: string
  a: Pt
  b: Pt
  /** Along the arm, towards the hand. */ dir: [number, number]
}

const norm = (a: Pt, b: Pt): [number, number] => {
  const l = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1
  return [(b[0] - a[0]) / l, (b[1] - a[1]) / l]
}

/** Draws a set-in sleeve with an elbow; its points are given for the right side and mirrored for the left. */
export function sleeve(pen: Pen, s: SleeveShape): SleeveEnd {
  const mid = between(s.tip, s.armpit, 0.5)
  const upper = norm(mid, s.elbow)
  const lower = norm(s.elbow, s.wrist)
  const bend = norm(mid, s.wrist)
  const out = ([ux, uy]: [number, number], p: Pt, w: number): Pt => [p[0] + uy * w, p[1] - ux * w]
  const puff = s.puff ?? 0
  const a = out(lower, s.wrist, s.end / 2)
  const b = out(lower, s.wrist, -s.end / 2)
  const elbowOut = out(bend, s.elbow, s.wide / 2)
  const elbowIn = out(bend, s.elbow, -s.wide / 2)
  const cap: Pt = [s.tip[0] + 16 + puff * 0.9, s.tip[1] + 30 - puff * 0.8]
  const capLow = out(upper, between(mid, s.elbow, 0.42), s.wide / 2 + 4 + puff)
  const [foreIn, foreOut] = [
    out(lower, between(s.elbow, s.wrist, 0.3), -s.wide * 0.46),
    out(lower, between(s.elbow, s.wrist, 0.26), s.wide * 0.49),
  ]
  const hemMid: Pt = [s.wrist[0] + lower[0] * 7, s.wrist[1] + lower[1] * 7]
  const armhole: Pt = [lerp(s.tip[0], s.armpit[0], 0.5) - 20, lerp(s.tip[1], s.armpit[1], 0.52)]
  const points = onSide(s.side, [
    [s.tip[0], s.tip[1], 1],
    cap,
    capLow,
    elbowOut,
    foreOut,
    [a[0], a[1], 1],
    hemMid,
    [b[0], b[1], 1],
    foreIn,
    elbowIn,
    [s.armpit[0], s.armpit[1], 1],
    armhole,
  ])
  const flip = (p: Pt): Pt => [p[0] * s.side, p[1]]
  const [m, w] = [flip(mid), flip(s.wrist)]
  const id = pen.panel(points, { axis: [m[0], m[1], w[0], w[1]], bow: 10, lift: 6, ...s.style })
  pen.within(id, () => {
    const e = flip(s.elbow)
    const [ei, eo] = [flip(elbowIn), flip(elbowOut)]
    const at = (p: Pt, dx: number, dy: number): Pt => [p[0] + dx * s.side, p[1] + dy]
    pen.fold(ei, at(e, -4, -14), at(between(e, eo, 0.5), 0, -20), 9, 0.34)
    pen.fold(at(ei, -2, 26), at(e, 4, 18), at(between(e, eo, 0.35), 2, 30), 8, 0.3)
    pen.fold(at(ei, 0, -46), at(e, -6, -60), at(between(e, eo, 0.2), 4, -78), 6, 0.24)
    const ap = flip(s.armpit)
    pen.fold(ap, at(ap, 10, -60), at(flip(between(s.tip, s.armpit, 0.3)), 26, 20), 9, 0.3)
    pen.fold(at(ap, 0, 10), at(ap, 26, 20), at(between(flip(mid), e, 0.55), 6, 0), 8, 0.28)
  })
  const dir: [number, number] = [lower[0] * s.side, lower[1]]
  return { id, a: flip(a), b: flip(b), dir }
}

/** Draws a hanging short sleeve; `long` is its outer length, `flare` the distance of its end from the shoulder. */
export function shortSleeve(
  pen: Pen,
  side: number,
  b: Pick<BodyShape, 'shoulder' | 'slope' | 'chest' | 'armpit'>,
  long: number,
  flare: number,
  puff = 0,
  style: PanelStyle = {},
): SleeveEnd {
  const tip: Pt = [b.shoulder, b.slope, 1]
  const armpit: Pt = [b.chest, b.armpit, 1]
  const dip = side === 1 ? 0 : 8
  const a: Pt = [b.shoulder + flare + dip * 0.5, b.slope + long - dip, 1]
  const end: Pt = [b.chest + flare * 0.08, Math.max(b.armpit + 22, b.slope + long + 34), 1]
  const points: Pt[] = [
    tip,
    [b.shoulder + 18 + puff, b.slope + 26 - puff * 0.7],
    [b.shoulder + flare * 0.62 + puff * 1.1, b.slope + long * 0.48],
    a,
    [lerp(a[0], end[0], 0.5) + 4, lerp(a[1], end[1], 0.5) + 9],
    end,
    [b.chest + flare * 0.05, b.armpit + 12],
    armpit,
    [lerp(tip[0], armpit[0], 0.5) - 20, lerp(tip[1], armpit[1], 0.52)],
  ]
  const [ex, ey] = [lerp(a[0], end[0], 0.5), lerp(a[1], end[1], 0.5)]
  const id = pen.panel(onSide(side, points), {
    axis: [(b.shoulder - 14) * side, b.slope + 40, ex * side, ey],
    bow: 8,
    lift: 6,
    ...style,
  })
  const p = (x: number, y: number): Pt => [x * side, y]
  pen.within(id, () => {
    pen.fold(p(b.chest, b.armpit), p(b.chest + 18, b.armpit - 50), p(b.shoulder + 14, b.slope + 40), 9, 0.32)
    pen.fold(
      p(b.chest + 4, b.armpit + 6),
      p(b.chest + 32, b.armpit - 20),
      p(b.shoulder + flare * 0.5, b.slope + long * 0.5),
      8,
      0.28,
    )
    pen.fold(p(ex, ey), p(ex - 4, ey - 50), p(ex - 10, ey - 100), 8, 0.24)
  })
  const flip = (q: Pt): Pt => [q[0] * side, q[1]]
  const dir = norm([b.shoulder - 6, b.slope + 40], [ex, ey])
  return { id, a: flip(a), b: flip(end), dir: [dir[0] * side, dir[1]] }
}

/** Draws a band at the end of a sleeve, reaching `height` back up the arm. */
export function cuff(pen: Pen, end: SleeveEnd, height: number, style: PanelStyle = {}, spread = 3): Pt[] {
  const [dx, dy] = end.dir
  const wide = norm(end.a, end.b)
  const p = (q: Pt, along: number, out: number): Pt => [
    q[0] + dx * along + wide[0] * out,
    q[1] + dy * along + wide[1] * out,
    1,
  ]
  const mid = between(end.a, end.b, 0.5)
  const bow: Pt = [mid[0] + dx * 10, mid[1] + dy * 10]
  const top: Pt = [mid[0] - dx * (height - 7), mid[1] - dy * (height - 7)]
  const points: Pt[] = [
    p(end.a, -height, -spread),
    p(end.a, 3, -spread),
    bow,
    p(end.b, 3, spread),
    p(end.b, -height, spread),
    top,
  ]
  pen.panel(points, { axis: [mid[0] - dx * height, mid[1] - dy * height, mid[0], mid[1]], lift: 3, ...style })
  return points
}

export type Pose = 'easy' | 'bent' | 'open' | 'straight'

/**
 * Returns a long arm in a pose: elbow and wrist relative to the shoulder, for the right side. `length` is from shoulder
 * to wrist.
 */
export function arm(pose: Pose, tip: Pt, length: number): { elbow: Pt; wrist: Pt } {
  const [x, y] = tip
  const l = length
  switch (pose) {
    case 'bent':
      return { elbow: [x + l * 0.21, y + l * 0.52], wrist: [x + l * 0.0, y + l * 0.9] }
    case 'open':
      return { elbow: [x + l * 0.2, y + l * 0.5], wrist: [x + l * 0.3, y + l * 0.98] }
    case 'straight':
      return { elbow: [x + l * 0.06, y + l * 0.54], wrist: [x + l * 0.08, y + l] }
    default:
      return { elbow: [x + l * 0.13, y + l * 0.52], wrist: [x + l * 0.15, y + l] }
  }
}

/** Draws the folds of a loosely worn body: from the armpits, across the waist, up from the hem. */
export function bodyFolds(pen: Pen, id: string, b: BodyShape, strength = 1): void {
  const s = strength
  pen.within(id, () => {
    pen.fold([b.chest - 2, b.armpit + 6], [b.chest - 50, b.armpit + 34], [b.chest * 0.42, b.armpit + 50], 10, 0.3 * s)
    pen.fold(
      [-b.chest + 4, b.armpit + 4],
      [-b.chest + 54, b.armpit + 40],
      [-b.chest * 0.46, b.armpit + 76],
      10,
      0.26 * s,
    )
    pen.fold([b.waist + 4, b.waistY - 10], [b.waist * 0.7, b.waistY + 16], [b.waist * 0.3, b.waistY + 6], 11, 0.3 * s)
    pen.fold(
      [-b.waist - 4, b.waistY + 24],
      [-b.waist * 0.6, b.waistY + 44],
      [-b.waist * 0.2, b.waistY + 22],
      10,
      0.26 * s,
    )
    pen.fold([b.waist + 6, b.waistY + 56], [b.waist * 0.72, b.waistY + 84], [b.waist * 0.4, b.waistY + 86], 9, 0.24 * s)
    const h = b.hemY
    pen.drape([b.hem * 0.5, lerp(b.waistY, h, 0.1)], [b.hem * 0.62, h + 20], b.hem * 0.2, 8, 0.2 * s)
    pen.drape([-b.hem * 0.34, lerp(b.waistY, h, 0.3)], [-b.hem * 0.5, h + 20], b.hem * 0.16, -8, 0.18 * s)
    pen.drape([b.hem * 0.06, lerp(b.waistY, h, 0.5)], [b.hem * 0.1, h + 20], b.hem * 0.1, 4, 0.13 * s)
  })
}
