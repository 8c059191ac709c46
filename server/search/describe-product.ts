import { toLookupText } from '#server/catalogue/lookup-text.ts'
import type { PaletteColour } from '#server/media/appearance/main-colours.shared.ts'
import { parseColours } from './attributes/colours.ts'
import { parseCuts } from './attributes/parse-cuts.ts'
import { parseMaterials } from './attributes/materials.ts'
import { wornSizes, type SizedProduct } from './attributes/worn-sizes.ts'
import { nameKeyOf } from './name-key.ts'
import { joinedTerm, otherSpellings, parseWords } from './parse-words.ts'
import { translateLabels } from './understand/translate-labels.ts'

/** Increase this when the columns below change. Products with another version are then described again (describe-products.ts). */
export const SEARCH_VERSION = 7

export interface ProductFacts extends SizedProduct {
  name: string
  brand: string
  partner: string
  /** The product's category and its ancestors. */
  categories: string[]
  tags: string[]
  styleTags: string[]
  colourPalette: string[]
  material: string
  description: string
  variants: Array<{
    size: string | null
    stock: number | null
    colourName: string | null
    colourHex: string | null
    sku: string | null
    gtin: string | null
    priceMinor: number
  }>
  /** Palettes of the product's pictures; used only when the variants have no known colour. */
  palettes: PaletteColour[][]
}

export interface SearchColumns {
  searchText: string
  nameKey: string
  sizes: string[]
  colours: string[]
  materials: string[]
  cuts: string[]
  lookupText: string
  /** Minor units, as text: the value may exceed a safe integer. */
  inventoryMinor: string
  searchVersion: number
}

/** Colours read per product, each name once. Each of 2,048 variants may have another name. */
const MAX_COLOURS = 100
/** The maximum number of characters of a description that are searched. The form has the same limit. */
const MAX_DESCRIPTION = 20_000

/**
 * Returns a product's derived columns. For search: its words, in four lines by field, and its facets. For its partner:
 * its lookup keys and the value of its stock.
 */
export function describeProduct(facts: ProductFacts): SearchColumns {
  const coloured = [
    ...new Map(
      facts.variants
        .filter(({ colourName, colourHex }) => colourName ?? colourHex)
        .map((variant) => [`${variant.colourName} ${variant.colourHex}`, variant]),
    ).values(),
  ].slice(0, MAX_COLOURS)
  const palette = facts.colourPalette.slice(0, MAX_COLOURS)
  const names = coloured.length ? coloured.map(({ colourName }) => colourName ?? '') : palette
  const labels = [...facts.tags, ...facts.styleTags]
  const english = translated({ title: facts.name, material: facts.material, labels, names })
  const title = `${facts.name}, ${english.title}`
  const colours = parseColours({
    names: names.map((name, at) => `${name}, ${english.names[at] ?? ''}`),
    hexes: coloured.map(({ colourHex }) => colourHex),
    palettes: facts.palettes,
    title,
  })
  const labelled = parseMaterials([facts.material, english.material, ...labels, ...english.labels])
  const materials = labelled.length ? labelled : parseMaterials([title])
  const inStock = new Set(
    facts.variants.flatMap(({ size, stock }) => (size !== null && stock !== null && stock > 0 ? size : [])),
  )
  const lines = [
    [...namedWords(facts.name), ...parseWords(english.title)],
    [...namedWords(facts.brand), ...namedWords(facts.partner)],
    [
      ...[facts.categories, labels, colours, palette, materials, [facts.material, facts.gender]],
      ...[english.labels, english.names, [english.material]],
    ].flatMap((texts) => texts.flatMap(withJoined)),
    parseWords(facts.description.slice(0, MAX_DESCRIPTION)),
  ]
  // Keep each word once, in the highest-ranked field that has it.
  const seen = new Set<string>()
  const kept = lines.map((words) => words.filter((word) => !seen.has(word) && seen.add(word)).join(' '))
  return {
    searchText: kept.join('\n'),
    nameKey: nameKeyOf(facts.name),
    sizes: wornSizes(inStock, facts),
    colours,
    materials,
    cuts: parseCuts({
      name: facts.name,
      categories: facts.categories,
      tags: [english.title, ...labels, ...english.labels],
      description: facts.description,
    }),
    lookupText: toLookupText(facts),
    inventoryMinor: String(
      facts.variants.reduce(
        (sum, { priceMinor, stock }) => sum + BigInt(priceMinor) * BigInt(Math.max(0, stock ?? 0)),
        0n,
      ),
    ),
    searchVersion: SEARCH_VERSION,
  }
}

interface Labels {
  title: string
  material: string
  labels: readonly string[]
  names: readonly string[]
}

/** The labels in English; empty if they are in English already. */
function translated({ title, material, labels, names }: Labels): Labels {
  const english = translateLabels([title, material, ...labels, ...names])
  if (!english) return { title: '', material: '', labels: [], names: [] }
  const [inTitle = '', inMaterial = '', ...others] = english
  return {
    title: inTitle,
    material: inMaterial,
    labels: others.slice(0, labels.length),
    names: others.slice(labels.length),
  }
}

const namedWords = (name: string): string[] => [...parseWords(name), ...otherSpellings(name)]

/** Returns a tag's words and, for tags of a few words, the joined tag as one term. */
function withJoined(text: string): string[] {
  const words = parseWords(text)
  return words.length > 1 && words.length <= 4 ? [...words, joinedTerm(text)] : words
}
