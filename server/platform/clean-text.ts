/** Scripts with letters that use ZWJ and ZWNJ to control how they join. */
const JOINING = [
  'Adlam',
  'Arabic',
  'Hanifi_Rohingya',
  'Mandaic',
  'Manichaean',
  'Mongolian',
  'Nko',
  'Phags_Pa',
  'Sogdian',
  'Syriac',
  'Balinese',
  'Bengali',
  'Brahmi',
  'Chakma',
  'Cham',
  'Devanagari',
  'Grantha',
  'Gujarati',
  'Gurmukhi',
  'Javanese',
  'Kaithi',
  'Kannada',
  'Khmer',
  'Malayalam',
  'Meetei_Mayek',
  'Modi',
  'Myanmar',
  'Newa',
  'Oriya',
  'Saurashtra',
  'Sharada',
  'Sinhala',
  'Sundanese',
  'Tai_Tham',
  'Takri',
  'Tamil',
  'Telugu',
  'Thai',
  'Lao',
  'Tibetan',
  'Tirhuta',
].map((script) => `\\p{Script_Extensions=${script}}`)
/** Characters that may precede a joiner. */
const JOINED = String.raw`[[[${JOINING.join('')}]&&[\p{L}\p{M}]]--\p{Default_Ignorable_Code_Point}]`
/** Selects the form of the preceding Mongolian letter. */
const FORM = String.raw`[\u180B-\u180D\u180F]`

const EMOJI = String.raw`\p{Extended_Pictographic}`
/** Characters allowed between an emoji and a joiner: a skin tone or the emoji presentation selector. */
const DRESSED = String.raw`[\u{1F3FB}-\u{1F3FF}\uFE0F]?`
/** Visible format characters, which precede Arabic and other numbers. */
const PRINTED = String.raw`\u0600-\u0605\u06DD\u070F\u0890\u0891\u08E2\u{110BD}\u{110CD}`
/** The only flags made of tags: England, Scotland, Wales and other subdivisions. */
const SUBDIVISION_FLAG = String.raw`\u{1F3F4}[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]{3,6}\u{E007F}`
/**
 * One selector after a character that has other forms: an emoji or a keycap, an ideograph, some letters and signs.
 * Elsewhere selectors are invisible, and many of them can encode a hidden text.
 */
const SELECTED = [
  String.raw`(?<=[${EMOJI}#*0-9])[\uFE0E\uFE0F]`,
  String.raw`(?<=[\p{Script=Han}\p{Script=Myanmar}\p{Script=Phags_Pa}\p{Script=Manichaean}\p{Sm}])[\uFE00-\uFE02\u{E0100}-\u{E01EF}]`,
  String.raw`(?<=[\p{Script=Mongolian}&&\p{L}])${FORM}`,
].join('|')
/** Invisible characters: format characters, selectors and other marks, private use and noncharacters. */
const HIDDEN = String.raw`[[\p{Cf}\p{Default_Ignorable_Code_Point}\p{Co}\p{Noncharacter_Code_Point}]--[${PRINTED}]]`
/** Letters and signs that look like a space. */
const BLANKS = /[\u115F\u1160\u2800\u3164\uFFA0]/g

const SUSPECT = /[^\n\r\t\u0020-\u007e\u00a0-\u00ac\u00ae-\u02ff]/
const REMOVED = new RegExp(
  [
    // Characters that are kept: the replacement returns this group.
    `(${SUBDIVISION_FLAG}|${SELECTED}|(?<=${EMOJI}${DRESSED})\\u200D(?=${EMOJI})|(?<=${JOINED}${FORM}?)[\\u200C\\u200D])`,
    HIDDEN,
  ].join('|'),
  'gv',
)
const CONTROLS = /[^\P{Cc}\n\r\t]+/gu

/**
 * Removes characters that people cannot see but programs obey: control characters (replaced by a space, except line
 * ends and tabs), private use, format characters, bidi overrides and isolates, noncharacters, selectors without a form
 * to select. Letters that look like a space become one. Half a surrogate pair becomes U+FFFD. Joiners stay between
 * emojis and after letters of scripts that need them, and the tags of flags.
 *
 * Does not normalise, because another form of a URL or a file name is a different one. Cleaning twice changes nothing.
 */
export function cleanText(text: string): string {
  if (!SUSPECT.test(text)) return text
  return text
    .toWellFormed()
    .replace(/[\u2028\u2029]/g, '\n')
    .replace(CONTROLS, ' ')
    .replace(BLANKS, ' ')
    .replace(REMOVED, '$1')
}

/**
 * Returns a JSON value with every text and field name cleaned. Copies only changed parts.
 * @param asTyped names of fields with texts that stay as they are
 */
export function cleanTexts<T>(value: T, asTyped?: ReadonlySet<string>): T
export function cleanTexts(value: unknown, asTyped?: ReadonlySet<string>): unknown {
  if (typeof value === 'string') return cleanText(value)
  if (Array.isArray(value)) {
    const cleaned: unknown[] = value.map((item) => cleanTexts(item as unknown, asTyped))
    return cleaned.some((item, at) => item !== value[at]) ? cleaned : value
  }
  if (!isPlainObject(value)) return value
  const before = Object.entries(value)
  const after = before.map(([key, item]): [string, unknown] => [
    cleanText(key),
    asTyped?.has(key) && typeof item === 'string' ? item : cleanTexts(item, asTyped),
  ])
  const isSame = after.every(([key, item], at) => key === before[at]?.[0] && item === before[at][1])
  return isSame ? value : Object.fromEntries(after)
}

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' &&
  value !== null &&
  [Object.prototype, null].includes(Object.getPrototypeOf(value) as object | null)
