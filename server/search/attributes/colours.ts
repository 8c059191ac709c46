import { z } from 'zod'
import { labOfHex, type Lab } from '#server/media/lab.shared.ts'
import type { PaletteColour } from '#server/media/appearance/main-colours.shared.ts'
import { parseWords } from '../parse-words.ts'
import { PhraseTable } from './phrase-table.ts'
import { names, loadWordList } from './load-word-list.ts'

const list = loadWordList(
  'colours.yaml',
  z.strictObject({
    modifiers: names,
    labelWords: names,
    ambiguous: names,
    families: z
      .array(
        z.strictObject({
          key: z.string().regex(/^[a-z]+$/),
          label: z.string().min(1),
          hex: z.string().regex(/^#[0-9a-f]{6}$/),
          words: names.optional(),
          shades: z.record(z.string().regex(/^[a-z ]+$/), names.nullable()),
        }),
      )
      .min(1),
  }),
)

export interface ColourFamily {
  /** The key in URLs and in products' colours: 'green'. */
  key: string
  label: string
  /** The swatch's hex code. */
  hex: string
  /** Canonical names, lower case. */
  shades: readonly string[]
  /** Every spelling of the family's name and of its shades. */
  words: readonly string[]
}

export const COLOUR_FAMILIES: readonly ColourFamily[] = list.families.map(
  ({ key, label, hex, words = [], shades }) => ({
    key,
    label,
    hex,
    shades: Object.keys(shades),
    words: [key, ...words, ...Object.entries(shades).flatMap(([shade, others]) => [shade, ...(others ?? [])])],
  }),
)

interface Named {
  value: string
  label: string
  family: string
  isAmbiguous: boolean
}

const AMBIGUOUS = new Set(list.ambiguous.map((name) => parseWords(name).join(' ')))
const NAMED = new PhraseTable<Named>('colours.yaml')
for (const { key, label, words = [], shades } of list.families) {
  const add = (spelling: string, value: string, shown: string) =>
    NAMED.add(spelling, {
      value,
      label: shown,
      family: key,
      isAmbiguous: AMBIGUOUS.has(parseWords(spelling).join(' ')),
    })
  for (const spelling of [key, ...words]) add(spelling, key, label)
  for (const [shade, others] of Object.entries(shades)) {
    for (const spelling of [shade, ...(others ?? [])])
      add(spelling, shade, shade.charAt(0).toUpperCase() + shade.slice(1))
  }
}
for (const name of list.ambiguous)
  if (!NAMED.get(parseWords(name))) throw new Error(`colours.yaml: ambiguous: '${name}' is not a colour`)
const FAMILIES = new Set(COLOUR_FAMILIES.map(({ key }) => key))
const MODIFIERS = new Set(list.modifiers.flatMap(parseWords))
const LABEL_WORDS = new Set([...list.modifiers, ...list.labelWords].flatMap(parseWords))
/** A colour that covers less of the garment than this share is trim. */
const MAIN_SHARE = 0.3

/**
 * Finds the colour named by the full text. `value` is the family's key or the shade's canonical name. `isAmbiguous`
 * means that the word often has another meaning in a sentence ('pearl', 'natural').
 */
export function knownColour(words: string): { value: string; label: string; isAmbiguous: boolean } | null {
  const named = find(parseWords(words.slice(0, 100)))
  return named && { value: named.value, label: named.label, isAmbiguous: named.isAmbiguous }
}

/** Returns the family of a family key or shade, or null if the value is not a colour. */
export function familyOf(value: string): string | null {
  return find(parseWords(value.slice(0, 100)))?.family ?? null
}

/**
 * Returns the families and shades that a product is filtered by, distinct and sorted. Uses the partner's colour names,
 * and the hex of a name without a known colour ('Midnight Garden'). If they give no colour, it uses the title, and then
 * the colours that cover at least 0.3 of the garment in its pictures.
 * @param given.hexes '#rrggbb', at the same index as its name.
 */
export function parseColours(given: {
  names: readonly string[]
  hexes: ReadonlyArray<string | null>
  palettes: ReadonlyArray<readonly PaletteColour[]>
  title?: string
}): string[] {
  const found = new Set<string>()
  for (let at = 0; at < Math.max(given.names.length, given.hexes.length); at++) {
    const named = parseColourName(given.names[at] ?? '')
    for (const { value, family } of named) found.add(value).add(family)
    const lab = named.length === 0 ? labOfHex(given.hexes[at] ?? '') : null
    if (lab) found.add(familyOfLab(lab))
  }
  if (found.size === 0)
    for (const named of NAMED.scan(parseWords(given.title ?? '')))
      if (named && !named.isAmbiguous) found.add(named.value).add(named.family)
  if (found.size === 0) for (const family of mainFamilies(given.palettes)) found.add(family)
  return [...found].sort()
}

/**
 * Returns the family of a colour in a picture, never gold, silver or multi. Colours with too little chroma are matched
 * first, then the rest by hue: brown is dark orange, beige is dull yellow, pink is light red.
 */
export function familyOfLab({ l, a, b }: Lab): string {
  const chroma = Math.hypot(a, b)
  const hue = ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360
  const isWarm = hue >= 30 && hue < 115
  if (chroma < (hue >= 115 && hue < 200 ? 6 : 9) || (l < 10 && chroma < 12)) {
    if (l < 28) return 'black'
    if (l > 93) return 'white'
    return isWarm && chroma > 4 ? (l > 48 ? 'beige' : 'brown') : 'grey'
  }
  if (hue >= 335) return l < 34 ? 'purple' : 'pink'
  if (hue < 22) return l > 60 || (hue < 12 && l > 34) ? 'pink' : 'red'
  if (hue < 45) {
    if (l > 60) return chroma < 38 ? 'pink' : 'orange'
    if (l > 22 && chroma < 32) return 'brown'
    return l > 52 ? 'orange' : 'red'
  }
  if (hue < 70) return chroma < 22 && l > 60 ? 'beige' : l < 42 || (l < 56 && chroma < 45) ? 'brown' : 'orange'
  if (hue < 95) {
    if (l > 90 && chroma < 13) return 'white'
    if (l < 45) return 'brown'
    return chroma < 30 ? 'beige' : l < 66 && chroma < 45 ? 'brown' : 'yellow'
  }
  if (hue < 115) return l < 78 ? 'green' : chroma > 16 ? 'yellow' : l > 92 ? 'white' : 'beige'
  return hue < 183 ? 'green' : hue < 300 ? 'blue' : 'purple'
}

/**
 * Matches the full text, then the text without leading modifiers. For a label, it also drops filler words at both ends.
 */
function find(words: string[], isLabel = false): Named | null {
  const isPassed = (word = '') => (isLabel ? LABEL_WORDS : MODIFIERS).has(word)
  for (let start = 0; start < words.length; start++) {
    for (let end = words.length; end > start; end--) {
      const named = NAMED.get(words.slice(start, end))
      if (named) return named
      if (!isLabel || !isPassed(words[end - 1])) break
    }
    if (!isPassed(words[start])) break
  }
  return null
}

/** Returns the colours in a partner's colour name: 'Forest Green / Ecru' has two. */
function parseColourName(name: string): Named[] {
  return name
    .slice(0, 100)
    .split(/[/&+|,;]|\s(?:and|with)\s/i)
    .flatMap((part) => {
      const words = parseWords(part).filter((word) => !/\d/.test(word))
      const match = find(words, true)
      if (match) return [match]
      // The full name has no match: try its last words ('Harbour Navy'), and families anywhere in it ('Black Harbour').
      const parts = words.flatMap((word) => NAMED.get([word]) ?? []).filter(({ value }) => FAMILIES.has(value))
      const last = words.map((_, start) => find(words.slice(start), true)).find((named) => named && !named.isAmbiguous)
      return last ? [...parts, last] : parts
    })
}

function mainFamilies(palettes: ReadonlyArray<readonly PaletteColour[]>): string[] {
  const known = palettes.filter((palette) => palette.length > 0)
  const shares = new Map<string, number>()
  for (const colour of known.flat()) {
    const family = familyOfLab(colour)
    shares.set(family, (shares.get(family) ?? 0) + colour.share / known.length)
  }
  return [...shares].filter(([, share]) => share >= MAIN_SHARE).map(([family]) => family)
}
