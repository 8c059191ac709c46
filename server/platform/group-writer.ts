const MAX_WAITING = 20_000

/**
 * Collects what arrives within a millisecond, or while the last group is being worked on, and hands it over as one group.
 * Each submitter gets its own answer once its group is done, so durable writes cost one commit a group.
 */
export class GroupWriter<Item, Answer> {
  readonly #work: (items: Item[]) => Promise<Answer[]>
  readonly #maxGroup: number
  #waiting: Array<{ item: Item; resolve: (answer: Answer) => void; reject: (error: unknown) => void }> = []
  #running: Promise<void> | null = null

  /** @param work answers in the order of its items; at most `maxGroup` (default 500) at a time. */
  constructor(work: (items: Item[]) => Promise<Answer[]>, maxGroup = 500) {
    this.#work = work
    this.#maxGroup = maxGroup
  }

  /** @throws Error when too many are waiting. */
  submit(item: Item): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (this.#waiting.length >= MAX_WAITING) throw new Error('too much is waiting to be written')
      this.#waiting.push({ item, resolve, reject })
      this.#running ??= this.#drain()
    })
  }

  /** Resolves when everything submitted so far has been answered. */
  async flush(): Promise<void> {
    while (this.#running) await this.#running
  }

  async #drain(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, 1))
    while (this.#waiting.length) {
      const group = this.#waiting.splice(0, this.#maxGroup)
      try {
        const answers = await this.#work(group.map((entry) => entry.item))
        group.forEach((entry, index) => entry.resolve(answers[index] as Answer))
      } catch (error) {
        for (const entry of group) entry.reject(error)
      }
    }
    this.#running = null
  }
}
