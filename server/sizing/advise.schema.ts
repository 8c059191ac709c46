import { fitShift, type FitCounts } from './fit-feedback.schema.ts'
import { MEASURES, type Measure } from './measures-values.schema.ts'
import type { PersonMeasure, Person } from './person.schema.ts'
import { choosingMeasures, edgesOf, placeAmong, type SizeRow } from './size-ladder.schema.ts'

/** 'usual': no brand's table, but what its labels mean everywhere. */
type SizeSource = 'brand' | 'partner' | 'measured' | 'usual'

/** A table as its sizes are advised by: rows of bodies, small to large. */
export interface AdvisedTable {
  rows: readonly SizeRow[]
  source: SizeSource
}

export interface AdviceGiven {
  /** Null: nobody has told us this brand's sizes. */
  table: AdvisedTable | null
  person: Person
  /** What approved reviews say of the product, and of all that its brand has in the category. */
  feedback: { product: FitCounts; brand: FitCounts }
}

/** Where one measure lies in the table. `at` are the sizes beside it: one, the two that it is between, or none of them. */
export interface Why extends PersonMeasure {
  measure: Measure
  lies: 'in' | 'between' | 'below' | 'above'
  at: readonly string[]
  /** Choosing measures only: in sizes, from 0 for the middle of the first. */
  place: number | null
}

/** How sure an advice is, by the chance that it is right: from 65 % on, from 45 % on, and below, or with another size nearly as likely. */
type Sureness = 'fairly sure' | 'likely' | 'between sizes'

export interface Told {
  why: Why[]
  /** Measures by which the table also chooses, that the person has not told. */
  missing: Measure[]
  /** How far the reviews move it, in sizes: above 0 to a larger one. */
  shift: number
}

export type Advice =
  | { kind: 'no table' }
  /** The table chooses by these, and the person has told none of them. */
  | { kind: 'no measures'; wanted: Measure[] }
  /** Smaller than the smallest size, or larger than the largest. */
  | ({ kind: 'outside'; side: 'smaller' | 'larger'; nearest: string } & Told)
  | ({
      kind: 'size'
      size: string
      key: string
      /** That it is right. Never above 0.9: a table and a tape do not know how somebody likes it. */
      chance: number
      sureness: Sureness
      second: { size: string; chance: number } | null
    } & Told)

// Standard deviations in sizes. Estimates of ours; tests/bench/sizing.ts shows how right they are for people who were drawn with other figures.
/** How people differ in what they call fitting. */
const TASTE = 0.3
/** How far products lie from what their table says, beyond what reviews leave open (fitShift). */
const TABLE_ERROR: Readonly<Record<SizeSource, number>> = { brand: 0.2, partner: 0.1, measured: 0.05, usual: 0.4 }
/** A measure that is not told, guessed from the others: about 5 cm for chest, waist and hip of adults, which is a size. */
const GUESSED = 1
/** How people differ in which measure matters to them: the variance of weights w around their mean, as a part of w. */
const WEIGHT_SPREAD = 0.2

/**
 * Which size of a table fits a person. Each measure has a place among the sizes; the mean of the places, by how much each measure counts and moved by what reviews say,
 * is the person's place, and the size there is advised. Its chance is the normal distribution's within that size, with the spread of: the measuring, the measures
 * that are not told, the measures' disagreement, taste, the table and the reviews. Larger measures never give a smaller size.
 */
export function advise({ table, person, feedback }: AdviceGiven): Advice {
  const standing = table && standingIn(table, person)
  if (!table || !standing?.wanted.length) return { kind: 'no table' }
  const { wanted, known } = standing
  if (!known) return { kind: 'no measures', wanted }
  const reviews = fitShift(feedback.product, feedback.brand)
  const place = known.place + reviews.sizes
  const spread = Math.sqrt(known.variance + reviews.error ** 2)
  const told: Told = {
    why: MEASURES.flatMap((measure) => whyOf(table.rows, measure, person[measure], wanted.includes(measure))),
    missing: wanted.filter((measure) => !person[measure]),
    shift: reviews.sizes,
  }
  const size = Math.floor(place + 0.5)
  const row = table.rows[size]
  if (!row) {
    const side = size < 0 ? 'smaller' : 'larger'
    const nearest = (side === 'smaller' ? table.rows[0] : table.rows.at(-1))?.label ?? ''
    return { kind: 'outside', side, nearest, ...told }
  }
  const { beside, ...likely } = likelihood(table.rows.length, place, spread)
  const second = table.rows[beside]
  return {
    kind: 'size',
    size: row.label,
    key: row.key,
    chance: likely.chance,
    sureness: likely.sureness,
    second: second ? { size: second.label, chance: likely.besideChance } : null,
    ...told,
  }
}

/**
 * How likely the size at a place is right. @param sizes how many the table has @param place within them @param spread standard deviation, in sizes
 * @returns `beside`: the next likely size, which may lie outside the table
 */
export function likelihood(sizes: number, place: number, spread: number) {
  const size = Math.floor(place + 0.5)
  const chanceOf = (at: number) => between((at - 0.5 - place) / spread, (at + 0.5 - place) / spread)
  const chance = chanceOf(size)
  const beside = place < size ? size - 1 : size + 1
  const besideChance = beside >= 0 && beside < sizes ? chanceOf(beside) : 0
  return { chance, beside, besideChance, sureness: surenessOf(chance, besideChance) }
}

export interface Standing {
  /** The measures by which the table chooses. */
  wanted: Measure[]
  /** Null where none of them is told. */
  known: {
    /** In sizes, from 0 for the middle of the first, as the table has it: reviews move it. */
    place: number
    /** In sizes squared, of everything but the reviews. */
    variance: number
  } | null
}

/** Where somebody stands among a table's sizes, before what reviews say. */
export function standingIn(table: AdvisedTable, person: Person): Standing {
  const weights = choosingMeasures(table.rows)
  const wanted = MEASURES.filter((measure) => weights[measure])
  const known = wanted.flatMap((measure) => {
    const told = person[measure]
    if (!told) return []
    return [{ weight: weights[measure] ?? 0, told, ...placeAmong(edgesOf(table.rows, measure), told.mm) }]
  })
  if (!known.length) return { wanted, known: null }
  const weight = known.reduce((sum, each) => sum + each.weight, 0)
  const place = known.reduce((sum, each) => sum + (each.weight / weight) * each.place, 0)
  const variance =
    measuringVariance(
      known.map((each) => ({ by: each.told.by, sizes: (each.weight / weight) * (each.told.sdMm / each.widthMm) })),
    ) +
    ((1 - weight) * GUESSED) ** 2 +
    WEIGHT_SPREAD * known.reduce((sum, each) => sum + (each.weight / weight) * (each.place - place) ** 2, 0) +
    TASTE ** 2 +
    TABLE_ERROR[table.source] ** 2
  return { wanted, known: { place, variance } }
}

function surenessOf(chance: number, second: number): Sureness {
  if (chance < 0.45 || chance - second < 0.15) return 'between sizes'
  return chance >= 0.65 ? 'fairly sure' : 'likely'
}

/** A tape errs anew with each measure. A garment that is a little wide is so everywhere: its errors add up. */
function measuringVariance(errors: ReadonlyArray<{ by: PersonMeasure['by']; sizes: number }>): number {
  const worn = errors.reduce((sum, { by, sizes }) => sum + (by === 'garment' ? sizes : 0), 0)
  return worn ** 2 + errors.reduce((sum, { by, sizes }) => sum + (by === 'garment' ? 0 : sizes ** 2), 0)
}

function whyOf(rows: readonly SizeRow[], measure: Measure, told: PersonMeasure | undefined, chooses: boolean): Why[] {
  const spans = rows.flatMap(({ label, body }) => (body[measure] ? [{ label, span: body[measure] }] : []))
  const [first, last] = [spans[0], spans.at(-1)]
  if (!told || !first || !last) return []
  const place = chooses ? placeAmong(edgesOf(rows, measure), told.mm).place : null
  const why = (lies: Why['lies'], ...at: string[]): Why[] => [{ ...told, measure, lies, at, place }]
  const within = spans.filter(({ span: [from, to] }) => told.mm >= from && told.mm <= to)
  if (within.length) return why('in', ...within.slice(0, 2).map(({ label }) => label))
  if (told.mm < first.span[0]) return why('below', first.label)
  if (told.mm > last.span[1]) return why('above', last.label)
  const over = spans.findIndex(({ span: [from] }) => from > told.mm)
  return why('between', spans[over - 1]?.label ?? first.label, spans[over]?.label ?? last.label)
}

const between = (from: number, to: number) => normalBelow(to) - normalBelow(from)

/** The standard normal distribution below z, by Abramowitz and Stegun 26.2.17: errs by less than 7.5e-8. */
function normalBelow(z: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(z))
  const tail =
    (Math.exp(-(z ** 2) / 2) / Math.sqrt(2 * Math.PI)) *
    t *
    (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
  return z < 0 ? tail : 1 - tail
}
