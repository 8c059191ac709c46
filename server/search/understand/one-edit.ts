/** Shorter words are too often one letter away from another word. */
const MIN_LENGTH = 5
const MAX_LENGTH = 30

/** Finds the word that a misspelt one meant: one letter too many, too few, wrong or swapped with its neighbour; the first letter is right. */
export class OneEditLookup {
  readonly #byRemains = new Map<string, string[]>()

  constructor(words: Iterable<string>) {
    for (const word of words) {
      if (word.length < MIN_LENGTH || word.length > MAX_LENGTH || !/^\p{L}+$/u.test(word)) continue
      for (const rest of remains(word)) {
        const others = this.#byRemains.get(rest)
        if (others) others.push(word)
        else this.#byRemains.set(rest, [word])
      }
    }
  }

  /** The only word that is one edit away, or null. */
  find(word: string): string | null {
    if (word.length < MIN_LENGTH || word.length > MAX_LENGTH) return null
    const found = new Set<string>()
    for (const rest of remains(word)) {
      for (const known of this.#byRemains.get(rest) ?? [])
        if (known[0] === word[0] && isOneEdit(known, word)) found.add(known)
    }
    return found.size === 1 ? ([...found][0] ?? null) : null
  }
}

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
