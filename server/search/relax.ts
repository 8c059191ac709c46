import type { Understanding } from './search.service.ts'
import { conditionsOf } from './understand/conditions.ts'

interface Relaxation {
  understanding: Understanding
  /** Labels of what was left out. */
  without: string[]
}

/** One thing that can be left out. */
interface Step {
  label: string
  apply: (understanding: Understanding) => Understanding
}

/** What a shopper misses least goes first. What was said not to be wanted is never given, and of a text one word must stay. */
const LISTS = ['tags', 'genders', 'sizes', 'materials', 'colours', 'brands', 'categories'] as const

/**
 * Ways to ask for less where nothing met everything: each condition left out alone, in order of importance; then more and more
 * of them together.
 */
export function* relaxations(understanding: Understanding, names: Parameters<typeof conditionsOf>[1]): Generator<Relaxation> {
  const steps = stepsOf(understanding, names)
  for (const step of steps) {
    const changed = step.apply(understanding)
    if (isStillASearch(understanding, changed)) yield { understanding: changed, without: [step.label] }
  }
  let changed = understanding
  const without: string[] = []
  for (const step of steps) {
    const next = step.apply(changed)
    if (!isStillASearch(understanding, next)) continue
    changed = next
    without.push(step.label)
    if (without.length > 1) yield { understanding: changed, without: [...without] }
  }
}

function stepsOf(understanding: Understanding, names: Parameters<typeof conditionsOf>[1]): Step[] {
  const chips = conditionsOf({ ...understanding, not: [] }, names)
  const labelOf = (param: string, value = '') => chips.find((chip) => chip.param === param && chip.value === value)?.label ?? value
  const steps: Step[] = []
  if (understanding.discountMin !== undefined) steps.push({ label: labelOf('discountMin'), apply: (from) => ({ ...from, discountMin: undefined }) })
  if (understanding.onSale) steps.push({ label: labelOf('onSale'), apply: (from) => ({ ...from, onSale: false }) })
  if (understanding.inStock) steps.push({ label: labelOf('inStock'), apply: (from) => ({ ...from, inStock: false }) })
  for (const tag of understanding.tags) steps.push({ label: labelOf('tags', tag), apply: (from) => ({ ...from, tags: from.tags.filter((other) => other !== tag) }) })
  for (const word of understanding.words) steps.push({ label: `the word "${word}"`, apply: (from) => ({ ...from, words: from.words.filter((other) => other !== word) }) })
  if (understanding.priceMinMinor !== undefined || understanding.priceMaxMinor !== undefined) {
    steps.push({ label: labelOf('price'), apply: (from) => ({ ...from, priceMinMinor: undefined, priceMaxMinor: undefined }) })
  }
  for (const name of LISTS) {
    if (name === 'tags' || !understanding[name].length) continue
    const label = understanding[name].map((value) => labelOf(name, value)).join(' or ')
    steps.push({ label, apply: (from) => ({ ...from, [name]: [] }) })
  }
  return steps
}

/** Without any condition left the whole shop would be the answer, and a text of which no word is left was not searched. */
function isStillASearch(asked: Understanding, left: Understanding): boolean {
  const isFiltered = left.tags.length > 0 || LISTS.some((name) => left[name].length > 0)
  if (asked.unknownWords.length > 0 || asked.rest !== undefined) return left.words.length > 0 || isFiltered
  return left.words.length > 0
}
