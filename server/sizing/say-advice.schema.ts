import type { Advice, AdviceReasons, Why } from './advise.schema.ts'
import { MEASURE_NAMES, type Measure, type Unit } from './measures-values.schema.ts'
import { writeMeasure } from './parse-measure.schema.ts'

/** Size advice in words. */
export interface SaidAdvice {
  title: string
  /** How sure the advice is, and the next likely size; null without a size. */
  sure: string | null
  /** The reasons, one sentence each. */
  why: string[]
}

const NAMES = (measures: readonly Measure[]) => listed(measures.map((measure) => MEASURE_NAMES[measure].toLowerCase()))

/** Reviews are mentioned from this shift on, in sizes. */
const NOTEWORTHY_SHIFT = 0.1
/** Measures are said to disagree from this gap on, in sizes. */
const NOTEWORTHY_GAP = 1

/** Returns the advice as text. It never claims more than the advice supports. */
export function sayAdvice(advice: Advice, unit: Unit): SaidAdvice {
  switch (advice.kind) {
    case 'no table':
      return {
        title: 'We can’t recommend a size',
        sure: null,
        why: [
          'We don’t have this brand’s size chart, and sizes vary too much between brands to guess. The store may have one.',
        ],
      }
    case 'no measures':
      return {
        title: 'We need your measurements',
        sure: null,
        why: [`This size chart uses ${NAMES(advice.wanted)}. Enter one of them, or a garment that fits you.`],
      }
    case 'outside':
      return {
        title: advice.side === 'smaller' ? 'Below the smallest size' : 'Above the largest size',
        sure: null,
        why: [
          `Your measurements are ${advice.side === 'smaller' ? 'below the smallest' : 'above the largest'} size in this chart, ${advice.nearest}.`,
          ...reasons(advice, unit),
        ],
      }
    case 'size': {
      const { size, chance, sureness, second } = advice
      return {
        title: size,
        sure: `${SURE[sureness]}: about ${percent(chance)}% of people with your measurements would take ${size}${second && second.chance >= 0.05 ? `, ${percent(second.chance)}% ${second.size}` : ''}.`,
        why: reasons(advice, unit),
      }
    }
  }
}

const SURE = { 'fairly sure': 'Fairly sure', likely: 'Likely', 'between sizes': 'Between sizes' } as const

/** Rounds to the nearest five percent, because the estimate is not more precise. */
const percent = (chance: number) => Math.round(chance * 20) * 5

function reasons({ why, missing, shift }: AdviceReasons, unit: Unit): string[] {
  const places = why.flatMap(({ place }) => (place === null ? [] : [place]))
  const gap = Math.max(...places) - Math.min(...places)
  return [
    ...why.map((each) => sayWhy(each, unit)),
    ...(gap >= NOTEWORTHY_GAP
      ? [
          'Your measurements point to different sizes, so we used all of them. Choose the larger size if you don’t want a tight fit.',
        ]
      : []),
    ...(missing.length ? [`Add your ${NAMES(missing)} for a better answer.`] : []),
    ...(Math.abs(shift) >= NOTEWORTHY_SHIFT
      ? [
          `Reviews say it runs ${shift > 0 ? 'small' : 'large'}, so we lean ${Math.abs(shift) >= 0.5 ? '' : 'slightly '}towards the ${shift > 0 ? 'larger' : 'smaller'} size.`,
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
  const how =
    by === 'garment'
      ? ' (from a garment that fits you)'
      : by === 'both'
        ? ' (from your measurement and a garment that fits you)'
        : ''
  return `${name}${how}: ${where}${place === null ? ' (not used to choose the size)' : ''}.`
}

const listed = (names: readonly string[]) =>
  names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
