import { setImmediate as turn } from 'node:timers/promises'

const MAX_WAITING = 20_000

/**
 * Collects items that arrive in one turn of the event loop, or while the last group is processed, and passes them on as
 * one group. Each submitter gets its own result once its group is done, so durable writes cost one commit per group.
 */
export class GroupWriter<Item, Answer> {
  readonly #work: (items: Item[]) => Promise<Answer[]>
  readonly #maxGroup: number
  readonly #bytes: { most: number; of: (item: Item) => number }
  #waiting: Array<{ item: Item; resolve: (answer: Answer) => void; reject: (error: unknown) => void }> = []
  #running: Promise<void> | null = null

  /**
   * @param work returns results in the order of its items; at most `maxGroup` (default 500) at a time
   * @param bytes limits the bytes of a group; a larger item gets its own group. Default: no limit
   */
  constructor(
    work: (items: Item[]) => Promise<Answer[]>,
    maxGroup = 500,
    bytes: { most: number; of: (item: Item) => number } = { most: Infinity, of: () => 0 },
  ) {
    this.#work = work
    this.#maxGroup = maxGroup
    this.#bytes = bytes
  }

  /** @throws Error if too many items are waiting */
  submit(item: Item): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (this.#waiting.length >= MAX_WAITING) throw new Error('the write queue is full')
      this.#waiting.push({ item, resolve, reject })
      this.#running ??= this.#drain()
    })
  }

  /** Resolves when everything submitted so far has been answered. */
  async flush(): Promise<void> {
    while (this.#running) await this.#running
  }

  async #drain(): Promise<void> {
    await turn()
    while (this.#waiting.length) {
      const group = this.#waiting.splice(0, this.#nextGroup())
      try {
        const answers = await this.#work(group.map((entry) => entry.item))
        group.forEach((entry, index) => entry.resolve(answers[index] as Answer))
      } catch (error) {
        for (const entry of group) entry.reject(error)
      }
    }
    this.#running = null
  }

  /** Returns how many of the waiting items form the next group. */
  #nextGroup(): number {
    const group = this.#waiting.slice(0, this.#maxGroup)
    let bytes = 0
    const past = group.findIndex(({ item }, place) => (bytes += this.#bytes.of(item)) > this.#bytes.most && place > 0)
    return past === -1 ? group.length : past
  }
}
