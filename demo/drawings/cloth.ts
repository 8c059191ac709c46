/** Draws fabric: pattern tiles, stripes and checks that follow a panel, and light across it. */
import type { Pattern } from '../demo.types.ts'
import { at, hexDistance, lightness, mix, tint, tones, type Tones } from './colour.ts'
import { r, type Warp } from './line.ts'

/** The direction of a panel's grain, from its top to its bottom. */
export type Axis = readonly [number, number, number, number]

/**
 * Textures other than patterns: plain weave (visible in close-ups), rib, straw, and straight stripes and checks for
 * small panels.
 */
export type Texture = Pattern | 'weave' | 'rib' | 'straw' | 'small-stripe' | 'small-check'

/** Returns the second colour of a pattern: the accent, or a readable tint if the accent is too close to the fabric. */
function figure(colour: string, accent: string): string {
  if (hexDistance(colour, accent) > 0.13) return accent
  return lightness(colour) > 0.55 ? tint(colour, -0.26) : tint(colour, 0.34)
}

const stroke = (d: string, colour: string, width: number, opacity = 1) =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round"${opacity < 1 ? ` stroke-opacity="${opacity}"` : ''}/>`

function blossom(
  x: number,
  y: number,
  size: number,
  turn: number,
  petal: string,
  heart: string,
  shade: string,
): string {
  let petals = ''
  for (let i = 0; i < 5; i++) {
    const a = ((turn + i * 72) * Math.PI) / 180
    const [c, s] = [Math.cos(a), Math.sin(a)]
    const to = (u: number, v: number) => `${r(x + (u * c - v * s) * size)} ${r(y + (u * s + v * c) * size)}`
    petals += `M${r(x)} ${r(y)}C${to(0.3, -0.62)} ${to(1.05, -0.52)} ${to(0.98, 0.02)}C${to(1, 0.5)} ${to(0.3, 0.6)} ${r(x)} ${r(y)}Z`
  }
  return `<path d="${petals}" fill="${petal}" stroke="${shade}" stroke-width="1.4" stroke-opacity=".55"/><circle cx="${r(x)}" cy="${r(y)}" r="${r(size * 0.24)}" fill="${heart}"/>`
}

function leaf(x: number, y: number, length: number, turn: number, colour: string): string {
  const a = (turn * Math.PI) / 180
  const to = (u: number, v: number) =>
    `${r(x + (u * Math.cos(a) - v * Math.sin(a)) * length)} ${r(y + (u * Math.sin(a) + v * Math.cos(a)) * length)}`
  return `<path d="M${r(x)} ${r(y)}Q${to(0.45, -0.34)} ${to(1, 0)}Q${to(0.5, 0.24)} ${r(x)} ${r(y)}Z" fill="${colour}"/>`
}

/** Returns the size and drawing of a texture's repeat, or null if it is not made of tiles. */
export function tile(texture: Texture, t: Tones, accent: string): { w: number; h: number; art: string } | null {
  const second = figure(t.base, accent)
  switch (texture) {
    case 'knit':
      return {
        w: 22,
        h: 17,
        art:
          stroke('M1 1.5Q8 4.5 10.4 15M21 1.5Q14 4.5 11.6 15', t.seam, 2.4, 0.36) +
          stroke('M5.5 1Q9.8 4 11 11', t.glow, 2, 0.4) +
          stroke('M0 0V17M22 0V17', t.seam, 1.2, 0.16),
      }
    case 'rib':
      return {
        w: 13,
        h: 20,
        art: `<path d="M0 0H4.5V20H0Z" fill="${t.seam}" fill-opacity=".34"/><path d="M7 0H9.5V20H7Z" fill="${t.glow}" fill-opacity=".4"/>`,
      }
    case 'cord':
      return {
        w: 15,
        h: 24,
        art:
          `<path d="M0 0H4V24H0Z" fill="${t.deep}" fill-opacity=".5"/><path d="M8 0H11.5V24H8Z" fill="${t.glow}" fill-opacity=".5"/>` +
          stroke('M4 6H15M4 18H15', t.seam, 0.8, 0.12),
      }
    case 'denim':
      return {
        w: 7,
        h: 7,
        art: stroke('M-1 8L8 -1', t.seam, 1.5, 0.3) + stroke('M2.5 8L8 2.5M-1 4L4 -1', t.glow, 1.1, 0.34),
      }
    case 'weave':
      return {
        w: 5,
        h: 5,
        art: stroke('M0 1H5M0 3.5H5', t.seam, 0.5, 0.13) + stroke('M1 0V5M3.5 0V5', t.glow, 0.5, 0.26),
      }
    case 'straw':
      return {
        w: 26,
        h: 18,
        art:
          stroke('M1 4Q6 0 12 4M14 13Q19 9 25 13', t.seam, 2.2, 0.5) +
          stroke('M14 4.5Q19 8 25 4.5M1 13.5Q6 17 12 13.5', t.glow, 2.4, 0.6),
      }
    case 'leather':
      return { w: 19, h: 17, art: stroke('M2 4Q4 2 7 4M11 9Q14 7 16 10M5 13Q7 15 9 13', t.seam, 0.9, 0.16) }
    case 'dot':
      return {
        w: 64,
        h: 64,
        art: `<circle cx="16" cy="16" r="9.5" fill="${second}"/><circle cx="48" cy="48" r="9.5" fill="${second}"/>`,
      }
    case 'small-stripe':
      return { w: 40, h: 46, art: `<path d="M0 14H40V31H0Z" fill="${second}"/>` }
    case 'small-check': {
      const wide = mix(second, t.base, 0.25)
      return {
        w: 84,
        h: 84,
        art:
          `<path d="M0 10H84V40H0Z" fill="${wide}" fill-opacity=".45"/><path d="M10 0H40V84H10Z" fill="${wide}" fill-opacity=".45"/>` +
          stroke('M0 62H84M62 0V84', second, 3.4, 0.8),
      }
    }
    case 'floral': {
      const petal = second
      const other = lightness(t.base) > 0.6 ? mix(second, t.base, 0.45) : mix(second, '#f6efe2', 0.55)
      const green = mix(at('#6f7f52', lightness(t.base) > 0.5 ? 0.5 : 0.64), t.base, 0.22)
      const heart = lightness(petal) > 0.7 ? tint(petal, -0.3) : '#f1d9a0'
      const shade = tones(petal).dark
      const size = 240
      const flowers: Array<[number, number, number, number, string]> = [
        [52, 58, 33, 12, petal],
        [168, 36, 24, 40, other],
        [128, 128, 37, 55, other],
        [214, 122, 19, 5, petal],
        [38, 168, 22, 80, other],
        [188, 200, 32, 28, petal],
        [98, 214, 20, 60, petal],
      ]
      let art = ''
      for (const [x, y, k, turn] of flowers)
        art +=
          leaf(x, y, k * 1.75, turn + 30, green) +
          leaf(x, y, k * 1.6, turn + 160, green) +
          (k > 30 ? leaf(x, y, k * 1.7, turn + 265, green) : '')
      for (const [x, y, k, turn, colour] of flowers) {
        // Anything that crosses an edge of the repeat must enter again on the opposite side.
        const around = (v: number) => new Set([0, v + k > size ? -size : v - k < 0 ? size : 0])
        for (const dx of around(x))
          for (const dy of around(y))
            art += blossom(x + dx, y + dy, k, turn, colour, colour === petal ? heart : petal, shade)
      }
      for (const [x, y, k] of [
        [100, 74, 5],
        [108, 86, 3.6],
        [206, 78, 4.4],
        [82, 116, 4],
        [146, 186, 4.6],
        [24, 112, 4.2],
        [140, 228, 3.8],
        [226, 172, 4.2],
      ] as const)
        art += `<circle cx="${x}" cy="${y}" r="${k}" fill="${k > 4.2 ? other : petal}"/>`
      return { w: size, h: size, art }
    }
    default:
      return null
  }
}

interface Bands {
  axis: Axis
  /** The extent of the panel across its grain to either side, and along it from the start of the axis. */
  across: [number, number]
  down: [number, number]
  bow: number
  flare: number
  along: boolean
  scale: number
  warp: Warp
}

/**
 * Returns lines across the grain, sagging in the middle by `bow`, or along it, spreading by `flare` towards the hem.
 */
function bandPath(b: Bands, step: number, from: number, along: boolean): string {
  const [x0, y0, x1, y1] = b.axis
  const length = Math.hypot(x1 - x0, y1 - y0) || 1
  const [ux, uy] = [(x1 - x0) / length, (y1 - y0) / length]
  const at = (across: number, down: number) =>
    b
      .warp(x0 + ux * down - uy * across, y0 + uy * down + ux * across)
      .map(r)
      .join(' ')
  const [low, high] = along ? b.across : b.down
  const [start, end] = along ? b.down : b.across
  const slack = along ? 0 : Math.abs(b.bow)
  let d = ''
  for (let k = from + Math.floor((low - slack - from) / step) * step; k <= high + slack + step; k += step) {
    const spread = (t: number) => k * (1 + b.flare * Math.max(0, t / length))
    d += along
      ? `M${at(spread(start), start)}Q${at(spread((start + end) / 2), (start + end) / 2)} ${at(spread(end), end)}`
      : `M${at(start, k)}Q${at((start + end) / 2, k + b.bow * 2)} ${at(end, k)}`
  }
  return d
}

/** Returns stripes or checks as lines that follow a panel. The caller clips them to it. */
export function bands(pattern: 'stripe' | 'check', t: Tones, accent: string, b: Bands): string {
  const second = figure(t.base, accent)
  const s = b.scale
  if (pattern === 'stripe') {
    if (b.along) return stroke(bandPath(b, 34 * s, 8, true), second, r2(5 * s), 0.82)
    return stroke(bandPath(b, 46 * s, 14, false), second, r2(17 * s))
  }
  const wide = mix(second, t.base, 0.25)
  return (
    stroke(bandPath(b, 96 * s, 20, true), wide, r2(32 * s), 0.45) +
    stroke(bandPath(b, 96 * s, 20, false), wide, r2(32 * s), 0.45) +
    stroke(bandPath(b, 96 * s, 68 * s, true) + bandPath(b, 96 * s, 68 * s, false), second, r2(3.6 * s), 0.8)
  )
}

const r2 = (n: number) => Math.round(n * 10) / 10

/** Returns gradient stops of light across a panel from its lit side; leather has a sharp gleam. */
export function lightStops(t: Tones, glossy: boolean): string {
  const stop = (offset: number, colour: string, opacity: number) =>
    `<stop offset="${offset}" stop-color="${colour}" stop-opacity="${opacity}"/>`
  // Strong light would only wash out the pattern on a near-white fabric.
  const lit = lightness(t.base) > 0.86 ? 0.4 : 1
  return glossy
    ? stop(0, t.dark, 0.35) +
        stop(0.12, t.glow, 0.15) +
        stop(0.22, t.glow, 0.75) +
        stop(0.3, t.light, 0.1) +
        stop(0.55, t.dark, 0.1) +
        stop(0.84, t.deep, 0.62) +
        stop(0.94, t.deep, 0.4) +
        stop(1, t.light, 0.3)
    : stop(0, t.dark, 0.15) +
        stop(0.1, t.glow, 0.35 * lit) +
        stop(0.3, t.glow, 0.42 * lit) +
        stop(0.5, t.base, 0) +
        stop(0.8, t.dark, 0.42) +
        stop(1, t.deep, 0.5)
}
