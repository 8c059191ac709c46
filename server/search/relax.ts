import { familyOf } from './attributes/colours.ts'
import { readWords } from './read-words.ts'
import type { Understanding } from './search.service.ts'
import { conditionsOf } from './understand/conditions.ts'

interface Relaxation {
  understanding: Understanding
  /** Labels of what was left out. */
  without: string[]
}

/** One thing that can be left out, and how much a shopper would miss it. */
interface Step {
  label: string
  cost: number
  apply: (from: Understanding) => Understanding
  /** The search of nothing but this. */
  alone: Understanding
}

/** Filters that go as a whole; what is missed most costs most. */
const LIST_COST = { genders: 2, sizes: 3, materials: 3, colours: 4, brands: 5, categories: 8 } as const
/** Words of a sentence that were not understood say little, those of a plain search everything. */
const WORD_COST = { leftOver: 1, searched: 4 } as const
const MAX_TOGETHER = 3
const MAX_TRIES = 60

/**
 * Asks for less where nothing met everything: first without what nothing meets even by itself, then without as little as possible of
 * the rest. What was said not to be wanted is never given, and something of the search always stays.
 * @param total how many products meet an understanding.
 * @param patienceMs after so many milliseconds it is given up: an engine may need seconds for each question.
 * @returns the first that finds something, or null.
 */
export async function relax(asked: Understanding, names: Parameters<typeof conditionsOf>[1], total: (of: Understanding) => Promise<number>, patienceMs: number): Promise<Relaxation | null> {
  const giveUp = new AbortController()
  const late = new Promise<null>((resolve) => giveUp.signal.addEventListener('abort', () => resolve(null)))
  const timer = setTimeout(() => giveUp.abort(), patienceMs)
  return Promise.race([findLess(asked, stepsOf(asked, names), total, giveUp.signal), late]).finally(() => clearTimeout(timer))
}

async function findLess(asked: Understanding, steps: Step[], total: (of: Understanding) => Promise<number>, giveUp: AbortSignal): Promise<Relaxation | null> {
  const hopeless: Step[] = []
  for (const step of steps) {
    if (giveUp.aborted) return null
    if ((await total(step.alone)) === 0) hopeless.push(step)
  }
  const base = leaveOut(asked, hopeless)
  for (const some of subsets(steps.filter((step) => !hopeless.includes(step)))) {
    if (giveUp.aborted) return null
    if (!some.length && !hopeless.length) continue
    const understanding = leaveOut(base, some)
    if (isStillASearch(asked, understanding) && (await total(understanding)) > 0) return { understanding, without: [...hopeless, ...some].map(({ label }) => label) }
  }
  return null
}

const leaveOut = (from: Understanding, steps: Step[]): Understanding => steps.reduce((left, step) => step.apply(left), from)

/** None, then some at a time, cheapest first; at last all but the dearest. */
function subsets(steps: Step[]): Step[][] {
  const all: Array<{ some: Step[]; cost: number }> = [{ some: [], cost: 0 }]
  const add = (some: Step[], from: number) => {
    for (let at = from; at < steps.length; at++) {
      const more = [...some, steps[at] as Step]
      all.push({ some: more, cost: more.reduce((sum, { cost }) => sum + cost, 0) + more.length / 10 })
      if (more.length < MAX_TOGETHER) add(more, at + 1)
    }
  }
  add([], 0)
  const cheapest = all.sort((a, b) => a.cost - b.cost).slice(0, MAX_TRIES).map(({ some }) => some)
  const byCost = [...steps].sort((a, b) => a.cost - b.cost)
  return [...cheapest, ...byCost.map((_, count) => byCost.slice(0, count)).filter((some) => some.length > MAX_TOGETHER)]
}

function stepsOf(asked: Understanding, names: Parameters<typeof conditionsOf>[1]): Step[] {
  const chips = conditionsOf({ ...asked, not: [] }, names)
  const labelOf = (param: string, value = '') => chips.find((chip) => chip.param === param && chip.value === value)?.label ?? value
  const nothing: Understanding = {
    ...asked, words: [], categories: [], brands: [], sizes: [], colours: [], materials: [], genders: [], tags: [], priceMinMinor: undefined, priceMaxMinor: undefined, discountMin: undefined, onSale: false, inStock: false,
  }
  const steps: Step[] = []
  const add = (label: string, cost: number, apply: Step['apply'], own: Partial<Understanding>) => steps.push({ label, cost, apply, alone: { ...nothing, ...own } })
  if (asked.discountMin !== undefined) add(labelOf('discountMin'), 1, (from) => ({ ...from, discountMin: undefined }), { discountMin: asked.discountMin })
  if (asked.onSale) add(labelOf('onSale'), 1, (from) => ({ ...from, onSale: false }), { onSale: true })
  if (asked.inStock) add(labelOf('inStock'), 1, (from) => ({ ...from, inStock: false }), { inStock: true })
  for (const tag of asked.tags) add(labelOf('tags', tag), 1, (from) => ({ ...from, tags: from.tags.filter((other) => other !== tag) }), { tags: [tag] })
  for (const word of asked.words) add(`the word "${word}"`, asked.rest === undefined ? WORD_COST.searched : WORD_COST.leftOver, (from) => withoutWord(from, word), { words: [word] })
  if (asked.priceMinMinor !== undefined || asked.priceMaxMinor !== undefined) {
    const { priceMinMinor, priceMaxMinor } = asked
    add(labelOf('price'), 2, (from) => ({ ...from, priceMinMinor: undefined, priceMaxMinor: undefined }), { priceMinMinor, priceMaxMinor })
  }
  const shades = asked.colours.filter((colour) => (familyOf(colour) ?? colour) !== colour)
  if (shades.length) {
    add(`the exact shade (${shades.map((shade) => labelOf('colours', shade)).join(', ')})`, 1, (from) => ({ ...from, colours: families(from.colours) }), { colours: asked.colours })
  }
  for (const [name, cost] of Object.entries(LIST_COST) as Array<[keyof typeof LIST_COST, number]>) {
    if (!asked[name].length) continue
    // A shade that nothing has may be of a family that many have.
    const own = name === 'colours' ? families(asked.colours) : asked[name]
    add(asked[name].map((value) => labelOf(name, value)).join(' or '), cost, (from) => ({ ...from, [name]: [] }), { [name]: own })
  }
  return steps
}

const families = (colours: string[]): string[] => [...new Set(colours.map((colour) => familyOf(colour) ?? colour))]

function withoutWord(from: Understanding, word: string): Understanding {
  const left = (text: string) => text.split(' ').filter((typed) => !readWords(typed).includes(word)).join(' ')
  return {
    ...from,
    words: from.words.filter((other) => other !== word),
    rest: from.rest === undefined ? undefined : left(from.rest),
    unknownWords: from.unknownWords.filter((typed) => left(typed) !== ''),
  }
}

/** Without any condition left the whole shop would be the answer, and a text of which no word is left was not searched. */
function isStillASearch(asked: Understanding, left: Understanding): boolean {
  if (left.words.length > 0) return true
  return asked.rest !== undefined && (left.tags.length > 0 || Object.keys(LIST_COST).some((name) => left[name as keyof typeof LIST_COST].length > 0))
}
