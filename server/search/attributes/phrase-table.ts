import { parseWords } from '../parse-words.ts'

/** Maps phrases to values. Phrases are compared as analysed by `parseWords`. */
export class PhraseTable<Value> {
  readonly #values = new Map<string, Value>()
  /** Lets a scan skip the many words that start no phrase. */
  readonly #firstWords = new Set<string>()
  readonly #file: string
  #longest = 1

  /** @param file appears in errors */
  constructor(file: string) {
    this.#file = file
  }

  /** @throws Error when the phrase already has a value. */
  add(phrase: string, value: Value): void {
    const words = parseWords(phrase)
    const key = words.join(' ')
    if (key === '') throw new Error(`${this.#file}: '${phrase}' has no word in it.`)
    if (this.#values.has(key)) throw new Error(`${this.#file}: '${phrase}' is listed twice, or in two forms.`)
    this.#values.set(key, value)
    this.#firstWords.add(words[0] ?? '')
    this.#longest = Math.max(this.#longest, words.length)
  }

  /** Returns the value of a phrase that matches all the words (from parseWords). */
  get(words: readonly string[]): Value | undefined {
    return this.#values.get(words.join(' '))
  }

  /** Returns the values of the phrases in the words, left to right, the longest phrase first. No word is used twice. */
  scan(words: readonly string[]): Value[] {
    return this.find(words).map(({ value }) => value)
  }

  /** Like `scan`, with each phrase's position: from its first word up to, but not including, `to`. */
  find(words: readonly string[]): Array<{ value: Value; from: number; to: number }> {
    const found: Array<{ value: Value; from: number; to: number }> = []
    for (let at = 0; at < words.length; at++) {
      if (!this.#firstWords.has(words[at] ?? '')) continue
      for (let length = Math.min(this.#longest, words.length - at); length > 0; length--) {
        const value = this.get(words.slice(at, at + length))
        if (value === undefined) continue
        found.push({ value, from: at, to: at + length })
        at += length - 1
        break
      }
    }
    return found
  }

  /** Returns the words that are not part of a phrase. */
  without(words: readonly string[]): string[] {
    const found = this.find(words)
    return words.filter((_, at) => !found.some(({ from, to }) => from <= at && at < to))
  }
}
