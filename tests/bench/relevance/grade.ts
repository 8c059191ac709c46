import type { Item } from './catalogue.ts'
import type { DrawnQuery, Wanted } from './draw-queries.ts'

const FIRST = 10
/** The number of products that a phone shows without scrolling. */
const SCREEN = 4

const has = (item: Item, { attribute, value }: Wanted): boolean =>
  ({
    kind: item.kinds.includes(value),
    colour: item.colours.includes(value),
    material: item.materials.includes(value),
    brand: item.brand === value,
  })[attribute]

/** Returns how many of the query's attributes a product has. */
const gradeOf = (item: Item, { wanted }: DrawnQuery): number => wanted.filter((one) => has(item, one)).length

export interface Graded {
  /**
   * Normalised discounted cumulative gain of the first ten, from 0 to 1 (Järvelin and Kekäläinen, 2002). The gain is
   * the grade.
   */
  ndcg: number
  /** True if one of the first four is of another kind, although products of the searched kind exist. */
  hasWrongKind: boolean
}

/**
 * Grades an engine's results.
 * @param found ids, best first
 */
export function grade(query: DrawnQuery, found: readonly string[], catalogue: Catalogue): Graded {
  const items = found.slice(0, FIRST).flatMap((id) => catalogue.byId.get(id) ?? [])
  const kind = query.wanted.find(({ attribute }) => attribute === 'kind')
  const shown = items.slice(0, SCREEN)
  return {
    ndcg: gainOf(items.map((item) => gradeOf(item, query))) / gainOf(catalogue.idealGrades(query)),
    hasWrongKind: kind !== undefined && (shown.length === 0 || shown.some((item) => !has(item, kind))),
  }
}

const gainOf = (grades: readonly number[]): number =>
  grades.reduce((sum, gained, place) => sum + gained / Math.log2(place + 2), 0)

/** The products of a catalogue, and the best grades that an engine could reach. */
export class Catalogue {
  readonly byId: ReadonlyMap<string, Item>
  readonly items: readonly Item[]

  constructor(items: readonly Item[]) {
    this.items = items
    this.byId = new Map(items.map((item) => [item.id, item]))
  }

  /** Returns the ten best grades. */
  idealGrades(query: DrawnQuery): number[] {
    const counts = new Array<number>(query.wanted.length + 1).fill(0)
    for (const item of this.items) {
      const gained = gradeOf(item, query)
      counts[gained] = (counts[gained] ?? 0) + 1
    }
    return counts
      .flatMap((count, gained) => new Array<number>(Math.min(count, FIRST)).fill(gained))
      .reverse()
      .slice(0, FIRST)
  }
}
