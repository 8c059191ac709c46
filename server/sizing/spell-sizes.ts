import { lookup } from '#server/platform/lookup.schema.ts'

const PARTS = lookup({
  '½': '.5',
  '⅓': '.33',
  '⅔': '.67',
  '1/2': '.5',
  '1/3': '.33',
  '2/3': '.67',
})
const WITH_PART =
  /(?<![\d.,/⁄])(\d{1,3})(?:(?: ?- ?| )?([½⅓⅔])|[ -]([12][/⁄][23])(?![\d/⁄]| (?:sleeve|zip|length|price|off)))/g
/** Matches labels that need changes, which are few. */
const NEEDED = /[½⅓⅔⁄/|(]|\.(?:33|66)/
const THIRD = /(?<![\d.,])(\d{1,3})\.(?:(33)3+|(?:66+7?))(?!\d)/g

/** Size systems by the names that labels use. */
export const SYSTEM_NAMES = lookup({
  uk: 'UK',
  gb: 'UK',
  eu: 'EU',
  eur: 'EU',
  euro: 'EU',
  us: 'US',
  usa: 'US',
  it: 'IT',
  ita: 'IT',
  fr: 'FR',
  fra: 'FR',
  de: 'DE',
  ger: 'DE',
  au: 'AU',
  aus: 'AU',
  jp: 'JP',
  jpn: 'JP',
})
export const SYSTEM = Object.keys(SYSTEM_NAMES)
  .sort((a, b) => b.length - a.length)
  .join('|')
const NUMBER = String.raw`\d{1,3}(?:[.,]\d{1,2})?`
const SEVERAL = String.raw`${NUMBER}(?:-${NUMBER})?(?: ?[/|] ?${NUMBER}(?:-${NUMBER})?)+|${NUMBER}-${NUMBER}`
const SYSTEMS = String.raw`(?:${SYSTEM})(?: ?[/|] ?(?:${SYSTEM}))+`
const SYSTEMS_FIRST = new RegExp(`(?<![\\p{L}\\d])(${SYSTEMS})[ .:-]*(?:size )?(${SEVERAL})(?![\\d.])`, 'giu')
const SYSTEMS_LAST = new RegExp(`(?<![\\d./|-])(${SEVERAL}) ?\\(?(${SYSTEMS})(?![\\p{L}\\d])\\)?`, 'giu')
const SYSTEM_IN_BRACKETS = new RegExp(`(?<![\\d./|-])(${NUMBER}(?:-${NUMBER})?) ?\\((${SYSTEM})\\)`, 'giu')

/**
 * Normalises sizes in a label or a sentence: halves and thirds get a point ('38 2/3', '38⅔' and '38.666' become
 * '38.67'), and each number follows its system ('UK/EU 8/36' becomes 'UK 8/EU 36', '8 (UK)' becomes 'UK 8').
 */
export function spellSizes(text: string): string {
  if (!NEEDED.test(text)) return text
  return text
    .replace(WITH_PART, (_, match: string, sign?: string, part?: string) => {
      return `${match}${PARTS[sign ?? part?.replace('⁄', '/') ?? ''] ?? `-${part}`}`
    })
    .replace(THIRD, (_, match: string, third?: string) => `${match}.${third ?? '67'}`)
    .replace(SYSTEMS_FIRST, (all, systems: string, numbers: string) => paired(systems, numbers) ?? all)
    .replace(SYSTEMS_LAST, (all, numbers: string, systems: string) => paired(systems, numbers) ?? all)
    .replace(SYSTEM_IN_BRACKETS, '$2 $1')
}

/** Pairs each number with its system; null if their counts differ. */
function paired(systems: string, numbers: string): string | null {
  const names = systems.split(/[/|]/).map((name) => name.trim())
  const each = numbers.split(/[/|]/).map((number) => number.trim())
  const all = each.length === 1 ? numbers.split('-') : each
  return all.length === names.length ? names.map((name, at) => `${name} ${all[at]}`).join('/') : null
}
