import { Random } from '#demo/catalogue/random.ts'
import type { Item } from './catalogue.ts'

/** One attribute that a query asks for. */
export type Wanted = { attribute: 'kind' | 'colour' | 'material' | 'brand'; value: string }

export interface DrawnQuery {
  text: string
  wanted: Wanted[]
  /** The attribute with the typo; null if there is none. */
  misspelt: Wanted['attribute'] | null
}

const MAX_WORDS = 3
const MIN_TYPO_LETTERS = 3
const SHAPES: ReadonlyArray<ReadonlyArray<Wanted['attribute']>> = [
  ['colour', 'kind'],
  ['material', 'kind'],
  ['brand', 'kind'],
  ['colour', 'material', 'kind'],
]
const LETTERS = 'abcdefghijklmnopqrstuvwxyz'

/**
 * Draws queries of two or three words from the products of a catalogue. Half of them have one typo. Each comes from a
 * product, so at least one product matches fully. The same catalogue and seed give the same queries.
 */
export function drawQueries(items: readonly Item[], count: number, seed: number): DrawnQuery[] {
  const random = new Random(seed)
  const drawn = new Map<string, DrawnQuery>()
  for (let tries = 0; drawn.size < count && tries < count * 100; tries++) {
    const shape = SHAPES[tries % SHAPES.length] ?? []
    const wanted = wantedOf(random.pick(items), shape, random)
    if (!wanted || wordsOf(wanted).length > MAX_WORDS) continue
    const query = drawn.size % 2 === 0 ? spelt(wanted) : misspell(wanted, random)
    if (query) drawn.set(query.text, query)
  }
  return [...drawn.values()]
}

const wordsOf = (wanted: readonly Wanted[]): string[] => wanted.flatMap(({ value }) => value.split(' '))

const spelt = (wanted: Wanted[]): DrawnQuery => ({ text: wordsOf(wanted).join(' '), wanted, misspelt: null })

function wantedOf(item: Item, shape: ReadonlyArray<Wanted['attribute']>, random: Random): Wanted[] | null {
  const wanted: Wanted[] = []
  for (const attribute of shape) {
    const values = { kind: item.kinds.slice(0, 1), colour: item.colours, material: item.materials, brand: [item.brand] }
    const usable = values[attribute].filter((value) => /^[a-z' -]+$/.test(value))
    if (usable.length === 0) return null
    wanted.push({ attribute, value: random.pick(usable) })
  }
  return wanted
}

/** Misspells one word: a letter is missing, doubled, wrong or swapped with its neighbour, at any position. */
function misspell(wanted: Wanted[], random: Random): DrawnQuery | null {
  const places = wanted.flatMap(({ attribute, value }, at) =>
    value
      .split(' ')
      .flatMap((word, place) => (word.length >= MIN_TYPO_LETTERS ? [{ attribute, at, place, word }] : [])),
  )
  if (places.length === 0) return null
  const { attribute, at, place, word } = random.pick(places)
  const wrong = withTypo(word, random)
  const words = wanted.map(({ value }, index) => (index === at ? value.split(' ').with(place, wrong).join(' ') : value))
  return { text: words.join(' '), wanted, misspelt: attribute }
}

export function withTypo(word: string, random: Random): string {
  for (;;) {
    const at = random.below(word.length)
    const [before, letter = '', after] = [word.slice(0, at), word[at], word.slice(at + 1)]
    const other = random.pick([...LETTERS])
    const wrong = random.pick([
      before + after,
      before + letter + letter + after,
      before + other + after,
      before + (after[0] ?? '') + letter + after.slice(1),
    ])
    if (wrong !== word && wrong.length > 1) return wrong
  }
}
