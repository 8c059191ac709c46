import { cutAttribute, cutLabel, cutsByAttribute } from './attributes/cuts.ts'
import { familyOf } from './attributes/colours.ts'
import { PHRASES } from './lexicon/phrases.ts'
import { synonymsOf } from './lexicon/synonyms.ts'
import { asTyped, parseWords } from './parse-words.ts'
import type { Understanding } from './search.types.ts'
import { conditionsOf, type NamesAsked } from './understand/conditions.ts'

/** A condition that can be dropped, and how much shoppers would miss it. */
export interface Step {
  label: string
  cost: number
  apply: (from: Understanding) => Understanding
  /** Searches for this condition alone. If none of them finds anything, no product meets it. */
  alone: Understanding[]
  /** The label of a smaller step that this one includes. */
  covers?: string
  /** Dropped only if no product meets it, because shoppers who name a kind do not want another. */
  isRequired?: true
}

/**
 * The cost of dropping a condition: lowest for how a thing looks, highest for what it is. `leftOver`: words of a
 * sentence that were not understood; `searched`: words of a plain search; `thing`: words of either that name the wanted
 * product. `strength`: 'dark green' becomes any green before an occasion such as a wedding is dropped.
 */
const COST = {
  leftOver: 0.5,
  strength: 1.5,
  tag: 2,
  loosePrice: 2.5,
  shade: 2,
  discountMin: 3,
  onSale: 3,
  inStock: 3,
  cut: 3.5,
  looksLike: 4,
  materials: 4,
  colours: 5,
  searched: 5,
  brands: 6,
  kind: 15,
  thing: 30,
} as const
const STRENGTH = /^(?:light|dark|pale|deep|bright) /
export const LISTS_LEFT_OUT = ['materials', 'colours', 'brands'] as const
const THINGS = new Set(
  [...PHRASES.things, ...PHRASES.jewels, ...PHRASES.sizes.clothes, ...PHRASES.sizes.shoes].map((thing) =>
    parseWords(thing).join(' '),
  ),
)

/** Returns the labels of dropped conditions. */
export const labelsOf = (steps: Step[]): string[] => [
  ...new Set(steps.map(({ label }) => label).filter((label) => !steps.some(({ covers }) => covers === label))),
]

/** Returns the search without some of its conditions. */
export const leaveOut = (from: Understanding, steps: Step[]): Understanding =>
  steps.reduce((left, step) => step.apply(left), from)

/** Returns the conditions of a search that can be dropped. @param parentOf the slug of each category's parent */
export function stepsOf(asked: Understanding, names: NamesAsked, parentOf: ReadonlyMap<string, string | null>): Step[] {
  const chips = conditionsOf({ ...asked, not: [] }, names)
  const labelOf = (param: string, value = '') =>
    chips.find((chip) => chip.param === param && chip.value === value)?.label ?? value
  const nothing: Understanding = {
    ...asked,
    words: [],
    categories: [],
    brands: [],
    sizes: [],
    colours: [],
    materials: [],
    cuts: [],
    genders: [],
    tags: [],
    priceMinMinor: undefined,
    priceMaxMinor: undefined,
    discountMin: undefined,
    onSale: false,
    inStock: false,
    looksLike: undefined,
  }
  const steps: Step[] = []
  const add = (label: string, cost: number, apply: Step['apply'], ...alone: Array<Partial<Understanding>>) =>
    steps.push({ label, cost, apply, alone: alone.map((only) => ({ ...nothing, ...only })) })
  if (asked.discountMin !== undefined)
    add(labelOf('discountMin'), COST.discountMin, (from) => ({ ...from, discountMin: undefined }), {
      discountMin: asked.discountMin,
    })
  const { currency, priceMinMinor, priceMaxMinor } = asked
  // If no product is as cheap as requested, the cheapest come first, and vice versa.
  const bySort = (from: Understanding, sort: Understanding['sort']) => (from.sort === 'featured' ? sort : from.sort)
  if (asked.isPriceLoose && priceMaxMinor !== undefined)
    add(
      labelOf('price'),
      COST.loosePrice,
      (from) => ({ ...from, priceMaxMinor: undefined, sort: bySort(from, 'price_asc') }),
      { currency, priceMinMinor, priceMaxMinor },
    )
  if (asked.isPriceLoose && priceMinMinor !== undefined)
    add(
      labelOf('price'),
      COST.loosePrice,
      (from) => ({ ...from, priceMinMinor: undefined, sort: bySort(from, 'price_desc') }),
      { currency, priceMinMinor, priceMaxMinor },
    )
  if (asked.onSale) add(labelOf('onSale'), COST.onSale, (from) => ({ ...from, onSale: false }), { onSale: true })
  if (asked.inStock) add(labelOf('inStock'), COST.inStock, (from) => ({ ...from, inStock: false }), { inStock: true })
  if (asked.looksLike !== undefined)
    add('your picture or colour', COST.looksLike, (from) => ({ ...from, looksLike: undefined }), {
      looksLike: asked.looksLike,
    })
  for (const tag of asked.tags)
    add(labelOf('tags', tag), COST.tag, (from) => ({ ...from, tags: from.tags.filter((other) => other !== tag) }), {
      tags: [tag],
    })
  for (const [attribute, keys] of cutsByAttribute(asked.cuts))
    add(
      keys.map((key) => cutLabel(key) ?? key).join(' or '),
      COST.cut,
      (from) => ({ ...from, cuts: from.cuts.filter((key) => cutAttribute(key) !== attribute) }),
      { cuts: keys },
    )
  const isSentence = asked.rest !== undefined
  const typed = asTyped(asked.words, asked.rest ?? '')
  for (const [at, word] of asked.words.entries()) {
    // In a sentence such as 'shirt dress', the category already names the product.
    const isThing = THINGS.has(word) && !(isSentence && asked.categories.length > 0)
    // Descriptions do not count: many mention socks, but a sock has the word in its name, category or tags.
    const alone = isThing ? [word, ...synonymsOf(word)].map((named) => ({ tags: [named] })) : [{ words: [word] }]
    add(
      `the word "${typed[at] ?? word}"`,
      isThing ? COST.thing : isSentence ? COST.leftOver : COST.searched,
      (from) => withoutWord(from, word),
      ...alone,
    )
  }
  const shades = asked.colours.filter((colour) => (familyOf(colour) ?? colour) !== colour)
  const exactShade = `the exact shade (${shades.map((shade) => labelOf('colours', shade)).join(', ')})`
  if (shades.length)
    add(
      exactShade,
      shades.every((shade) => STRENGTH.test(shade)) ? COST.strength : COST.shade,
      (from) => ({ ...from, colours: families(from.colours) }),
      { colours: asked.colours },
    )
  const above = [...new Set(asked.categories.map((slug) => parentOf.get(slug) ?? slug))]
  const exactCategory = `the exact category (${asked.categories.map((slug) => labelOf('categories', slug)).join(', ')})`
  if (above.some((slug) => !asked.categories.includes(slug)))
    steps.push({
      label: exactCategory,
      cost: COST.kind,
      apply: (from) => ({ ...from, categories: above }),
      alone: [{ ...nothing, not: [], categories: asked.categories }],
      isRequired: true,
    })
  // If no product has the shade, some may have another shade of the same colour.
  const wider: Partial<Understanding> = { colours: families(asked.colours) }
  const covers: Partial<Record<string, string>> = { colours: exactShade }
  for (const name of LISTS_LEFT_OUT) {
    if (!asked[name].length) continue
    steps.push({
      label: asked[name].map((value) => labelOf(name, value)).join(' or '),
      cost: COST[name],
      apply: (from) => ({ ...from, [name]: [] }),
      alone: [{ ...nothing, [name]: wider[name] ?? asked[name] }],
      ...(covers[name] !== undefined && { covers: covers[name] }),
    })
  }
  return steps
}

/**
 * Returns searches that fill a list that is too short. Each drops one more preference, the least important first. If a
 * sentence names a kind, the words that only describe it are dropped before all preferences. The kind, the brand and
 * everything that `relax` never drops stay.
 */
export function loosened(
  asked: Understanding,
  names: NamesAsked,
): Array<{ understanding: Understanding; without: string[] }> {
  const steps = stepsOf({ ...asked, brands: [], words: [] }, names, new Map())
    .filter(({ cost }) => cost >= COST.strength && cost <= COST.colours)
    .sort((a, b) => a.cost - b.cost)
  if (asked.rest !== undefined && asked.categories.length > 0 && asked.words.length > 0) steps.unshift(wordsStep(asked))
  return steps.map((_, at) => ({
    understanding: leaveOut(asked, steps.slice(0, at + 1)),
    without: labelsOf(steps.slice(0, at + 1)),
  }))
}

function wordsStep({ words, rest = '' }: Understanding): Step {
  const typed = asTyped(words, rest)
  return {
    label: `the word${typed.length > 1 ? 's' : ''} "${typed.join(' ')}"`,
    cost: COST.leftOver,
    apply: (from) => words.reduce(withoutWord, from),
    alone: [],
  }
}

const families = (colours: string[]): string[] => [...new Set(colours.map((colour) => familyOf(colour) ?? colour))]

function withoutWord(from: Understanding, word: string): Understanding {
  const left = (text: string) =>
    text
      .split(' ')
      .filter((typed) => !parseWords(typed).includes(word))
      .join(' ')
  return {
    ...from,
    words: from.words.filter((other) => other !== word),
    rest: from.rest === undefined ? undefined : left(from.rest),
    unknownWords: from.unknownWords.filter((typed) => left(typed) !== ''),
  }
}
