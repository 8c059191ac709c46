import type { Note } from './row-note.ts'

/** Notes about an entire file. Each is reported once, with the number of affected rows or products. */
export class FileRemarks {
  readonly #remarks = new Map<string, { count: number; say: (count: number) => string }>()

  add(key: string, say: (count: number) => string): void {
    const known = this.#remarks.get(key)
    if (known) known.count++
    else this.#remarks.set(key, { count: 1, say })
  }

  notes(): Note[] {
    return [...this.#remarks.values()].map(({ count, say }) => ({ line: 0, handle: '', reason: say(count) }))
  }
}
