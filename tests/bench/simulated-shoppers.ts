import { advise, type AdvisedTable } from '#server/sizing/advise.schema.ts'
import type { FitCounts } from '#server/sizing/fit-feedback.schema.ts'
import { MEASURES, type Measure } from '#server/sizing/measures-values.schema.ts'
import { bodyOfSize, personOf } from '#server/sizing/person.schema.ts'
import { choosingMeasures, edgesOf, placeAmong, type SizeRow } from '#server/sizing/size-ladder.schema.ts'
import { Random } from '#demo/catalogue/random.ts'

/**
 * Means and standard deviations in millimetres of chest, waist (omphalion) and buttock circumference: ANSUR II, Gordon
 * et al., 2012 Anthropometric Survey of U.S. Army Personnel, NATICK/TR-15/007, rounded. They were written down from
 * memory, so check them in the report before using them elsewhere. Correlations of the same measures are rounded: about
 * 0.85, 0.78 and 0.83. Civilians vary more.
 */
const PEOPLE = {
  women: { chest: [947, 83], waist: [861, 100], hip: [1021, 76] },
  men: { chest: [1059, 87], waist: [941, 112], hip: [1020, 77] },
} as const
/** Lower triangle of the Cholesky factor of those correlations, in the order chest, waist, hip. */
const FACTOR: ReadonlyArray<readonly number[]> = [
  [1, 0, 0],
  [0.85, 0.527, 0],
  [0.78, 0.317, 0.54],
]
const GIRTHS = ['chest', 'waist', 'hip'] as const

/** How the simulated world differs from the assumptions of the advice. */
export interface World {
  /** Standard deviation of a tape measure, in millimetres. */
  tapeMm: number
  /** Standard deviation of people's idea of a fit, and of products from their size table, in sizes. */
  taste: number
  tableError: number
  /** Reviews per product that mention the fit. */
  reviews: number
}
export const AS_TAKEN: World = { tapeMm: 30, taste: 0.3, tableError: 0.2, reviews: 0 }

/** The data that shoppers enter. */
export type Tells = 'chest, waist and hip' | 'chest alone' | 'a garment that fits'

export interface Outcome {
  shoppers: number
  /** Shoppers who were advised a size. */
  advised: number
  /**
   * The share of advised shoppers for whom it is the right size, and the share for whom it is the right or the second
   * one.
   */
  right: number
  rightOrSecond: number
  /** By stated probability: the number of cases, the mean stated probability, and how often the advice was right. */
  calibration: Array<{ from: number; count: number; said: number; right: number }>
  /** Mean difference between stated and actual probability over all bands, weighted by their counts. */
  calibrationError: number
}

/**
 * Advises shoppers whose true size is known. It is drawn from their true body, their taste and the product's true cut.
 */
export function simulate(world: World, tells: Tells, shoppers: number, seed = 1): Outcome {
  const random = new Random(seed)
  const normal = () => Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next())
  const bands = Array.from({ length: 10 }, () => ({ count: 0, said: 0, right: 0 }))
  const counted = { advised: 0, right: 0, second: 0 }
  for (let nth = 0; nth < shoppers; nth++) {
    const audience = nth % 2 ? 'women' : 'men'
    const body = bodyOf(audience, normal)
    const [table, other] = tablesFor(audience, random)
    const shift = normal() * world.tableError
    const truth = Math.floor(trueplace(table.rows, body, random) + shift + normal() * world.taste + 0.5)
    const product = reviewsOf(shift, world.reviews, normal)
    const advice = advise({
      table,
      person: personTelling(),
      feedback: { product, brand: { small: 0, asExpected: 0, large: 0 } },
    })
    if (advice.kind !== 'size') continue
    const isRight = table.rows[truth]?.label === advice.size
    counted.advised++
    counted.right += Number(isRight)
    counted.second += Number(isRight || table.rows[truth]?.label === advice.second?.size)
    const band = bands[Math.min(9, Math.floor(advice.chance * 10))]
    if (band) {
      band.count++
      band.said += advice.chance
      band.right += Number(isRight)
    }

    function personTelling() {
      const taped = (measure: Measure) => (body[measure] ?? 0) + Math.round(normal() * world.tapeMm)
      if (tells === 'chest alone') return personOf({ measures: { chest: taped('chest') }, garments: [] })
      if (tells === 'chest, waist and hip')
        return personOf({ measures: { chest: taped('chest'), waist: taped('waist'), hip: taped('hip') }, garments: [] })
      const worn = Math.floor(
        trueplace(other.rows, body, random) + normal() * world.tableError + normal() * world.taste + 0.5,
      )
      const size = other.rows[Math.max(0, Math.min(other.rows.length - 1, worn))]?.key ?? ''
      return personOf({
        measures: {},
        garments: [{ brand: 'other', category: 'tops', size, body: bodyOfSize(other.rows, size) }],
      })
    }
  }
  const full = bands.flatMap(({ count, said, right }, place) =>
    count ? [{ from: place / 10, count, said: said / count, right: right / count }] : [],
  )
  return {
    shoppers,
    advised: counted.advised,
    right: counted.right / counted.advised,
    rightOrSecond: counted.second / counted.advised,
    calibration: full,
    calibrationError: full.reduce(
      (sum, { count, said, right }) => sum + (count / counted.advised) * Math.abs(said - right),
      0,
    ),
  }
}

type Body = Partial<Record<Measure, number>>

function bodyOf(audience: keyof typeof PEOPLE, normal: () => number): Body {
  const drawn = GIRTHS.map(() => normal())
  return Object.fromEntries(
    GIRTHS.map((girth, at) => {
      const [mean, sd] = PEOPLE[audience][girth]
      const z = FACTOR[at]?.reduce((sum, factor, of) => sum + factor * (drawn[of] ?? 0), 0) ?? 0
      return [girth, Math.round(mean + sd * z)]
    }),
  )
}

/**
 * Returns the true position on the size ladder. Everyone weighs their measurements differently, so weights are gamma
 * draws around the default ones.
 */
function trueplace(rows: readonly SizeRow[], body: Body, random: Random): number {
  const weights = choosingMeasures(rows)
  const measured = MEASURES.flatMap((measure) => {
    const mm = body[measure]
    const weight = weights[measure]
    if (mm === undefined || weight === undefined) return []
    return [{ weight: gamma(4 * weight, random), place: placeAmong(edgesOf(rows, measure), mm).place }]
  })
  const all = measured.reduce((sum, { weight }) => sum + weight, 0)
  return measured.reduce((sum, { weight, place }) => sum + (weight / all) * place, 0)
}

/**
 * Returns a gamma draw: a sum of exponentials, and Johnk's method for the rest. Marsaglia and Tsang's method does not
 * work for shapes below 1.
 */
function gamma(shape: number, random: Random): number {
  let sum = 0
  for (let step = 0; step < Math.floor(shape); step++) sum -= Math.log(1 - random.next())
  const rest = shape - Math.floor(shape)
  if (!rest) return sum
  for (;;) {
    const x = random.next() ** (1 / rest)
    const y = random.next() ** (1 / (1 - rest))
    if (x + y <= 1 && x + y > 0) return sum - (x / (x + y)) * Math.log(1 - random.next())
  }
}

function reviewsOf(shift: number, count: number, normal: () => number): FitCounts {
  const counts = { small: 0, asExpected: 0, large: 0 }
  for (let nth = 0; nth < count; nth++) {
    const felt = shift + normal() * 0.5
    counts[felt > 0.5 ? 'small' : felt < -0.5 ? 'large' : 'asExpected']++
  }
  return counts
}

/** Returns the tables of two brands with different starts, steps and gaps. They are wide enough for nearly everyone. */
function tablesFor(audience: keyof typeof PEOPLE, random: Random): [AdvisedTable, AdvisedTable] {
  const one = (): AdvisedTable => {
    const step = 45 + random.next() * 25
    const start = -3 - random.next()
    const gap = random.next() < 0.5 ? 0 : 10
    const count = Math.ceil((7 * PEOPLE[audience].chest[1]) / step)
    return {
      source: 'partner',
      rows: Array.from({ length: count }, (_, at): SizeRow => {
        const spanOf = (measure: (typeof GIRTHS)[number]): [number, number] => {
          const [mean, sd] = PEOPLE[audience][measure]
          const from = mean + start * sd + at * step * (sd / PEOPLE[audience].chest[1])
          return [Math.round(from), Math.round(from + step * (sd / PEOPLE[audience].chest[1]) - gap)]
        }
        return {
          label: `size ${at}`,
          key: `size ${at}`,
          body: { chest: spanOf('chest'), waist: spanOf('waist'), hip: spanOf('hip') },
        }
      }),
    }
  }
  return [one(), one()]
}
