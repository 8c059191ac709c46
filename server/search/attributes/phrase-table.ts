import { readWords } from '../read-words.ts'

/** Values by the words that name them, compared as search compares words. */
export class PhraseTable<Value> {
  readonly #values = new Map<string, Value>()
  readonly #file: string
  #longest = 1

  /** @param file is named in errors. */
  constructor(file: string) {
    this.#file = file
  }

  /** @throws Error when the phrase already stands for something. */
  add(phrase: string, value: Value): void {
    const words = readWords(phrase)
    const key = words.join(' ')
    if (key === '') throw new Error(`${this.#file}: '${phrase}' has no word in it.`)
    if (this.#values.has(key))
      throw new Error(`${this.#file}: '${phrase}' stands there twice, or so does another form of it.`)
    this.#values.set(key, value)
    this.#longest = Math.max(this.#longest, words.length)
  }

  /** What these words, all of them (from readWords), stand for. */
  get(words: readonly string[]): Value | undefined {
    return this.#values.get(words.join(' '))
  }

  /** What the words name from left to right, the longest phrase first; no word is used twice. */
  scan(words: readonly string[]): Value[] {
    const found: Value[] = []
    for (let at = 0; at < words.length; at++) {
      for (let length = Math.min(this.#longest, words.length - at); length > 0; length--) {
        const value = this.get(words.slice(at, at + length))
        if (value === undefined) continue
        found.push(value)
        at += length - 1
        break
      }
    }
    return found
  }
}
