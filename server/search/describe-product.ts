import { toLookupText } from '#server/catalogue/lookup-text.ts'
import type { PaletteColour } from '#server/media/appearance/main-colours.shared.ts'
import { readColours } from './attributes/colours.ts'
import { readCuts } from './attributes/read-cuts.ts'
import { readMaterials } from './attributes/materials.ts'
import { wornSizes, type SizedProduct } from './attributes/worn-sizes.ts'
import { nameKeyOf } from './name-key.ts'
import { joinedTerm, readWords, withoutApostrophes } from './read-words.ts'

/** Goes up whenever the columns below would come out differently: products of another version are described anew (describe-products.ts). */
export const SEARCH_VERSION = 5

export interface ProductFacts extends SizedProduct {
  name: string
  brand: string
  partner: string
  /** Its category and those above. */
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
  /** Of its pictures; asked only where the variants tell no colour. */
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
  /** Minor units; text, because it may be beyond a number's digits. */
  inventoryMinor: string
  searchVersion: number
}

/** Colours of one product that are read, each name once: it may name another one for each of 2,048 variants. */
const MAX_COLOURS = 100
/** Characters of a description that are searched; the form allows no more. */
const MAX_DESCRIPTION = 20_000

/**
 * The columns of a product that are read instead of the rows around it: for search its words, in four lines by where
 * they stand, and its facets; for its partner what it is looked up by, and what its stock is worth.
 */
export function describeProduct(facts: ProductFacts): SearchColumns {
  const told = [
    ...new Map(
      facts.variants
        .filter(({ colourName, colourHex }) => colourName ?? colourHex)
        .map((variant) => [`${variant.colourName} ${variant.colourHex}`, variant]),
    ).values(),
  ].slice(0, MAX_COLOURS)
  const palette = facts.colourPalette.slice(0, MAX_COLOURS)
  const names = told.length ? told.map(({ colourName }) => colourName ?? '') : palette
  const colours = readColours({
    names,
    hexes: told.map(({ colourHex }) => colourHex),
    palettes: facts.palettes,
    title: facts.name,
  })
  const labels = [...facts.tags, ...facts.styleTags]
  const labelled = readMaterials([facts.material, ...labels])
  const materials = labelled.length ? labelled : readMaterials([facts.name])
  const inStock = new Set(
    facts.variants.flatMap(({ size, stock }) => (size !== null && stock !== null && stock > 0 ? size : [])),
  )
  const lines = [
    namedWords(facts.name),
    [...namedWords(facts.brand), ...namedWords(facts.partner)],
    [facts.categories, labels, colours, palette, materials, [facts.material, facts.gender]].flatMap((texts) =>
      texts.flatMap(withJoined),
    ),
    readWords(facts.description.slice(0, MAX_DESCRIPTION)),
  ]
  // Each word once, in the best place that has it.
  const seen = new Set<string>()
  const kept = lines.map((words) => words.filter((word) => !seen.has(word) && seen.add(word)).join(' '))
  return {
    searchText: kept.join('\n'),
    nameKey: nameKeyOf(facts.name),
    sizes: wornSizes(inStock, facts),
    colours,
    materials,
    cuts: readCuts({ name: facts.name, categories: facts.categories, tags: labels, description: facts.description }),
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

const namedWords = (name: string): string[] => [...readWords(name), ...withoutApostrophes(name)]

/** A tag's words, and, where they are a few, the whole as one term. */
function withJoined(text: string): string[] {
  const words = readWords(text)
  return words.length > 1 && words.length <= 4 ? [...words, joinedTerm(text)] : words
}
