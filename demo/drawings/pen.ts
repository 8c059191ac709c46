import type { Pattern } from '../demo.types.ts'
import { bands, lightStops, tile, type Axis, type Texture } from './cloth.ts'
import { mix, tones, type Tones } from './colour.ts'
import { cone, hash, oval, r, taper, through, type Pt, type Warp } from './line.ts'

export interface PieceSpec {
  kind: string
  colour: string
  accent: string
  pattern: Pattern
  ground: string
  variant: number
  back: boolean
  /** Set for close-ups: shows threads and weave. */
  close: boolean
  /** Set on a dress form: omits the hanger. */
  onForm?: boolean
}

export interface PanelStyle {
  tones?: Tones
  /** The panel's texture; by default the garment's own pattern. */
  texture?: Texture
  /** The direction of the grain; straight down by default. */
  axis?: Axis
  /** How much stripes sag across the panel. */
  bow?: number
  /** How much lines along the grain spread towards the hem. */
  flare?: number
  /** Scale of stripes and checks. */
  grain?: number
  /** True if stripes run along the grain, like pinstripes. */
  along?: boolean
  /** The length of a small shadow on the panel below. */
  lift?: number
  /** Strength of light, 0 for flat. */
  light?: number
  glossy?: boolean
  /** Thickness of the contour. */
  contour?: number
  /** True if it is not part of the outer shape that casts the shadow. */
  inner?: boolean
}

export interface Box {
  x0: number
  y0: number
  x1: number
  y1: number
}

type Matrix = [number, number, number, number, number, number]

const multiply = (p: Matrix, q: Matrix): Matrix => [
  p[0] * q[0] + p[2] * q[1],
  p[1] * q[0] + p[3] * q[1],
  p[0] * q[2] + p[2] * q[3],
  p[1] * q[2] + p[3] * q[3],
  p[0] * q[4] + p[2] * q[5] + p[4],
  p[1] * q[4] + p[3] * q[5] + p[5],
]

const matrixText = (m: Matrix) => `matrix(${m.map((n) => Math.round(n * 1000) / 1000).join(' ')})`

/** Draws a product, panel by panel, with the small irregularities of a hand. Uses the product's own coordinates. */
export class Pen {
  readonly spec: PieceSpec
  readonly tones: Tones
  /** The tones of the second colour. */
  readonly trim: Tones
  readonly seed: number
  readonly box: Box = { x0: 1e6, y0: 1e6, x1: -1e6, y1: -1e6 }
  /** How irregular the lines are; 0 for hard objects such as watches. */
  hand = 1
  /** Stretches the product horizontally and vertically about its origin. */
  stretch: readonly [number, number] = [1, 1]
  /** The sideways swing of the lower half. */
  sway = 0
  /** The texture of plain patterns, visible in close-ups. */
  cloth: Texture = 'weave'
  along = false
  private readonly prefix: string
  private readonly art: string[] = []
  private readonly defs = new Map<string, string>()
  private readonly solid: string[] = []
  private count = 0
  private matrix: Matrix | null = null

  constructor(spec: PieceSpec, prefix: string) {
    this.spec = spec
    this.prefix = prefix
    this.tones = tones(spec.colour)
    this.trim = tones(spec.accent)
    this.seed = hash(`${spec.kind}${spec.variant}`)
  }

  /** Picks a construction detail by the variant. */
  pick<T>(...choices: [T, ...T[]]): T {
    const n = Math.abs(Math.trunc(this.spec.variant))
    return choices[n % choices.length] ?? choices[0]
  }

  /** Like `pick`, but changes more slowly with the variant, so that two details combine in more ways. */
  pickLate<T>(...choices: [T, ...T[]]): T {
    const n = Math.abs(Math.trunc(this.spec.variant))
    return choices[(Math.floor(n / 4) + n) % choices.length] ?? choices[0]
  }

  readonly warp: Warp = (x, y) => {
    const p = (this.seed % 628) / 100
    const h = this.hand
    const s = Math.max(0, y - 150) / 900
    const [along, up] = this.stretch
    return [
      x * along +
        this.sway * s * s +
        h * (2.4 * Math.sin(y * 0.016 + p) + 1.4 * Math.sin(x * 0.02 + y * 0.009 + p * 2)),
      y * up + h * (2.2 * Math.sin(x * 0.014 + p) + x * 0.006 * Math.sin(p * 3)),
    ]
  }

  path(points: readonly Pt[], closed = true): string {
    return through(points, closed, this.warp)
  }

  /** Adds finished markup at the pen's position. */
  raw(markup: string): void {
    this.art.push(markup)
  }

  private id(mark: string): string {
    this.count += 1
    return `${this.prefix}${mark}${this.count}`
  }

  private define(key: string, make: (id: string) => string): string {
    const id = `${this.prefix}${key}`
    if (!this.defs.has(id)) this.defs.set(id, make(id))
    return id
  }

  private grow(points: readonly Pt[]): void {
    for (const [px, py] of points) {
      const [u, v] = this.warp(px, py)
      const m = this.matrix
      const [x, y] = m ? [m[0] * u + m[2] * v + m[4], m[1] * u + m[3] * v + m[5]] : [u, v]
      this.include(x, y)
    }
  }

  private include(x: number, y: number): void {
    this.box.x0 = Math.min(this.box.x0, x)
    this.box.x1 = Math.max(this.box.x1, x)
    this.box.y0 = Math.min(this.box.y0, y)
    this.box.y1 = Math.max(this.box.y1, y)
  }

  /** Extends the product's box to a point that was drawn in another way. */
  reach(point: Pt): void {
    this.grow([point])
  }

  /** Draws a panel: contour, colour, pattern along its grain and light across it. Returns its id, for `within`. */
  panel(points: readonly Pt[], style: PanelStyle = {}): string {
    const t = style.tones ?? this.tones
    const id = this.id('p')
    const use = (rest: string) => `<use href="#${id}" ${rest}/>`
    this.defs.set(id, `<path id="${id}" d="${this.path(points)}"/>`)
    if (!style.inner) {
      this.solid.push(`<use href="#${id}"${this.matrix ? ` transform="${matrixText(this.matrix)}"` : ''}/>`)
      this.grow(points)
    }
    const xs = points.map((p) => p[0])
    const ys = points.map((p) => p[1])
    const [x0, x1, y0, y1] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
    const axis: Axis = style.axis ?? [(x0 + x1) / 2, y0, (x0 + x1) / 2, y1]
    if (style.lift)
      this.art.push(
        use(`fill="${t.deep}" fill-opacity=".34" transform="translate(${r(style.lift * 0.7)} ${r(style.lift)})"`),
      )
    const weight = style.contour ?? 2.2
    if (weight) this.art.push(use(`fill="${t.line}" transform="translate(${r(weight * 0.5)} ${r(weight * 0.7)})"`))
    this.art.push(
      use(
        `fill="${t.base}"${weight ? ` stroke="${t.line}" stroke-width="${r(weight * 0.8)}" stroke-linejoin="round"` : ''}`,
      ),
    )
    const asked = style.texture ?? (this.spec.pattern === 'plain' ? this.cloth : this.spec.pattern)
    // On a small panel, a check needs no bending, and a tile makes a much shorter SVG than lines.
    const texture = asked === 'check' && (x1 - x0) * (y1 - y0) < 40000 ? 'small-check' : asked
    this.fill(id, points, texture, t, axis, style)
    const light = style.light ?? 1
    if (light > 0) {
      const glossy = style.glossy ?? texture === 'leather'
      const stops = this.define(
        `l${glossy ? 'g' : 'm'}${t.base.slice(1)}`,
        (key) => `<linearGradient id="${key}">${lightStops(t, glossy)}</linearGradient>`,
      )
      const gradient = this.id('g')
      const length = Math.hypot(axis[2] - axis[0], axis[3] - axis[1]) || 1
      let [nx, ny] = [(axis[3] - axis[1]) / length, -(axis[2] - axis[0]) / length]
      if (nx + ny * 0.6 < 0) [nx, ny] = [-nx, -ny]
      const mid = [(x0 + x1) / 2, (y0 + y1) / 2]
      const [cx, cy] = [mid[0] ?? 0, mid[1] ?? 0]
      // The half width across the grain: the outline's greatest distance from the middle.
      const reach = Math.max(...points.map(([x, y]) => Math.abs((x - cx) * nx + (y - cy) * ny)))
      const a = this.warp(cx - nx * reach, cy - ny * reach)
      const b = this.warp(cx + nx * reach, cy + ny * reach)
      this.defs.set(
        gradient,
        `<linearGradient id="${gradient}" href="#${stops}" gradientUnits="userSpaceOnUse" x1="${r(a[0])}" y1="${r(a[1])}" x2="${r(b[0])}" y2="${r(b[1])}"/>`,
      )
      this.art.push(use(`fill="url(#${gradient})"${light < 1 ? ` fill-opacity="${light}"` : ''}`))
    }
    if (weight)
      this.art.push(use(`fill="none" stroke="${t.line}" stroke-width="${r(weight * 0.55)}" stroke-linejoin="round"`))
    return id
  }

  private fill(id: string, points: readonly Pt[], texture: Texture, t: Tones, axis: Axis, style: PanelStyle): void {
    if (texture === 'plain' || (texture === 'weave' && !this.spec.close)) return
    if (texture === 'stripe' || texture === 'check') {
      const length = Math.hypot(axis[2] - axis[0], axis[3] - axis[1]) || 1
      const [ux, uy] = [(axis[2] - axis[0]) / length, (axis[3] - axis[1]) / length]
      const sides = points.map(([x, y]) => (y - axis[1]) * ux - (x - axis[0]) * uy)
      const depths = points.map(([x, y]) => (x - axis[0]) * ux + (y - axis[1]) * uy)
      const range = (of: number[]): [number, number] => [Math.min(...of) - 12, Math.max(...of) + 12]
      const art = bands(texture, t, this.spec.accent, {
        axis,
        across: range(sides),
        down: range(depths),
        bow: style.bow ?? 14,
        flare: style.flare ?? 0,
        along: style.along ?? this.along,
        scale: style.grain ?? 1,
        warp: this.warp,
      })
      this.art.push(`<g clip-path="url(#${this.clip(id)})">${art}</g>`)
      return
    }
    const art = tile(texture, t, this.spec.accent)
    if (!art) return
    const master = this.define(
      `t${texture}${t.base.slice(1)}`,
      (key) =>
        `<pattern id="${key}" patternUnits="userSpaceOnUse" width="${art.w}" height="${art.h}">${art.art}</pattern>`,
    )
    const turn =
      Math.round((Math.atan2(axis[3] - axis[1], axis[2] - axis[0]) * 180) / Math.PI - 90) +
      (texture === 'floral' ? 14 : 0)
    const child = this.id('t')
    const scale = style.grain && style.grain !== 1 ? ` scale(${style.grain})` : ''
    this.defs.set(
      child,
      `<pattern id="${child}" href="#${master}" patternTransform="translate(${r(axis[0])} ${r(axis[1])}) rotate(${turn})${scale}"/>`,
    )
    this.art.push(`<use href="#${id}" fill="url(#${child})"/>`)
  }

  private clip(id: string): string {
    return this.define(`c${id}`, (key) => `<clipPath id="${key}"><use href="#${id}"/></clipPath>`)
  }

  /** Draws clipped to a panel. */
  within(id: string, draw: () => void): void {
    this.art.push(`<g clip-path="url(#${this.clip(id)})">`)
    draw()
    this.art.push('</g>')
  }

  /** Draws at another position, size or angle (degrees). */
  placed(dx: number, dy: number, scale: number, turn: number, draw: () => void, mirror = false): void {
    const [c, k] = [Math.cos((turn * Math.PI) / 180) * scale, Math.sin((turn * Math.PI) / 180) * scale]
    const m = mirror ? -1 : 1
    const before = this.matrix
    const inner: Matrix = [c * m, k * m, -k, c, dx, dy]
    this.matrix = before ? multiply(before, inner) : inner
    this.art.push(`<g transform="${matrixText(inner)}">`)
    draw()
    this.art.push('</g>')
    this.matrix = before
  }

  /** Draws once, with a second, smaller copy behind the drawing. */
  twice(dx: number, dy: number, scale: number, draw: () => void, mirror = false): void {
    const id = this.id('w')
    const start = this.art.length
    draw()
    const once = this.art.splice(start)
    const m = mirror ? -1 : 1
    const { x0, y0, x1, y1 } = this.box
    for (const x of [x0, x1]) this.include(x * scale * m + dx, y0 * scale + dy)
    this.include(dx, y1 * scale + dy)
    this.art.push(
      `<use href="#${id}" transform="${matrixText([scale * m, 0, 0, scale, dx, dy])}"/><g id="${id}">`,
      ...once,
      '</g>',
    )
  }

  /** Draws once and repeats the drawing, each copy a step further, up to `count` copies in total. */
  repeat(count: number, dx: number, dy: number, draw: () => void): void {
    const id = this.id('r')
    this.art.push(`<g id="${id}">`)
    draw()
    this.art.push('</g>')
    for (let i = 1; i < count; i++) this.art.push(`<use href="#${id}" x="${r(dx * i)}" y="${r(dy * i)}"/>`)
  }

  /** Draws the dark inside of a neck, a sleeve or a shoe. */
  inside(points: readonly Pt[], lining: Tones = this.tones): void {
    const base = lining === this.tones ? lining.deep : mix(lining.deep, this.tones.deep, 0.4)
    this.panel(points, { tones: { ...lining, base }, texture: 'plain', light: 0, contour: 1.6 })
  }

  /** Draws a flat patch of colour without contour. */
  patch(points: readonly Pt[], colour: string, opacity = 1): void {
    this.art.push(`<path d="${this.path(points)}" fill="${colour}"${opacity < 1 ? ` fill-opacity="${opacity}"` : ''}/>`)
  }

  /** Draws a line of even weight. */
  line(points: readonly Pt[], width = 2, colour = this.tones.seam, opacity = 1): void {
    this.art.push(
      `<path d="${this.path(points, false)}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"${opacity < 1 ? ` stroke-opacity="${opacity}"` : ''}/>`,
    )
  }

  /** Draws a round cord, strap or wire with its contour and a lit edge; it counts as part of the product's shape. */
  cord(points: readonly Pt[], width: number, t: Tones = this.tones): void {
    const d = this.path(points, false)
    this.grow(points)
    const line = (w: number, colour: string, rest = '') =>
      `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${r(w)}" stroke-linecap="round" stroke-linejoin="round"${rest}/>`
    this.art.push(
      line(width + 2.6, t.line) +
        line(width, t.base) +
        line(
          width * 0.3,
          t.glow,
          ` stroke-opacity=".8" transform="translate(${r(-width * 0.16)} ${r(-width * 0.14)})"`,
        ),
    )
  }

  /** Draws a seam: a line with a lit edge beside it. */
  seam(points: readonly Pt[], t: Tones = this.tones): void {
    this.line(
      points.map(([x, y]): Pt => [x + 2, y + 1.4]),
      1.8,
      t.glow,
      0.45,
    )
    this.line(points, 1.9, t.seam, 0.85)
  }

  /** Draws a row of stitches. */
  stitch(points: readonly Pt[], colour = this.tones.seam, width = 1.7, opacity = 0.8): void {
    this.art.push(
      `<path d="${this.path(points, false)}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-dasharray="7 4.5" stroke-linecap="round" stroke-opacity="${opacity}"/>`,
    )
  }

  /** Draws a fold: a brush stroke of shade with light along its upper edge. */
  fold(a: Pt, c: Pt, b: Pt, width = 8, strength = 0.5, t: Tones = this.tones): void {
    const shifted = ([x, y]: Pt): Pt => [x - width * 0.75, y - width * 0.35]
    this.art.push(
      `<path d="${taper(shifted(a), shifted(c), shifted(b), width * 0.8, this.warp)}" fill="${t.glow}" fill-opacity="${r3(strength * 0.75)}"/>`,
    )
    this.art.push(`<path d="${taper(a, c, b, width, this.warp)}" fill="${t.deep}" fill-opacity="${r3(strength)}"/>`)
  }

  /** Many small folds at once, in one shade. */
  folds(strokes: ReadonlyArray<readonly [Pt, Pt, Pt]>, width: number, strength: number, t: Tones = this.tones): void {
    this.art.push(
      `<path d="${strokes.map(([a, c, b]) => taper(a, c, b, width, this.warp)).join('')}" fill="${t.deep}" fill-opacity="${r3(strength)}"/>`,
    )
  }

  /** Draws a hanging fold, narrow above and `width` wide at the hem. */
  drape(top: Pt, bottom: Pt, width: number, bend = 0, strength = 0.4, t: Tones = this.tones): void {
    const left: Pt = [bottom[0] - width * 0.8, bottom[1]]
    this.art.push(
      `<path d="${cone(top, left, width * 0.7, bend, this.warp)}" fill="${t.glow}" fill-opacity="${r3(strength * 0.6)}"/>`,
    )
    this.art.push(
      `<path d="${cone(top, bottom, width, bend, this.warp)}" fill="${t.dark}" fill-opacity="${r3(strength)}"/>`,
    )
    this.art.push(
      `<path d="${cone([top[0], top[1] + (bottom[1] - top[1]) * 0.25], [bottom[0] + width * 0.2, bottom[1]], width * 0.4, bend, this.warp)}" fill="${t.deep}" fill-opacity="${r3(strength * 0.8)}"/>`,
    )
  }

  /** Draws a sewn button with its four holes. */
  button(x: number, y: number, size = 11, t: Tones = this.trim): void {
    const [cx, cy] = this.warp(x, y)
    const hole = size * 0.26
    const dot = (dx: number, dy: number) => `M${r(cx + dx - 0.1)} ${r(cy + dy)}h.2`
    this.art.push(
      `<circle cx="${r(cx + 1.5)}" cy="${r(cy + 2.6)}" r="${r(size)}" fill="${this.tones.deep}" fill-opacity=".6"/><circle cx="${r(cx)}" cy="${r(cy)}" r="${r(size)}" fill="${t.base}" stroke="${t.line}" stroke-width="1.4"/>` +
        `<circle cx="${r(cx - size * 0.06)}" cy="${r(cy - size * 0.06)}" r="${r(size * 0.64)}" fill="${t.shade}" stroke="${t.light}" stroke-width="1.2"/>` +
        `<path d="${dot(-hole, -hole)}${dot(hole, -hole)}${dot(-hole, hole)}${dot(hole, hole)}" stroke="${t.line}" stroke-width="${r(size * 0.24)}" stroke-linecap="round"/>`,
    )
  }

  /** Draws a round metal thing: snap, rivet, eyelet. */
  stud(x: number, y: number, size: number, t: Tones): void {
    const [cx, cy] = this.warp(x, y)
    this.art.push(
      `<circle cx="${r(cx)}" cy="${r(cy)}" r="${r(size)}" fill="${t.base}" stroke="${t.line}" stroke-width="${r(Math.max(1, size * 0.14))}"/><circle cx="${r(cx - size * 0.25)}" cy="${r(cy - size * 0.3)}" r="${r(size * 0.35)}" fill="${t.glow}"/>`,
    )
  }

  /** Draws a zip with its tape, teeth and pull. */
  zip(points: readonly Pt[], t: Tones = this.trim, width = 9, pull = true): void {
    const d = this.path(points, false)
    this.art.push(
      `<path d="${d}" fill="none" stroke="${mix(this.tones.deep, '#000000', 0.25)}" stroke-width="${width * 1.9}" stroke-opacity=".55"/><path d="${d}" fill="none" stroke="${t.dark}" stroke-width="${r(width * 0.5)}"/>` +
        `<path d="${d}" fill="none" stroke="${t.glow}" stroke-width="${width}" stroke-dasharray="2.6 3.4"/>`,
    )
    const first = points[0]
    if (pull && first) {
      const [x, y] = first
      const tab: Pt[] = [
        [x - 6, y + 2],
        [x, y - 3],
        [x + 6, y + 2],
        [x + 5, y + 34],
        [x, y + 40],
        [x - 5, y + 34],
      ]
      this.panel(tab, { tones: t, texture: 'plain', light: 0.6, contour: 1.5, lift: 4, inner: true })
      this.patch(oval(x, y + 29, 2.4, 4), t.line)
    }
  }

  /** Returns everything drawn so far, and its outer shape as references for a shadow. */
  finish(): { art: string; defs: string; shape: string; box: Box } {
    return { art: this.art.join(''), defs: [...this.defs.values()].join(''), shape: this.solid.join(''), box: this.box }
  }
}

const r3 = (n: number) => Math.round(n * 1000) / 1000
