import { moneyStyle, unitOf } from '#server/platform/money.schema.ts'
import { labOfHex } from '#server/media/lab.shared.ts'
import { parseAppearanceText, writeAppearanceText } from '#server/media/appearance/appearance.schema.ts'
import { COLOUR_FAMILIES, familyOfLab, knownColour } from '../attributes/colours.ts'
import { cutLabel } from '../attributes/cuts.ts'
import { knownMaterial } from '../attributes/materials.ts'
import { sizeName } from '../attributes/size-kinds.ts'
import { ideaLabel } from '../lexicon/ideas.ts'
import type { SearchFilters } from '../search.schema.ts'
import type { Condition } from '../search.types.ts'
import { sizeSystemOf } from '../size-filter.ts'

/** The categories and brands of a search that exist in the catalogue. */
export type NamesAsked = Record<'brands' | 'categories', ReadonlyArray<{ slug: string; name: string }>>

const categoryLabel = (slug: string, { categories }: NamesAsked): string =>
  categories.find((category) => category.slug === slug)?.name ?? fromValue(slug)
const brandLabel = (value: string, { brands }: NamesAsked): string =>
  brands.findLast(({ slug, name }) => slug === value || name === value)?.name ?? fromValue(value)

const moneyFormats = new Map<string, Intl.NumberFormat>()

/** Formats a price: 8000, 'GBP' -> '£80'; 1250 -> '£12.50'. */
function money(minor: number, currency: SearchFilters['currency']): string {
  const unit = unitOf(currency)
  const isRound = minor % unit === 0
  const key = `${currency} ${isRound}`
  let format = moneyFormats.get(key)
  if (!format) {
    format = new Intl.NumberFormat('en-US', {
      ...moneyStyle(currency),
      ...(isRound && { minimumFractionDigits: 0, maximumFractionDigits: 0 }),
    })
    moneyFormats.set(key, format)
  }
  return format.format(minor / unit)
}

/** Turns a value into a label: 'wide-leg-jeans' -> 'Wide leg jeans'. */
function fromValue(value: string): string {
  const text = value.replace(/[-_\s]+/g, ' ').trim() || value
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Formats a label for use inside a phrase: 'Wool' becomes 'wool', but 'T-shirts' stays. */
const inside = (label: string): string =>
  /^\p{Lu}\p{Ll}/u.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label

function notLabel(value: string, names: NamesAsked): string {
  const at = value.indexOf(':')
  const [kind, named] = at < 0 ? ['word', value] : [value.slice(0, at), value.slice(at + 1)]
  if (named === '') return value
  switch (kind) {
    case 'colour':
      return inside(knownColour(named)?.label ?? fromValue(named))
    case 'material':
      return inside(knownMaterial(named)?.label ?? fromValue(named))
    case 'cut':
      return inside(cutLabel(named) ?? fromValue(named))
    case 'category':
      return inside(categoryLabel(named, names))
    case 'brand':
      return brandLabel(named, names)
    default:
      return ideaLabel(named).toLowerCase()
  }
}

const materialLabel = (value: string): string => knownMaterial(value)?.label ?? fromValue(value)

function priceLabel({ currency, priceMinMinor: min, priceMaxMinor: max }: SearchFilters): string | null {
  if (min !== undefined && max !== undefined)
    return min === max ? money(min, currency) : `${money(min, currency)} to ${money(max, currency)}`
  if (max !== undefined) return `Under ${money(max, currency)}`
  return min === undefined ? null : `Over ${money(min, currency)}`
}

/** Returns the chips of a wanted look, one for each part. */
function looks(text: string | undefined): Condition[] {
  const wanted = parseAppearanceText(text ?? '')
  if (!wanted) return []
  const part = (of: Partial<typeof wanted>) => writeAppearanceText({ colours: [], pattern: null, detail: null, ...of })
  return [
    ...wanted.colours.map((colour): Condition => {
      const lab = labOfHex(colour.hex)
      const family = lab && familyOfLab(lab)
      return {
        param: 'looksLike',
        value: part({ colours: [colour] }),
        label: `${COLOUR_FAMILIES.find(({ key }) => key === family)?.label ?? colour.hex}${colour.percent === 100 ? '' : ` ${colour.percent}%`}`,
        hex: colour.hex,
      }
    }),
    ...(wanted.pattern
      ? [{ param: 'looksLike' as const, value: part({ pattern: wanted.pattern }), label: fromValue(wanted.pattern) }]
      : []),
    ...(wanted.detail
      ? [{ param: 'looksLike' as const, value: part({ detail: wanted.detail }), label: 'Outline of your picture' }]
      : []),
  ]
}

/** Returns the chips of a set of filters, in display order. Amounts in minor units of `filters.currency`. */
export function conditionsOf(filters: SearchFilters, names: NamesAsked): Condition[] {
  const list = (param: Condition['param'], values: readonly string[], label: (value: string) => string) =>
    values.map((value): Condition => ({ param, value, label: label(value) }))
  const alone = (param: Condition['param'], label: string | null | false) =>
    label ? [{ param, value: '', label }] : []
  // If there are two chips 'Cashmere', one is the category.
  const named = new Set(filters.categories.map((slug) => categoryLabel(slug, names)))
  return [
    ...list('categories', filters.categories, (slug) => categoryLabel(slug, names)),
    ...list('brands', filters.brands, (brand) => brandLabel(brand, names)),
    ...list('colours', filters.colours, (value) => knownColour(value)?.label ?? fromValue(value)),
    ...list('materials', filters.materials, (value) =>
      named.has(materialLabel(value)) ? `Made of ${inside(materialLabel(value))}` : materialLabel(value),
    ),
    ...list('sizes', filters.sizes, (value) => sizeName(value, sizeSystemOf(filters.currency))),
    ...list('genders', filters.genders, fromValue),
    ...list('cuts', filters.cuts, (value) => cutLabel(value) ?? fromValue(value)),
    ...list('tags', filters.tags, ideaLabel),
    ...alone('price', priceLabel(filters)),
    ...alone('discountMin', filters.discountMin !== undefined && `${filters.discountMin}% off or more`),
    ...alone('onSale', filters.onSale && 'On sale'),
    ...alone('inStock', filters.inStock && 'In stock'),
    ...looks(filters.looksLike),
    ...list('not', filters.not, (value) => `Not ${notLabel(value, names)}`),
  ]
}

/** Returns the labels of the removed chips. */
export function labelOf(before: SearchFilters, after: SearchFilters, names: NamesAsked): string {
  const left = new Set(conditionsOf(after, names).map(({ label }) => label))
  return conditionsOf(before, names)
    .map(({ label }) => label)
    .filter((label) => !left.has(label))
    .join(', ')
}
