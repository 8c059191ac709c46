import { hexOfLab, labOfHex } from '../lab.shared.ts'
import { DETAIL_BYTES, MAX_COLOURS, PATTERNS, type Appearance, type Pattern } from './appearance.schema.ts'
import type { PaletteColour } from './main-colours.shared.ts'
import { RING_COUNT, SHAPE_LENGTH } from './shape.shared.ts'

const RINGS = 2 + MAX_COLOURS * 4
/**
 * The byte format in which a picture's appearance is stored and compared: the picture's number, the pattern, five
 * colours (L, a, b and share each), the ring colours, and the outline.
 */
export const PLACE = {
  picture: 0,
  pattern: 1,
  colours: 2,
  rings: RINGS,
  shape: RINGS + RING_COUNT * 3,
  bytes: RINGS + RING_COUNT * 3 + SHAPE_LENGTH,
} as const
/** A flag in the same byte as the pattern. */
export const HAS_SHAPE = 0x80
export const PATTERN_BITS = 0x07

/** The appearance of a picture. */
export interface SeenAppearance {
  palette: readonly PaletteColour[]
  pattern: Pattern
  /** Null if the garment could not be separated from the background. */
  shape: readonly number[] | null
  rings: ReadonlyArray<{ l: number; a: number; b: number }>
}

const byte = (value: number) => Math.max(0, Math.min(255, Math.round(value)))

export function appearanceBytes({ palette, pattern, shape, rings }: SeenAppearance): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(PLACE.bytes)
  bytes[PLACE.pattern] = PATTERNS.indexOf(pattern) | (shape ? HAS_SHAPE : 0)
  for (const [at, { l, a, b, share }] of palette.slice(0, MAX_COLOURS).entries())
    bytes.set([byte(l * 2.55), byte(a + 128), byte(b + 128), Math.max(1, byte(share * 255))], PLACE.colours + at * 4)
  for (const [at, { l, a, b }] of rings.entries())
    bytes.set([byte(l * 2.55), byte(a + 128), byte(b + 128)], PLACE.rings + at * 3)
  if (shape) bytes.set(shape, PLACE.shape)
  return bytes
}

/** Converts stored bytes to the form that URLs of similar-product searches use. */
export function appearanceOf(bytes: Uint8Array): Appearance {
  const colours = Array.from({ length: MAX_COLOURS }, (_, at) => PLACE.colours + at * 4)
    .filter((from) => (bytes[from + 3] as number) > 0)
    .map((from) => ({
      hex: hexOfLab({
        l: (bytes[from] as number) / 2.55,
        a: (bytes[from + 1] as number) - 128,
        b: (bytes[from + 2] as number) - 128,
      }),
      percent: Math.max(1, Math.round((bytes[from + 3] as number) / 2.55)),
    }))
  return {
    colours: colours.filter(({ hex }, at) => colours.findIndex((other) => other.hex === hex) === at),
    pattern: PATTERNS[(bytes[PLACE.pattern] as number) & PATTERN_BITS] ?? 'plain',
    detail: toBase64Url(bytes.subarray(PLACE.rings, PLACE.bytes)),
  }
}

/** Converts the form in URLs to bytes for comparison. Missing parts are zero. */
export function bytesOfAppearance({ colours, pattern, detail }: Appearance): Uint8Array<ArrayBuffer> {
  const palette = colours.flatMap(({ hex, percent }) => {
    const lab = labOfHex(hex)
    return lab ? [{ ...lab, share: percent / 100 }] : []
  })
  const bytes = appearanceBytes({ palette, pattern: pattern ?? 'plain', shape: null, rings: [] })
  if (!detail) return bytes
  const read = fromBase64Url(detail)
  bytes.set(read.subarray(0, DETAIL_BYTES), PLACE.rings)
  if (read.subarray(RING_COUNT * 3).some((value) => value > 0))
    bytes[PLACE.pattern] = (bytes[PLACE.pattern] as number) | HAS_SHAPE
  return bytes
}

function toBase64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

function fromBase64Url(text: string): Uint8Array {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0))
}
