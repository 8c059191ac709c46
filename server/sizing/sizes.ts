import { spellSizes, SYSTEM, SYSTEM_NAMES } from './spell-sizes.ts'
import { lookup } from '#server/platform/lookup.schema.ts'

const LETTERS = ['3XS', 'XXS', 'XS', 'S', 'M', 'L', 'XL', 'XXL', '3XL', '4XL', '5XL', '6XL'] as const
const LETTER_NAMES = lookup<(typeof LETTERS)[number]>({
  xxxs: '3XS',
  '3xs': '3XS',
  xxs: 'XXS',
  '2xs': 'XXS',
  xxsmall: 'XXS',
  extraextrasmall: 'XXS',
  xs: 'XS',
  xsmall: 'XS',
  extrasmall: 'XS',
  s: 'S',
  sm: 'S',
  small: 'S',
  m: 'M',
  med: 'M',
  medium: 'M',
  l: 'L',
  lg: 'L',
  large: 'L',
  xl: 'XL',
  xlarge: 'XL',
  extralarge: 'XL',
  xxl: 'XXL',
  '2xl': 'XXL',
  xxlarge: 'XXL',
  '2xlarge': 'XXL',
  extraextralarge: 'XXL',
  xxxl: '3XL',
  '3xl': '3XL',
  xxxlarge: '3XL',
  '3xlarge': '3XL',
  xxxxl: '4XL',
  '4xl': '4XL',
  '5xl': '5XL',
  '6xl': '6XL',
})
const ONE_SIZE = new Set([
  'os',
  'o/s',
  'onesize',
  'onesizefitsall',
  'onesizefitsmost',
  'osfa',
  'freesize',
  'universal',
  'uni',
  'einheitsgrosse',
  'tailleunique',
  'tagliaunica',
])
const SYSTEMS = ['UK', 'EU', 'US', 'IT', 'FR', 'DE', 'AU', 'JP']
/** In the order of the filter panel. */
const GROUPS = ['Letter', ...SYSTEMS, 'Number', 'Waist', 'Chest', 'Bra', 'Length', 'Age', 'Other', 'One size']
const MAX_LENGTH = 40

const NUMBER = String.raw`\d{1,3}(?:\.\d{1,2})?`
const SYSTEM_FIRST = new RegExp(`^(${SYSTEM})[ .:-]*(?:size )?(${NUMBER}|[a-z]{1,3})(?: ?[-/] ?(${NUMBER}))?$`)
const SYSTEM_LAST = new RegExp(`^(${NUMBER})(?: ?[-/] ?(${NUMBER}))? ?\\(?(${SYSTEM})\\)?$`)

/** Matches each size with its system in a label that has several. */
const WITH_SYSTEM = new RegExp(
  `(?<![a-z])(?:${SYSTEM})[ .:]*(?:size )?${NUMBER}(?: ?[-/] ?${NUMBER}(?! ?(?:${SYSTEM})(?![a-z])))?(?![\\d.])|(?<![\\d.])${NUMBER}(?:[-/]${NUMBER})? ?(?:${SYSTEM})(?![a-z])`,
  'g',
)
const OF_SYSTEM = /^[A-Z]{2} /

const BARE = new RegExp(`^${NUMBER}$`)
const MEASURE = new RegExp(`^(${NUMBER}) ?(cm|mm|in|inch|inches|"|ml)$`)
const SPAN = String.raw`(\d{1,2})(?: ?(?:-|to|/) ?(\d{1,2}))?`
const MONTHS = new RegExp(`^(?:age )?${SPAN} ?(?:m|mo|mth|mths|month|months)$`)
const AGE_FIRST = new RegExp(`^(?:age|ages|aged) ${SPAN}(?: ?(?:y|yr|yrs|year|years))?$`)
const AGE_LAST = new RegExp(`^${SPAN} ?(?:y|yr|yrs|year|years)(?: old)?$`)

/**
 * Returns the canonical form of a size in any spelling of a store or shopper: 'uk12' is 'UK 12', '2XL' is 'XXL',
 * '32x34' is 'W32 L34', '5-6 yrs' is 'Age 5-6'. Null for a form that is not a known standard.
 */
export function parseSize(text: string): string | null {
  const words = plain(text)
    .toLowerCase()
    .replace(/^(?:size|sz|sizes)[ .:]+(?=\S)/, '')
  return words === '' || words.length > MAX_LENGTH
    ? null
    : (parseLetters(words) ??
        parseNumbered(words) ??
        parseWaist(words) ??
        parseFigure(words) ??
        parseAge(words) ??
        parseMeasure(words))
}

/**
 * Returns the filter keys of a variant's size: its canonical form, the sizes of a label that names several ('UK 14/EU
 * 42'), or else the label itself (at most 40 characters, no commas). Empty if it says nothing.
 */
export function sizeKeys(label: string): string[] {
  const cleaned = plain(label)
  if (!/[\p{L}\p{N}]/u.test(cleaned) || /^(?:default title|default|n\/a|none)$/i.test(cleaned)) return []
  const key = parseSize(cleaned)
  return key === null ? (parseSeveral(cleaned.toLowerCase()) ?? [cleaned]) : [key]
}

/** Returns the first of `sizeKeys`; null if the label says nothing. */
export const sizeKey = (label: string): string | null => sizeKeys(label)[0] ?? null

/** Reads 'uk 14/eu 42', 'eu 39 - uk 6', 'uk 8 (eu 36)', 'm (uk 12)': each size separately. Null if there is any other text. */
function parseSeveral(words: string): string[] | null {
  const keys: string[] = []
  const rest = words.replace(WITH_SYSTEM, (text) => {
    const key = parseSize(text)
    if (key === null) return text
    keys.push(key)
    return '|'
  })
  if (!keys.length) return null
  const others = rest.split(/[|/()[\]=:;+–-]|\s/).filter((part) => part !== '' && part !== 'size')
  const read = others.map((part) => parseSize(part))
  if (read.includes(null) || keys.length + read.length < 2) return null
  const all = [...new Set([...keys, ...(read as string[])])]
  // 'UK 8 UK 10' is not a double size.
  const systems = all.map((key) => (OF_SYSTEM.test(key) ? key.slice(0, 2) : key))
  return new Set(systems).size === all.length && all.length > 1 ? all : null
}

/** Compares sizes for lists: by group, small before large. For keys from parseSize or sizeKey. */
export function compareSizes(a: string, b: string): number {
  const [one, other] = [placeOf(a), placeOf(b)]
  return one.group - other.group || one.first - other.first || one.second - other.second || (a < b ? -1 : a > b ? 1 : 0)
}

/** Returns the heading of a size key in the filter panel: 'Letter', 'UK', 'EU', ..., 'Waist', 'Age', 'Other'. */
export function sizeGroup(key: string): string {
  if (key === 'One size') return 'One size'
  if (key.split('/').every((part) => (LETTERS as readonly string[]).includes(part))) return 'Letter'
  const system = SYSTEMS.find((name) => key.startsWith(`${name} `))
  if (system && parseSize(key) === key) return system
  if (/^\d{1,3}(\.\d{1,2})?$/.test(key)) return 'Number'
  if (/^[WL]\d\d( L\d\d)?$/.test(key)) return 'Waist'
  if (/^\d\d[RSL]$/.test(key)) return 'Chest'
  if (/^\d\d[A-K]{1,2}$/.test(key)) return 'Bra'
  if (/^\d{1,3}(\.\d{1,2})? (cm|mm|in|ml)$/.test(key)) return 'Length'
  if (/^Age \d|^\d{1,2}(-\d{1,2})? months$/.test(key)) return 'Age'
  return 'Other'
}

/** Returns one line without commas, with a point as the decimal separator. */
function plain(text: string): string {
  const line = text
    .slice(0, 200)
    .replace(/(\d),(?=\d)/g, '$1.')
    .replace(/[\u0000-\u001f\u007f,\s]+/g, ' ')
  const spelt = spellSizes(line)
    .replace(/[‐-―−]/g, '-')
    .replace(/[“”″]/g, '"')
    .replaceAll('×', 'x')
  return spelt
    .trim()
    .slice(0, MAX_LENGTH)
    .replace(/[\ud800-\udbff]$/, '')
    .trim()
}

/** Normalises a number: '08' is '8' and '8.50' is '8.5', but '00' is smaller than '0'. */
const number = (text: string): string => (text === '00' ? '00' : String(Number(text)))

function parseLetters(words: string): string | null {
  const joined = words.replace(/[ .-]/g, '')
  if (ONE_SIZE.has(joined)) return 'One size'
  // Parses the parts before the full label, because 'S-M' is not 'sm'.
  const [from, to, ...more] = words.split(/ ?[/-] ?| to /).map((part) => letter(part.replace(/[ .]/g, '')))
  if (from && to && more.length === 0 && LETTERS.indexOf(from) < LETTERS.indexOf(to)) return `${from}/${to}`
  return letter(joined) ?? null
}

const letter = (word: string) => (Object.hasOwn(LETTER_NAMES, word) ? LETTER_NAMES[word] : undefined)

function parseNumbered(words: string): string | null {
  if (BARE.test(words)) return number(words)
  const first = SYSTEM_FIRST.exec(words)
  const last = SYSTEM_LAST.exec(words)
  const [name, from, to] = first ? [first[1], first[2], first[3]] : last ? [last[3], last[1], last[2]] : []
  const system = SYSTEM_NAMES[name ?? '']
  if (system === undefined || from === undefined) return null
  if (/^\d/.test(from))
    return to === undefined ? `${system} ${number(from)}` : `${system} ${number(from)}-${number(to)}`
  if (to !== undefined) return null
  // Ring sizes: UK J to UK Z.
  if (system === 'UK' && from.length === 1) return `UK ${from.toUpperCase()}`
  return letter(from) ?? null
}

function parseWaist(text: string): string | null {
  const words = text
    .replace(/\bwaist\b/g, 'w')
    .replace(/\b(?:inside leg|inseam|length|leg)\b/g, 'l')
    .replace(/(?<=\d) ?(?:"|inch(?:es)?\b|in\b)/g, '"')
  const plainWords = words.replaceAll('"', '')
  const both =
    /^w ?(\d\d) ?[x/ ,-]? ?l ?(\d\d)$/.exec(plainWords) ??
    /^(\d\d) ?w ?[x/ ,-]? ?(\d\d) ?l$/.exec(plainWords) ??
    /^w ?(\d\d) ?[x/ -] ?(\d\d) ?l?$/.exec(plainWords) ??
    /^(\d\d) ?w ?[x/-] ?(\d\d)$/.exec(plainWords) ??
    /^(\d\d) ?[x/-] ?(?:l ?(\d\d)|(\d\d) ?l)$/.exec(plainWords) ??
    /^(\d\d)"? ?(?:x|\/) ?(\d\d)"?$/.exec(words)
  const reversed =
    /^l ?(\d\d) ?[x/ ,-]? ?w ?(\d\d)$/.exec(plainWords) ?? /^(\d\d) ?l ?[x/ ,-]? ?(\d\d) ?w$/.exec(plainWords)
  const alone = /^w ?(\d\d)$/.exec(plainWords) ?? /^(\d\d) ?w$/.exec(plainWords)
  const waist = both?.[1] ?? reversed?.[2] ?? alone?.[1]
  const length = both?.[2] ?? both?.[3] ?? reversed?.[1]
  if (waist !== undefined) {
    if (Number(waist) < 20 || Number(waist) > 60) return null
    // '36/38' is probably a double EU size.
    if (length !== undefined && (Number(length) < 26 || Number(length) > 36)) return null
    return length === undefined ? `W${waist}` : `W${waist} L${length}`
  }
  const leg = /^l ?(\d\d)$/.exec(plainWords)?.[1]
  return leg === undefined ? null : `L${leg}`
}

/** Chests ('38R') and bras ('34DD'). */
function parseFigure(words: string): string | null {
  const chest = /^(\d\d) ?(r|s|l|reg|regular|short|long)$/.exec(words)
  if (chest?.[1] && Number(chest[1]) >= 30) return `${chest[1]}${(chest[2] ?? '').charAt(0).toUpperCase()}`
  const bra = /^(2[468]|3[02468]|4[02468]) ?(aa|a|b|c|d|dd|ddd|e|f|ff|g|gg|h|hh|j|k)$/.exec(words)
  return bra ? `${bra[1]}${(bra[2] ?? '').toUpperCase()}` : null
}

function parseAge(words: string): string | null {
  const months = MONTHS.exec(words)
  if (months) return `${span(months)} months`
  const age = AGE_FIRST.exec(words) ?? AGE_LAST.exec(words)
  return age ? `Age ${span(age)}` : null
}

const span = ([, from, to]: RegExpExecArray) =>
  to === undefined ? String(Number(from)) : `${Number(from)}-${Number(to)}`

function parseMeasure(words: string): string | null {
  const [, size, unit] = MEASURE.exec(words) ?? []
  if (size === undefined || unit === undefined) return null
  return `${number(size)} ${unit === '"' || unit.startsWith('in') ? 'in' : unit}`
}

interface Place {
  group: number
  first: number
  second: number
}

const MAX_PLACES = 5_000
const places = new Map<string, Place>()

/** Returns a size's sort position. Cached, because sorting needs the same few hundred keys repeatedly. */
function placeOf(key: string): Place {
  const known = places.get(key)
  if (known) return known
  if (places.size >= MAX_PLACES) places.clear()
  const found = place(key)
  places.set(key, found)
  return found
}

function place(key: string): Place {
  const group = sizeGroup(key)
  const at = { group: GROUPS.indexOf(group), first: 0, second: 0 }
  if (group === 'Letter') {
    const letters = key.split('/').map((part) => (LETTERS as readonly string[]).indexOf(part))
    return { ...at, first: letters.reduce((sum, index) => sum + index, 0) / letters.length }
  }
  if (group === 'Other' || group === 'One size') return at
  if (key.includes(' 00')) return { ...at, first: -1 }
  const [first = 0, second = 0] = (key.match(/\d+(\.\d+)?/g) ?? []).map(Number)
  // Sorts months before years, sizes alone before those with a length, and letters (rings) after numbers.
  if (group === 'Age' && key.startsWith('Age')) return { ...at, first: first * 12, second: second * 12 }
  return { ...at, first: /\d/.test(key) ? first : 1000, second }
}
