import type { Advice, Told, Why } from './advise.schema.ts'
import { MEASURE_NAMES, type Measure, type Unit } from './measures-values.schema.ts'
import { writeMeasure } from './read-measure.schema.ts'

/** Size advice in words. */
export interface SaidAdvice {
  title: string
  /** How sure it is, and the next likely size; null without a size. */
  sure: string | null
  /** The reasons, one sentence each. */
  why: string[]
}

const NAMES = (measures: readonly Measure[]) => listed(measures.map((measure) => MEASURE_NAMES[measure].toLowerCase()))

/** The shift from which on reviews are mentioned, in sizes. */
const NOTEWORTHY_SHIFT = 0.1
/** The gap from which on measures are said to disagree, in sizes. */
const NOTEWORTHY_GAP = 1

/** Returns the advice as text. It never claims more than the advice supports. */
export function sayAdvice(advice: Advice, unit: Unit): SaidAdvice {
  switch (advice.kind) {
    case 'no table':
      return {
        title: 'We cannot say',
        sure: null,
        why: [
          'Nobody has told us how this brand sizes such pieces, and sizes differ too much from brand to brand to guess. Its store may have a table.',
        ],
      }
    case 'no measures':
      return {
        title: 'We cannot say yet',
        sure: null,
        why: [`This table goes by ${NAMES(advice.wanted)}. Tell us one of them, or a garment that fits you.`],
      }
    case 'outside':
      return {
        title: `${advice.side === 'smaller' ? 'Smaller' : 'Larger'} than this table`,
        sure: null,
        why: [
          `Your measures lie ${advice.side === 'smaller' ? 'below the smallest' : 'above the largest'} size of this table, which is ${advice.nearest}.`,
          ...reasons(advice, unit),
        ],
      }
    case 'size': {
      const { size, chance, sureness, second } = advice
      return {
        title: size,
        sure: `${SURE[sureness]}: we reckon that about ${percent(chance)} in 100 with such measures would take ${size}${second && second.chance >= 0.05 ? `, ${percent(second.chance)} ${second.size}` : ''}.`,
        why: reasons(advice, unit),
      }
    }
  }
}

const SURE = { 'fairly sure': 'Fairly sure', likely: 'Likely', 'between sizes': 'Between sizes' } as const

/** Rounded to the nearest five percent: the estimate is not more precise. */
const percent = (chance: number) => Math.round(chance * 20) * 5

function reasons({ why, missing, shift }: Told, unit: Unit): string[] {
  const places = why.flatMap(({ place }) => (place === null ? [] : [place]))
  const gap = Math.max(...places) - Math.min(...places)
  return [
    ...why.map((each) => sayWhy(each, unit)),
    ...(gap >= NOTEWORTHY_GAP
      ? [
          'Your measures point to different sizes: we went by all of them. Take the larger one if you do not want it tight.',
        ]
      : []),
    ...(missing.length ? [`With your ${NAMES(missing)} too, we could say it better.`] : []),
    ...(Math.abs(shift) >= NOTEWORTHY_SHIFT
      ? [
          `Reviews say that it runs ${shift > 0 ? 'small' : 'large'}, so we went ${Math.abs(shift) >= 0.5 ? '' : 'a little '}towards the ${shift > 0 ? 'larger' : 'smaller'} size.`,
        ]
      : []),
  ]
}

function sayWhy({ measure, mm, by, lies, at: [first = '', second], place }: Why, unit: Unit): string {
  const figure = writeMeasure(mm, unit)
  const name = `${MEASURE_NAMES[measure]} ${by === 'tape' ? figure : `about ${Math.round(Number(figure))}`} ${unit}`
  const where = {
    in: second ? `both in ${first} and in ${second}` : `in ${first}`,
    between: `between ${first} and ${second ?? first}`,
    below: `below the smallest size, ${first}`,
    above: `above the largest size, ${first}`,
  }[lies]
  const how = by === 'garment' ? ' (from what fits you)' : by === 'both' ? ' (from your tape and what fits you)' : ''
  return `${name}${how}: ${where}${place === null ? '; it does not choose the size' : ''}.`
}

const listed = (names: readonly string[]) =>
  names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
