import pTimeout from 'p-timeout'
import { labelsOf, leaveOut, LISTS_LEFT_OUT, stepsOf, type Step } from './drop-conditions.ts'
import type { Understanding } from './search.types.ts'
import type { NamesAsked } from './understand/conditions.ts'

interface Relaxation {
  understanding: Understanding
  /** Labels of the dropped conditions. */
  without: string[]
}

const LISTS_LEFT = [...LISTS_LEFT_OUT, 'cuts', 'categories', 'genders', 'sizes'] as const
const MAX_TOGETHER = 3
const MAX_TRIES = 60
/** Only the cheapest steps are combined, because the number of combinations of three grows with the cube. */
const MAX_STEPS_TOGETHER = 24

/**
 * Searches again with fewer conditions if nothing meets all of them: first without those that no product meets, then
 * without as few others as possible. The kind (if any product has it), the audience, the size, a named limit of the price
 * and exclusions always stay, and so does at least one condition.
 * @param total returns the number of products that match an understanding
 * @param parentOf returns the slug of a category's parent, where similar products may be found
 * @param patienceMs gives up after this time, because an engine may need seconds for each search
 * @returns the first search that finds something, or null
 */
export async function relax(
  asked: Understanding,
  names: NamesAsked,
  parentOf: ReadonlyMap<string, string | null>,
  total: (of: Understanding) => Promise<number>,
  patienceMs: number,
): Promise<Relaxation | null> {
  const giveUp = new AbortController()
  return pTimeout(findLess(asked, stepsOf(asked, names, parentOf), total, giveUp.signal), {
    milliseconds: patienceMs,
    fallback: () => {
      giveUp.abort()
      return null
    },
  })
}

async function findLess(
  asked: Understanding,
  steps: Step[],
  total: (of: Understanding) => Promise<number>,
  giveUp: AbortSignal,
): Promise<Relaxation | null> {
  const hopeless: Step[] = []
  for (const step of steps) {
    if (giveUp.aborted) return null
    if (!(await findsAny(step.alone, total))) hopeless.push(step)
  }
  const base = leaveOut(asked, hopeless)
  for (const some of subsets(steps.filter((step) => !step.isRequired && !hopeless.includes(step)))) {
    if (giveUp.aborted) return null
    if (!some.length && !hopeless.length) continue
    const understanding = leaveOut(base, some)
    if (isStillASearch(asked, understanding) && (await total(understanding)) > 0)
      return { understanding, without: labelsOf([...hopeless, ...some]) }
  }
  return null
}

async function findsAny(searches: Understanding[], total: (of: Understanding) => Promise<number>): Promise<boolean> {
  for (const search of searches) if ((await total(search)) > 0) return true
  return false
}

/** Returns no step, then combinations, cheapest first; finally all but the most expensive. */
function subsets(steps: Step[]): Step[][] {
  const byCost = [...steps].sort((a, b) => a.cost - b.cost)
  const together = steps.filter((step) => byCost.indexOf(step) < MAX_STEPS_TOGETHER)
  const all: Array<{ some: Step[]; cost: number }> = [{ some: [], cost: 0 }]
  const add = (some: Step[], from: number) => {
    for (let at = from; at < together.length; at++) {
      const more = [...some, together[at] as Step]
      all.push({ some: more, cost: more.reduce((sum, { cost }) => sum + cost, 0) + more.length / 10 })
      if (more.length < MAX_TOGETHER) add(more, at + 1)
    }
  }
  add([], 0)
  const cheapest = all
    .sort((a, b) => a.cost - b.cost)
    .slice(0, MAX_TRIES)
    .map(({ some }) => some)
  return [...cheapest, ...byCost.map((_, count) => byCost.slice(0, count)).filter((some) => some.length > MAX_TOGETHER)]
}

/**
 * Whether a search remains. Without any condition, the result would be the whole shop. A text without any word left was
 * not searched.
 */
function isStillASearch(asked: Understanding, left: Understanding): boolean {
  if (left.words.length > 0) return true
  return asked.rest !== undefined && (left.tags.length > 0 || LISTS_LEFT.some((name) => left[name].length > 0))
}
