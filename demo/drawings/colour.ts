/** Colour arithmetic in OKLab, and the tones of a coloured material. */

interface Lab {
  l: number
  a: number
  b: number
}

const clamp = (n: number, low = 0, high = 1) => Math.min(high, Math.max(low, n))
const linear = (c: number) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
const gamma = (c: number) => (c <= 0.0031308 ? c * 12.92 : 1.055 * c ** (1 / 2.4) - 0.055)

function toLab(hex: string): Lab {
  const n = Number.parseInt(hex.slice(1, 7), 16)
  const [r, g, b] = [linear(((n >> 16) & 255) / 255), linear(((n >> 8) & 255) / 255), linear((n & 255) / 255)]
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return {
    l: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    a: 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    b: 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  }
}

function toHex({ l, a, b }: Lab): string {
  const x = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const y = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const z = (l - 0.0894841775 * a - 1.291485548 * b) ** 3
  const rgb = [
    4.0767416621 * x - 3.3077115913 * y + 0.2309699292 * z,
    -1.2684380046 * x + 2.6097574011 * y - 0.3413193965 * z,
    -0.0041960863 * x - 0.7034186147 * y + 1.707614701 * z,
  ]
  return `#${rgb
    .map((c) =>
      Math.round(clamp(gamma(clamp(c))) * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}

/** Returns the perceived lightness, 0 (black) to 1 (white). */
export function lightness(hex: string): number {
  return toLab(hex).l
}

/** Returns how different two colours look; 0.1 is easily visible. */
export function hexDistance(one: string, other: string): number {
  const [p, q] = [toLab(one), toLab(other)]
  return Math.hypot(p.l - q.l, p.a - q.a, p.b - q.b)
}

/** Makes a colour lighter (positive) or darker by `by`, and multiplies its chroma. */
export function tint(hex: string, by: number, chroma = 1): string {
  const c = toLab(hex)
  return toHex({ l: clamp(c.l + by, 0.05, 0.985), a: c.a * chroma, b: c.b * chroma })
}

/** Returns the same hue at a given lightness. */
export function at(hex: string, level: number, chroma = 1): string {
  const c = toLab(hex)
  return toHex({ l: level, a: c.a * chroma, b: c.b * chroma })
}

/** Mixes two colours; `t` is the share of the second. */
export function mix(one: string, other: string, t: number): string {
  const [p, q] = [toLab(one), toLab(other)]
  return toHex({ l: p.l + (q.l - p.l) * t, a: p.a + (q.a - p.a) * t, b: p.b + (q.b - p.b) * t })
}

/** A material's colours, from its lit side to its dark inside. */
export interface Tones {
  base: string
  light: string
  glow: string
  shade: string
  dark: string
  /** The inside of necklines and openings. */
  deep: string
  /** The outer contour. */
  line: string
  /** Construction lines: darker than the fabric, or lighter on near-black fabric. */
  seam: string
}

/** Returns the tones of a colour. White keeps a readable shade, and black is lightened enough to show its seams. */
export function tones(hex: string): Tones {
  const raw = toLab(hex)
  const l = clamp(raw.l, 0.225, 0.955)
  const c = toHex({ ...raw, l })
  const pale = clamp((l - 0.8) / 0.15)
  const night = clamp((0.42 - l) / 0.18)
  // Shadows lean to blue-violet, lights to yellow, so that flat tones do not look dirty.
  const lean = (by: number, warm: number, chroma: number) => {
    const k = toLab(c)
    return toHex({ l: clamp(l + by, 0.06, 0.985), a: k.a * chroma + (warm < 0 ? 0.002 : 0), b: k.b * chroma + warm })
  }
  return {
    base: c,
    light: lean(0.05 + 0.03 * night, 0.004, 0.98),
    glow: lean(0.1 + 0.08 * night, 0.008, 0.9),
    shade: lean(-0.055 - 0.01 * pale, -0.004, 1.03),
    dark: lean(-0.115 - 0.03 * pale + 0.03 * night, -0.008, 1.05),
    deep: lean(-0.22 - 0.12 * pale + 0.08 * night, -0.008, 0.95),
    line: lean(-0.36 - 0.1 * pale + 0.16 * night, 0, 0.8),
    seam: night > 0.25 ? lean(0.17 + 0.05 * night, 0, 0.8) : lean(-0.25 - 0.08 * pale, 0, 0.95),
  }
}
