/** Points, smooth outlines and basic geometry for the drawings. */

/** x, y, and whether the outline has a corner here (otherwise it is smooth). */
export type Pt = readonly [number, number, 1?]
export type Warp = (x: number, y: number) => [number, number]

/** Rounds to one decimal, without negative zero. */
export function r(n: number): string {
  const v = Math.round(n * 10) / 10
  return String(v === 0 ? 0 : v)
}

/** Returns a number from 0 to 2^32 that depends only on the text. */
export function hash(text: string): number {
  let h = 2166136261
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 16777619)
  h ^= h >>> 15
  return Math.imul(h, 2246822507) >>> 0
}

/** Interpolates between two numbers. */
export const lerp = (a: number, b: number, t: number): number => a + (b - a) * t

/** Returns a point's coordinates without the corner flag. */
export const xy = ([x, y]: Pt): [number, number] => [x, y]

/** Interpolates between two points. */
export const between = (a: Pt, b: Pt, t: number): Pt => [lerp(a[0], b[0], t), lerp(a[1], b[1], t)]

/** Returns the mirrored points in reverse order, to close a half outline with them. */
export const mirrored = (points: readonly Pt[]): Pt[] =>
  points.map(([x, y, c]): Pt => (c ? [-x, y, 1] : [-x, y])).reverse()

/** Mirrors each point to the given side, in the same order. */
export const onSide = (side: number, points: readonly Pt[]): Pt[] =>
  points.map(([x, y, c]): Pt => (c ? [x * side, y, 1] : [x * side, y]))

/** Moves, scales and rotates points (degrees) about the origin. */
function moved(points: readonly Pt[], dx: number, dy: number, scale = 1, turn = 0): Pt[] {
  const [c, s] = [Math.cos((turn * Math.PI) / 180) * scale, Math.sin((turn * Math.PI) / 180) * scale]
  return points.map(([x, y, k]): Pt =>
    k ? [x * c - y * s + dx, x * s + y * c + dy, 1] : [x * c - y * s + dx, x * s + y * c + dy],
  )
}

/** Returns an ellipse as points. */
export function oval(cx: number, cy: number, rx: number, ry: number, turn = 0): Pt[] {
  const ring: Pt[] = []
  for (let i = 0; i < 8; i++) ring.push([Math.cos((i * Math.PI) / 4) * rx, Math.sin((i * Math.PI) / 4) * ry])
  return moved(ring, cx, cy, 1, turn)
}

/** Returns a rectangle with rounded corners of radius `k`, as points. */
export function box(x: number, y: number, w: number, h: number, k = 0): Pt[] {
  if (!k)
    return [
      [x, y, 1],
      [x + w, y, 1],
      [x + w, y + h, 1],
      [x, y + h, 1],
    ]
  const q = k * 0.293
  const e = k * 1.35
  return [
    [x + k, y],
    [x + e, y],
    [x + w - e, y],
    [x + w - k, y],
    [x + w - q, y + q],
    [x + w, y + k],
    [x + w, y + e],
    [x + w, y + h - e],
    [x + w, y + h - k],
    [x + w - q, y + h - q],
    [x + w - k, y + h],
    [x + w - e, y + h],
    [x + e, y + h],
    [x + k, y + h],
    [x + q, y + h - q],
    [x, y + h - k],
    [x, y + h - e],
    [x, y + e],
    [x, y + k],
    [x + q, y + q],
  ]
}

/** Returns the direction of a smooth outline at its middle point. */
function heading(p: Pt, q: Pt, s: Pt): [number, number] {
  const [ax, ay, bx, by] = [q[0] - p[0], q[1] - p[1], s[0] - q[0], s[1] - q[1]]
  const [la, lb] = [Math.hypot(ax, ay) || 1, Math.hypot(bx, by) || 1]
  const [x, y] = [(ax / la) * lb + (bx / lb) * la, (ay / la) * lb + (by / lb) * la]
  const l = Math.hypot(x, y) || 1
  return [x / l, y / l]
}

/** Returns a smooth path through the points, with corners where a point has the flag. */
export function through(points: readonly Pt[], closed: boolean, warp?: Warp): string {
  const p: Pt[] = warp ? points.map(([x, y, k]): Pt => (k ? [...warp(x, y), 1] : warp(x, y))) : [...points]
  const n = p.length
  const first = p[0]
  if (!first) return ''
  const point = (i: number): Pt => p[((i % n) + n) % n] ?? first
  const isCorner = (i: number) => point(i)[2] === 1 || (!closed && (i === 0 || i === n - 1))
  let d = `M${r(first[0])} ${r(first[1])}`
  for (let i = 0; i < (closed ? n : n - 1); i++) {
    const [a, b] = [point(i), point(i + 1)]
    const third = Math.hypot(b[0] - a[0], b[1] - a[1]) / 2.9
    const [ca, cb] = [isCorner(i), isCorner(i + 1)]
    if (ca && cb) {
      d += `L${r(b[0])} ${r(b[1])}`
      continue
    }
    let out: [number, number] | null = null
    let into: [number, number] | null = null
    if (!ca) {
      const h = heading(point(i - 1), a, b)
      out = [a[0] + h[0] * third, a[1] + h[1] * third]
    }
    if (!cb) {
      const h = heading(a, b, point(i + 2))
      into = [b[0] - h[0] * third, b[1] - h[1] * third]
    }
    if (!out && into) out = [lerp(a[0], into[0], 0.5), lerp(a[1], into[1], 0.5)]
    if (!into && out) into = [lerp(b[0], out[0], 0.5), lerp(b[1], out[1], 0.5)]
    if (out && into) d += `C${r(out[0])} ${r(out[1])} ${r(into[0])} ${r(into[1])} ${r(b[0])} ${r(b[1])}`
  }
  return closed ? `${d}Z` : d
}

/** Returns a brush stroke: thin at both ends, `w` thick in the middle, from a to b bending through c. */
export function taper(a: Pt, c: Pt, b: Pt, w: number, warp?: Warp): string {
  const f: Warp = warp ?? ((x, y) => [x, y])
  const [[ax, ay], [cx, cy], [bx, by]] = [f(a[0], a[1]), f(c[0], c[1]), f(b[0], b[1])]
  const l = Math.hypot(bx - ax, by - ay) || 1
  const [nx, ny] = [(-(by - ay) / l) * w, ((bx - ax) / l) * w]
  return `M${r(ax)} ${r(ay)}Q${r(cx + nx)} ${r(cy + ny)} ${r(bx)} ${r(by)}Q${r(cx - nx)} ${r(cy - ny)} ${r(ax)} ${r(ay)}Z`
}

/** Returns a fold that opens downwards: a point at the top, `w` wide at the bottom. */
export function cone(top: Pt, bottom: Pt, w: number, bend: number, warp?: Warp): string {
  const f: Warp = warp ?? ((x, y) => [x, y])
  const [tx, ty] = f(top[0], top[1])
  const [lx, ly] = f(bottom[0] - w / 2, bottom[1])
  const [rx, ry] = f(bottom[0] + w / 2, bottom[1])
  const my = lerp(ty, ly, 0.55)
  const at = (x: number) => lerp(tx, x, 0.5) + bend
  return `M${r(tx)} ${r(ty)}Q${r(at(lx))} ${r(my)} ${r(lx)} ${r(ly)}L${r(rx)} ${r(ry)}Q${r(at(rx) - bend * 0.3)} ${r(my)} ${r(tx)} ${r(ty)}Z`
}
