import { COLOUR_FAMILIES, familyOf, knownColour } from './attributes/colours.ts'
import { CUT_ATTRIBUTES, cutAttribute } from './attributes/cuts.ts'
import { MATERIALS } from './attributes/materials.ts'
import type { Count, EngineAnswer, Facet } from './engine.ts'
import type { SearchFilters } from './search.schema.ts'
import type { SearchResult } from './search.types.ts'
import { sizeFacets, sizeSystemOf } from './size-filter.ts'
import { lookup } from '#server/platform/lookup.schema.ts'

/** The maximum number of cut attributes to offer: those that most products of the list have. */
const MAX_CUTS = 4
/** The minimum share of the list's products that have an offered attribute. */
const CUT_SHARE = 0.25
/** The maximum number of brands to offer: those with the most products. Others can be found by searching. */
const MAX_BRANDS = 100
const GENDERS = lookup({
  women: 'Women',
  men: 'Men',
  unisex: 'Unisex',
  girls: 'Girls',
  boys: 'Boys',
  kids: 'Kids',
})
const FAMILY = new Map(COLOUR_FAMILIES.map((family) => [family.key, family]))
const MATERIAL_LABEL = new Map(MATERIALS.map(({ key, label }) => [key, label]))

interface Shown {
  /** One unit of the search's currency in US dollars. */
  rate: number
  /** In whole units of the currency. */
  presets: ReadonlyArray<readonly [number, number | null]>
}

/** Formats an engine's counts for display: with labels, in order, with selected values even at zero. */
export function showFacets(
  answer: EngineAnswer,
  selected: SearchFilters,
  { rate, presets }: Shown,
): SearchResult['facets'] {
  const { facets } = answer
  const facet = (counts: Count[], wanted: string[], label: (value: string) => string): Facet[] => {
    const there = new Set(counts.map(({ value }) => value))
    const all = [...counts, ...wanted.filter((value) => !there.has(value)).map((value) => ({ value, count: 0 }))]
    return all.map(({ value, count }) => ({ value, label: label(value), count, isSelected: wanted.includes(value) }))
  }
  const wantedBrands = answer.asked.brands.filter(
    ({ slug, name }) => selected.brands.includes(slug) || selected.brands.includes(name),
  )
  const brandLabel = new Map([
    ...facets.brands.map(({ value, label }) => [value, label] as const),
    ...wantedBrands.map(({ slug, name }) => [slug, name] as const),
  ])
  const byCount = (a: Facet, b: Facet) => b.count - a.count || (a.label < b.label ? -1 : 1)
  const brands = facet(
    facets.brands,
    wantedBrands.map(({ slug }) => slug),
    (value) => brandLabel.get(value) ?? value,
  ).sort(byCount)
  return {
    categories: facets.categories.map((category) => ({
      ...category,
      isSelected: selected.categories.includes(category.value),
    })),
    brands: brands.filter(({ isSelected }, place) => place < MAX_BRANDS || isSelected),
    sizes: sizeFacets(facets.sizes, selected.sizes, sizeSystemOf(selected.currency)),
    colours: showColours(
      facet(
        facets.colours.filter(({ value }) => FAMILY.has(value) || selected.colours.includes(value)),
        selected.colours,
        (value) => knownColour(value)?.label ?? value,
      ),
    ),
    materials: facet(facets.materials, selected.materials, (value) => MATERIAL_LABEL.get(value) ?? value).sort(byCount),
    cuts: cutFacets(answer, selected),
    genders: facet(facets.genders, selected.genders, (value) => GENDERS[value] ?? value).sort(
      (a, b) => genderPlace(a.value) - genderPlace(b.value),
    ),
    onSale: facets.onSale,
    inStock: facets.inStock,
    price: {
      currency: selected.currency,
      minMinor: facets.priceMin === null ? null : Math.floor(facets.priceMin / rate),
      maxMinor: facets.priceMax === null ? null : Math.ceil(facets.priceMax / rate),
      presets: presets.map(([from, to], place) => ({
        label: presetLabel(selected.currency, from, to),
        priceMin: from === 0 ? undefined : String(from),
        priceMax: to === null ? undefined : String(to),
        count: facets.priceRanges[place] ?? 0,
      })),
    },
  }
}

/**
 * Returns the cut attributes for a list of one kind that have at least two values, one of which narrows the list, and
 * all attributes with a selection. Values are in the order of cuts.yaml.
 */
function cutFacets({ facets, total }: EngineAnswer, selected: SearchFilters): SearchResult['facets']['cuts'] {
  const countOf = new Map(facets.cuts.map(({ value, count }) => [value, count]))
  const chosen = new Set(selected.cuts.map(cutAttribute))
  const all = CUT_ATTRIBUTES.map(({ key, label, values }) => {
    const shown = values.flatMap((value): Facet[] => {
      const isSelected = selected.cuts.includes(value.key)
      const count = countOf.get(value.key) ?? 0
      return count > 0 || isSelected ? [{ value: value.key, label: value.label, count, isSelected }] : []
    })
    const having = shown.reduce((sum, { count }) => sum + count, 0)
    const isNarrower = shown.some(({ count }) => count < total)
    const helps = shown.length > 1 && isNarrower && selected.categories.length > 0 && having >= total * CUT_SHARE
    return { key, label, values: shown, having: chosen.has(key) ? Infinity : helps ? having : 0 }
  })
  const most = new Set(all.toSorted((a, b) => b.having - a.having).slice(0, Math.max(MAX_CUTS, chosen.size)))
  return all
    .filter((attribute) => attribute.having > 0 && attribute.values.length > 0 && most.has(attribute))
    .map(({ having: _, ...attribute }) => attribute)
}

/** Lists families in display order, each followed by its selected shades. */
function showColours(colours: Facet[]): SearchResult['facets']['colours'] {
  return colours
    .map((colour) => {
      const key = FAMILY.has(colour.value) ? colour.value : familyOf(colour.value)
      return { colour, place: COLOUR_FAMILIES.findIndex((family) => family.key === key) }
    })
    .sort(
      (a, b) =>
        a.place - b.place ||
        Number(FAMILY.has(b.colour.value)) - Number(FAMILY.has(a.colour.value)) ||
        (a.colour.label < b.colour.label ? -1 : 1),
    )
    .map(({ colour, place }) => ({ ...colour, hex: COLOUR_FAMILIES[place]?.hex ?? '#808080' }))
}

function genderPlace(gender: string): number {
  const place = Object.keys(GENDERS).indexOf(gender)
  return place < 0 ? 99 : place
}

/** Created once: formatting an amount takes longer than counting a facet. */
const presetLabels = new Map<string, string>()

function presetLabel(currency: string, from: number, to: number | null): string {
  const key = `${currency} ${from} ${to}`
  const known = presetLabels.get(key)
  if (known !== undefined) return known
  const format = new Intl.NumberFormat('en', { style: 'currency', currency, maximumFractionDigits: 0 })
  const amount = (units: number) => format.format(units)
  const label = to === null ? `${amount(from)}+` : from === 0 ? `Under ${amount(to)}` : `${amount(from)}-${amount(to)}`
  presetLabels.set(key, label)
  return label
}
