/** CIELAB under D65: `l` 0 (black) to 100 (white), `a` green to red, `b` blue to yellow. */
export interface Lab {
  l: number
  a: number
  b: number
}

const D65 = { x: 0.95047, y: 1, z: 1.08883 }
const LINEAR = Float64Array.from({ length: 256 }, (_, value) => {
  const c = value / 255
  return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4
})

/**
 * Converts an sRGB colour (IEC 61966-2-1) to Lab (CIE 15, CIE 1976 L*a*b*). Channels are whole numbers from 0 to 255.
 */
export function toLab(red: number, green: number, blue: number): Lab {
  const [r, g, b] = [LINEAR[red] ?? 0, LINEAR[green] ?? 0, LINEAR[blue] ?? 0]
  const x = curve((0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / D65.x)
  const y = curve((0.2126729 * r + 0.7151522 * g + 0.072175 * b) / D65.y)
  const z = curve((0.0193339 * r + 0.119192 * g + 0.9503041 * b) / D65.z)
  return { l: 116 * y - 16, a: 500 * (x - y), b: 200 * (y - z) }
}

/** Returns the Lab colour of '#rrggbb', or null if it is malformed. */
export function labOfHex(hex: string): Lab | null {
  if (!/^#[0-9a-f]{6}$/i.test(hex)) return null
  const rgb = parseInt(hex.slice(1), 16)
  return toLab(rgb >> 16, (rgb >> 8) & 255, rgb & 255)
}

/** Returns the colour difference (CIE 1976). About 2 is just visible. */
export function labDistance(one: Lab, other: Lab): number {
  const [l, a, b] = [one.l - other.l, one.a - other.a, one.b - other.b]
  // Math.hypot is many times slower, and palettes call this a million times a second.
  return Math.sqrt(l * l + a * a + b * b)
}

const curve = (t: number) => (t > 216 / 24389 ? Math.cbrt(t) : ((24389 / 27) * t + 16) / 116)

/** Returns the nearest sRGB colour as '#rrggbb'. Colours outside the gamut are clipped. */
export function hexOfLab({ l, a, b }: Lab): string {
  const fy = (l + 16) / 116
  const straight = (f: number) => (f ** 3 > 216 / 24389 ? f ** 3 : (116 * f - 16) / (24389 / 27))
  const [x, y, z] = [straight(fy + a / 500) * D65.x, straight(fy) * D65.y, straight(fy - b / 200) * D65.z]
  const channel = (linear: number) => {
    const c = linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055
    return Math.round(255 * Math.max(0, Math.min(1, c)))
      .toString(16)
      .padStart(2, '0')
  }
  const [red, green, blue] = [
    3.2404542 * x - 1.5371385 * y - 0.4985314 * z,
    -0.969266 * x + 1.8760108 * y + 0.041556 * z,
    0.0556434 * x - 0.2040259 * y + 1.0572252 * z,
  ]
  return `#${channel(red)}${channel(green)}${channel(blue)}`
}
