/** Shorter words are too often one letter away from another word. */
const MIN_LENGTH = 5
const MAX_LENGTH = 30
/** A word of so many letters may lack one: 'whte', 'shrt'. */
const LACKING_LENGTH = MIN_LENGTH - 1

/** Finds the word that a misspelt one meant: one letter too many, too few, wrong or swapped with its neighbour; the first letter is right. */
export class OneEditLookup {
  readonly #byRemains = new Map<string, string[]>()
  readonly #words: ReadonlySet<string>

  constructor(words: Iterable<string>) {
    this.#words = new Set(words)
    for (const word of this.#words) {
      if (word.length < MIN_LENGTH || word.length > MAX_LENGTH || !/^\p{L}+$/u.test(word)) continue
      for (const rest of remains(word)) {
        const others = this.#byRemains.get(rest)
        if (others) others.push(word)
        else this.#byRemains.set(rest, [word])
      }
    }
  }

  /** The only word that is one edit away, or the only one with the same letters; null where there is none. */
  find(word: string): string | null {
    // 'bagg'
    if (word.length >= LACKING_LENGTH && word.at(-1) === word.at(-2) && this.#words.has(word.slice(0, -1)))
      return word.slice(0, -1)
    if (word.length === LACKING_LENGTH)
      return onlyOne((this.#byRemains.get(word) ?? []).filter((known) => known[0] === word[0]))
    if (word.length < MIN_LENGTH || word.length > MAX_LENGTH) return null
    const found = new Set<string>()
    for (const rest of remains(word)) {
      for (const known of this.#byRemains.get(rest) ?? [])
        if (known[0] === word[0] && isOneEdit(known, word)) found.add(known)
    }
    return onlyOne([...found]) ?? onlyOne([...found].filter((known) => lettersOf(known) === lettersOf(word)))
  }
}

const onlyOne = (words: readonly string[]): string | null => (words.length === 1 ? (words[0] ?? null) : null)
const lettersOf = (word: string): string => [...word].sort().join('')

/** A word and what is left of it without one of its letters. */
function remains(word: string): Set<string> {
  const all = new Set([word])
  for (let at = 0; at < word.length; at++) all.add(word.slice(0, at) + word.slice(at + 1))
  return all
}

function isOneEdit(a: string, b: string): boolean {
  let start = 0
  while (start < a.length && a[start] === b[start]) start++
  const [restA, restB] = [a.slice(start), b.slice(start)]
  return (
    restA.slice(1) === restB.slice(1) ||
    restA.slice(1) === restB ||
    restA === restB.slice(1) ||
    (restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2))
  )
}
