import type { GarmentKind } from '../demo.types.ts'
import type { Colour } from './colours.ts'
import type { LineProfile } from './line-profile.ts'
import { slugOf } from './phrases.ts'
import type { Random } from './random.ts'

/** The parts of an article number. */
interface SkuParts {
  kind: GarmentKind
  /** Unique among all products. */
  number: number
  colour: Colour
  size: string
}

const SKU_STYLES: Readonly<Record<string, (parts: SkuParts) => string>> = {
  'oswick-and-dray': (sku) =>
    dashed('OD', sku.kind.slice(0, 3).toUpperCase(), padded(sku.number), sku.colour.code, sku.size),
  linhavento: (sku) => ['LV', padded(sku.number), sku.colour.code, sku.size].filter(Boolean).join('.'),
  lowstoop: (sku) => dashed('ls', padded(sku.number), sku.colour.code, sku.size).toLowerCase(),
  'inverskerry-mill': (sku) => dashed(padded(sku.number), sku.colour.code, sku.size),
  stilvejr: (sku) => dashed(`SV${padded(sku.number)}`, sku.colour.code, sku.size),
  calzavetta: (sku) => ['CZ', padded(sku.number), sku.colour.code, sku.size].filter(Boolean).join('/'),
  wrenhallam: (sku) => dashed('WH', sku.kind.slice(0, 2).toUpperCase(), padded(sku.number), sku.colour.code, sku.size),
  'pettifers-daughter': (sku) => dashed(`PD${padded(sku.number)}`, sku.colour.code, sku.size),
  splitridge: (sku) => dashed('SR', padded(sku.number), sku.colour.code, sku.size),
  'tuesday-drawer': (sku) => `TD${padded(sku.number)}${sku.colour.code}${sku.size}`,
  'seitenfluegel-vier': (sku) => ['S4', padded(sku.number), sku.colour.code, sku.size].filter(Boolean).join(' '),
  lastwash: (sku) => dashed('LW', padded(sku.number), sku.colour.code, sku.size),
  'bahia-lenta': (sku) => ['BL', padded(sku.number), sku.colour.code, sku.size].filter(Boolean).join('_'),
  'atelier-corveane': (sku) => dashed('C', padded(sku.number), sku.colour.code, sku.size),
}

function dashed(...parts: readonly string[]): string {
  return parts.filter(Boolean).join('-')
}

function padded(number: number): string {
  return String(number).padStart(6, '0')
}

/** Returns a size as part of an SKU: 'UK 10' is 10, 'W30 L32' is 3032. */
function sizeCode(size: string | null): string {
  if (size === null) return ''
  if (size === 'One size') return 'OS'
  return size
    .replace(/^(?:UK|EU|US) /, '')
    .replace(/Age |[WL](?=\d)| cm|[\s/-]/g, '')
    .replace('.', '')
}

/** Returns a variant's SKU. */
export function skuOf(profile: LineProfile, index: number, colour: Colour, size: string | null): string {
  const style = SKU_STYLES[profile.partner.key]
  if (!style) throw new Error(`${profile.partner.key} has no article numbers`)
  return style({ kind: profile.line.kind, number: index + 1, colour, size: sizeCode(size) })
}

/** Returns the check digit of a GTIN-13 with these first twelve digits. */
export function checkDigit(twelve: string): number {
  let sum = 0
  for (let at = 0; at < 12; at += 1) sum += (twelve.charCodeAt(at) - 48) * (at % 2 === 0 ? 1 : 3)
  return (10 - (sum % 10)) % 10
}

const GTIN_SPREAD = 7919
const GTIN_ROOM = 10_000_000_000

/** Returns a GTIN-13 for use inside one company (prefix 20 to 29), unique for numbers below 10,000,000,000. */
export function restrictedGtin(prefix: number, number: number): string {
  const twelve = `${20 + (prefix % 10)}${String((number * GTIN_SPREAD) % GTIN_ROOM).padStart(10, '0')}`
  return twelve + String(checkDigit(twelve))
}

const PATHS: Readonly<Record<string, (handle: string, category: string, number: number) => string>> = {
  'inverskerry-mill': (handle, category) => `/shop/${category}/${handle}`,
  calzavetta: (handle, category, number) => `/en/${category}/${handle}-${number}.html`,
  'seitenfluegel-vier': (handle, _, number) => `/artikel/${number}/${handle}`,
  'atelier-corveane': (handle, category) => `/catalogue/${category}/${handle}/`,
}

function pathOf(profile: LineProfile, handle: string, index: number, random: Random): string {
  const { category } = profile.line
  const ownPath = PATHS[profile.partner.key]
  if (ownPath) return ownPath(handle, category, index + 1001)
  return random.chance(0.12) ? `/collections/${category}/products/${handle}` : `/products/${handle}`
}

function queryFor(index: number, colour: Colour, random: Random): string {
  if (!random.chance(0.03)) return ''
  return random.pick([
    `?variant=${42_000_000_000 + index * 64}`,
    `?color=${colour.name.replaceAll(' ', '+')}`,
    '?utm_source=newsletter&utm_medium=email',
    `?ref=lookbook&pos=${(index % 24) + 1}`,
  ])
}

/** Returns the product's URL on the partner's site, as irregular as real ones. */
export function productUrlOf(
  profile: LineProfile,
  name: string,
  lap: number,
  index: number,
  colour: Colour,
  random: Random,
): string {
  const handle = `${slugOf(name)}-${slugOf(colour.name)}${lap > 0 ? `-${lap}` : ''}`
  const site = random.chance(0.008) ? profile.partner.websiteUrl.replace('https://', '') : profile.partner.websiteUrl
  return site + pathOf(profile, handle, index, random) + queryFor(index, colour, random)
}
