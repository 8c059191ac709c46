import { z } from 'zod'

export const PATTERNS = ['plain', 'striped', 'checked', 'dotted', 'floral'] as const
export type Pattern = (typeof PATTERNS)[number]

export const MAX_COLOURS = 5
/** Bytes of the encoded part: the colours from the middle outwards, and the outline. */
export const DETAIL_BYTES = 32
/** Maximum text of an appearance in a URL. */
const MAX_CHARACTERS = 140
const COLOUR = /^#?([0-9a-f]{6})(?:-([1-9]\d?|100))?$/
const DETAIL = /^[\w-]{43}$/

/** A wanted look as written in a URL: from a picture, or from chosen colours. */
export interface Appearance {
  /** Each '#rrggbb' with its share of the piece in percent, largest first. */
  colours: Array<{ hex: string; percent: number }>
  pattern: Pattern | null
  /** Base64url of DETAIL_BYTES: colour rings and outline of a picture; null for chosen colours. */
  detail: string | null
}

/** Parses '1f2a44-60.e8e2d5-30.striped.<detail>' and ignores unknown parts. @returns null if nothing valid is left */
export function parseAppearanceText(text: string): Appearance | null {
  const found: Appearance = { colours: [], pattern: null, detail: null }
  for (const part of text.slice(0, MAX_CHARACTERS).split('.')) {
    const [, digits, percent] = COLOUR.exec(part.toLowerCase()) ?? []
    const pattern = PATTERNS.find((name) => name === part)
    if (digits !== undefined) {
      const hex = `#${digits}`
      if (found.colours.length < MAX_COLOURS && !found.colours.some((colour) => colour.hex === hex))
        found.colours.push({ hex, percent: Number(percent ?? 100) })
    } else if (pattern) found.pattern ??= pattern
    else if (DETAIL.test(part)) found.detail ??= part
  }
  return found.colours.length || found.pattern || found.detail ? found : null
}

/** Returns the canonical text of an appearance. */
export function writeAppearanceText({ colours, pattern, detail }: Appearance): string {
  return [
    ...colours.map(({ hex, percent }) => hex.slice(1) + (percent === 100 ? '' : `-${percent}`)),
    ...(pattern ? [pattern] : []),
    ...(detail ? [detail] : []),
  ].join('.')
}

/** Returns the canonical text of the appearance in a URL; undefined without one. */
export const appearanceText = z
  .string()
  .transform((text) => {
    const read = parseAppearanceText(text)
    return read ? writeAppearanceText(read) : undefined
  })
  .optional()
  .catch(undefined)
