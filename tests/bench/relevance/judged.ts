import fs from 'node:fs'
import { parse } from 'yaml'
import { z } from 'zod'
import { sizesAsked } from '#server/search/size-filter.ts'
import type { Item } from './catalogue.ts'
import { cutsOfTexts } from './judge-cuts.ts'

const FOLDER = new URL('../../../server/search/golden/', import.meta.url)
const FIRST = 10
/** The number of products that a phone shows without scrolling. */
const SCREEN = 4
const some = z.array(z.string()).min(1)

/** server/search/golden/README.md explains each field. */
const judged = z.strictObject({
  q: z.string().min(1),
  kinds: some.optional(),
  audience: z.enum(['women', 'men', 'kids']).optional(),
  sizes: some.optional(),
  min: z.number().optional(),
  max: z.number().optional(),
  currency: z.enum(['USD', 'GBP', 'EUR']).optional(),
  brand: z.string().optional(),
  not: z.strictObject({ colours: some, materials: some, cuts: some, brands: some }).partial().optional(),
  colours: some.optional(),
  materials: some.optional(),
  cuts: some.optional(),
  shape: z.string().default('written'),
  language: z.string().default('en'),
  hasTypo: z.boolean().default(false),
})
export type Judged = z.input<typeof judged>
type Query = z.output<typeof judged>

/**
 * Reads the judged queries of these files. Leaves out repeated texts.
 * @throws Error if a file does not have the format of the README
 */
export function loadJudged(names = ['written.yaml', 'drawn.yaml']): Query[] {
  const read = names.flatMap((name) => z.array(judged).parse(parse(fs.readFileSync(new URL(name, FOLDER), 'utf8'))))
  return [...new Map(read.map((query) => [query.q, query])).values()]
}

const GENDERS = { women: ['women', 'unisex'], men: ['men', 'unisex'], kids: ['kids', 'girls', 'boys'] }
const CHILDREN = new Set(GENDERS.kids)
const meets = (wanted: readonly string[] | undefined, given: readonly string[]) =>
  wanted === undefined || wanted.some((value) => given.includes(value))

/** A product as the judge sees it. */
interface Judgeable {
  item: Item
  cuts: string[]
}

/** Judges the results on one catalogue. */
export class Judge {
  readonly #all: Judgeable[]
  readonly #byId: ReadonlyMap<string, Judgeable>
  readonly #rates: ReadonlyMap<string, number>
  readonly #best = new Map<string, { ideal: number[]; full: number }>()

  /** @param rates the value of one unit of each currency in US dollars */
  constructor(items: readonly Item[], rates: ReadonlyMap<string, number>) {
    this.#all = items.map((item) => ({
      item,
      cuts: cutsOfTexts({ name: item.name, category: item.kinds[0] ?? '', description: item.description }),
    }))
    this.#byId = new Map(this.#all.map((one) => [one.item.id, one]))
    this.#rates = rates
  }

  /**
   * Grades an engine's results. Returns null if the catalogue has no product of the kind.
   * @param found ids, best first
   */
  grade(query: Query, found: readonly string[]) {
    const gradeOf = this.#grader(query)
    const { ideal, full } = this.#bestOf(query, gradeOf)
    if ((ideal[0] ?? 0) === 0) return null
    const shown = found.slice(0, FIRST).flatMap((id) => this.#byId.get(id) ?? [])
    const grades = shown.map(gradeOf)
    const screen = shown.slice(0, SCREEN)
    const isOfKind = ({ item }: Judgeable) => meets(query.kinds, [item.slug])
    return {
      ndcg: gainOf(grades) / gainOf(ideal),
      hasWrongKind: screen.length === 0 || !screen.every(isOfKind),
      isDropped:
        (full > 0 && grades.slice(0, Math.min(SCREEN, full)).some((grade) => grade < fullGrade(query))) ||
        (full > 0 && grades.length === 0),
    }
  }

  /**
   * Returns the ten best grades of the catalogue, and the number of products in stock that match fully. Sold-out
   * products come last.
   */
  #bestOf(query: Query, gradeOf: (one: Judgeable) => number): { ideal: number[]; full: number } {
    const known = this.#best.get(query.q)
    if (known) return known
    const counts = new Array<number>(fullGrade(query) + 1).fill(0)
    for (const one of this.#all) {
      const grade = gradeOf(one)
      counts[grade] = (counts[grade] ?? 0) + 1
    }
    const ideal = counts
      .flatMap((count, grade) => new Array<number>(Math.min(count, FIRST)).fill(grade))
      .reverse()
      .slice(0, FIRST)
    const most = fullGrade(query)
    const full = this.#all.filter((one) => !one.item.isSoldOut && gradeOf(one) === most).length
    const best = { ideal, full }
    this.#best.set(query.q, best)
    return best
  }

  #grader(query: Query): (one: Judgeable) => number {
    const sizes = query.sizes && sizesAsked(query.sizes.flatMap((size) => size.split(/ (?=L\d)/)))
    const rate = (this.#rates.get(query.currency ?? 'USD') ?? 1) * 100
    const [min, max] = [(query.min ?? 0) * rate, (query.max ?? Infinity) * rate]
    const { not } = query
    return ({ item, cuts }) => {
      const isMet =
        meets(query.kinds, [item.slug]) &&
        meets(query.audience && GENDERS[query.audience], [item.gender]) &&
        meets(sizes, item.sizes) &&
        item.priceBaseMinor >= min - 1 &&
        item.priceBaseMinor <= max + 1 &&
        meets(query.brand === undefined ? undefined : [query.brand.toLowerCase()], [item.brand]) &&
        !(not?.colours && meets(not.colours, item.colours)) &&
        !(not?.materials && meets(not.materials, item.materials)) &&
        !(not?.cuts && meets(not.cuts, cuts)) &&
        !(not?.brands && meets(not.brands, [item.brand]))
      if (!isMet) return 0
      return 1 + preferencesOf(query).filter((isPreferred) => isPreferred({ item, cuts })).length
    }
  }
}

function preferencesOf({ colours, materials, cuts = [], audience }: Query): Array<(one: Judgeable) => boolean> {
  return [
    ...(colours ? [({ item }: Judgeable) => meets(colours, item.colours)] : []),
    ...(materials ? [({ item }: Judgeable) => meets(materials, item.materials)] : []),
    ...cuts.map((cut) => (one: Judgeable) => one.cuts.includes(cut)),
    ...(audience === undefined ? [({ item }: Judgeable) => !CHILDREN.has(item.gender)] : []),
  ]
}

/** Returns the grade of a product with all attributes of the query. */
const fullGrade = (query: Query): number => 1 + preferencesOf(query).length

const gainOf = (grades: readonly number[]): number =>
  grades.reduce((sum, gained, place) => sum + gained / Math.log2(place + 2), 0)
