import { fitShift, type FitCounts } from './fit-feedback.schema.ts'
import { MEASURES, type Measure } from './measures-values.schema.ts'
import type { PersonMeasure, Person } from './person.schema.ts'
import { choosingMeasures, edgesOf, placeAmong, type SizeRow } from './size-ladder.schema.ts'

/** 'usual': no brand table, only the standard meaning of the labels. */
type SizeSource = 'brand' | 'partner' | 'measured' | 'usual'

/** A table for size advice: rows of body measurements, small to large. */
export interface AdvisedTable {
  rows: readonly SizeRow[]
  source: SizeSource
}

export interface AdviceGiven {
  /** Null if the brand's sizes are unknown. */
  table: AdvisedTable | null
  person: Person
  /** The fit in approved reviews of the product, and of all products of its brand in the category. */
  feedback: { product: FitCounts; brand: FitCounts }
}

/**
 * The position of one measurement in the table. `at` lists the sizes there: one, the two that it is between, or none.
 */
export interface Why extends PersonMeasure {
  measure: Measure
  lies: 'in' | 'between' | 'below' | 'above'
  at: readonly string[]
  /** Only for measures that choose the size: the position in sizes, from 0 for the middle of the first. */
  place: number | null
}

/**
 * How sure the advice is, by its chance of being right: at least 65%, at least 45%, or less (or another size is nearly
 * as likely).
 */
type Sureness = 'fairly sure' | 'likely' | 'between sizes'

export interface AdviceReasons {
  why: Why[]
  /** Measures that the table also uses and the person has not given. */
  missing: Measure[]
  /** The shift by reviews, in sizes. Above 0 means a larger size. */
  shift: number
}

export type Advice =
  | { kind: 'no table' }
  /** The measures that the table uses. The person has given none of them. */
  | { kind: 'no measures'; wanted: Measure[] }
  /** Smaller than the smallest size, or larger than the largest. */
  | ({ kind: 'outside'; side: 'smaller' | 'larger'; nearest: string } & AdviceReasons)
  | ({
      kind: 'size'
      size: string
      key: string
      /**
       * The chance that the advice is right. Never above 0.9, because a table and a tape do not know personal taste.
       */
      chance: number
      sureness: Sureness
      second: { size: string; chance: number } | null
    } & AdviceReasons)

// Standard deviations in sizes. These are our estimates; tests/bench/sizing.ts tests them on people simulated with other values.
/** How people differ in their idea of a fit. */
const TASTE = 0.3
/** How far products deviate from their table, beyond the reviews (fitShift). */
const TABLE_ERROR: Readonly<Record<SizeSource, number>> = { brand: 0.2, partner: 0.1, measured: 0.05, usual: 0.4 }
/**
 * The error of a missing measure that is estimated from the others: about 5 cm for chest, waist and hip of adults,
 * which is one size.
 */
const GUESSED = 1
/** How people differ in which measure matters to them: the variance of weights w around their mean, as a share of w. */
const WEIGHT_SPREAD = 0.2

/**
 * Advises the size of a table that fits a person. Each measure has a position among the sizes. The weighted mean of the
 * positions, shifted by reviews, is the person's position, and gives the size. Its chance is the share of the normal
 * distribution within that size. The spread comes from the measuring, missing measures, disagreement between measures,
 * taste, the table and the reviews. Larger measures never give a smaller size.
 */
export function advise({ table, person, feedback }: AdviceGiven): Advice {
  const position = table && positionIn(table, person)
  if (!table || !position?.wanted.length) return { kind: 'no table' }
  const { wanted, known } = position
  if (!known) return { kind: 'no measures', wanted }
  const reviews = fitShift(feedback.product, feedback.brand)
  const place = known.place + reviews.sizes
  const spread = Math.sqrt(known.variance + reviews.error ** 2)
  const given: AdviceReasons = {
    why: MEASURES.flatMap((measure) => whyOf(table.rows, measure, person[measure], wanted.includes(measure))),
    missing: wanted.filter((measure) => !person[measure]),
    shift: reviews.sizes,
  }
  const size = Math.floor(place + 0.5)
  const row = table.rows[size]
  if (!row) {
    const side = size < 0 ? 'smaller' : 'larger'
    const nearest = (side === 'smaller' ? table.rows[0] : table.rows.at(-1))?.label ?? ''
    return { kind: 'outside', side, nearest, ...given }
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
    ...given,
  }
}

/**
 * Returns how likely the size at a position is right. @param sizes number of sizes in the table @param place position
 * among them @param spread standard deviation, in sizes
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

export interface TablePosition {
  /** The measures that the table uses. */
  wanted: Measure[]
  /** Null if none of them is given. */
  known: {
    /** In sizes, from 0 for the middle of the first, according to the table alone, without the shift by reviews. */
    place: number
    /** In sizes squared, from everything except reviews. */
    variance: number
  } | null
}

/** Returns a person's position among a table's sizes, without reviews. */
export function positionIn(table: AdvisedTable, person: Person): TablePosition {
  const weights = choosingMeasures(table.rows)
  const wanted = MEASURES.filter((measure) => weights[measure])
  const known = wanted.flatMap((measure) => {
    const given = person[measure]
    if (!given) return []
    return [{ weight: weights[measure] ?? 0, measured: given, ...placeAmong(edgesOf(table.rows, measure), given.mm) }]
  })
  if (!known.length) return { wanted, known: null }
  const weight = known.reduce((sum, each) => sum + each.weight, 0)
  const place = known.reduce((sum, each) => sum + (each.weight / weight) * each.place, 0)
  const variance =
    measuringVariance(
      known.map((each) => ({
        by: each.measured.by,
        sizes: (each.weight / weight) * (each.measured.sdMm / each.widthMm),
      })),
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

/**
 * Returns the variance of measuring. Tape errors are independent for each measure. If a garment is a little wide, it is
 * wide everywhere, so its errors add up.
 */
function measuringVariance(errors: ReadonlyArray<{ by: PersonMeasure['by']; sizes: number }>): number {
  const worn = errors.reduce((sum, { by, sizes }) => sum + (by === 'garment' ? sizes : 0), 0)
  return worn ** 2 + errors.reduce((sum, { by, sizes }) => sum + (by === 'garment' ? 0 : sizes ** 2), 0)
}

function whyOf(rows: readonly SizeRow[], measure: Measure, given: PersonMeasure | undefined, chooses: boolean): Why[] {
  const spans = rows.flatMap(({ label, body }) => (body[measure] ? [{ label, span: body[measure] }] : []))
  const [first, last] = [spans[0], spans.at(-1)]
  if (!given || !first || !last) return []
  const place = chooses ? placeAmong(edgesOf(rows, measure), given.mm).place : null
  const why = (lies: Why['lies'], ...at: string[]): Why[] => [{ ...given, measure, lies, at, place }]
  const within = spans.filter(({ span: [from, to] }) => given.mm >= from && given.mm <= to)
  if (within.length) return why('in', ...within.slice(0, 2).map(({ label }) => label))
  if (given.mm < first.span[0]) return why('below', first.label)
  if (given.mm > last.span[1]) return why('above', last.label)
  const over = spans.findIndex(({ span: [from] }) => from > given.mm)
  return why('between', spans[over - 1]?.label ?? first.label, spans[over]?.label ?? last.label)
}

const between = (from: number, to: number) => normalBelow(to) - normalBelow(from)

/** Returns the standard normal distribution below z, by Abramowitz and Stegun 26.2.17; the error is below 7.5e-8. */
function normalBelow(z: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(z))
  const tail =
    (Math.exp(-(z ** 2) / 2) / Math.sqrt(2 * Math.PI)) *
    t *
    (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
  return z < 0 ? tail : 1 - tail
}
