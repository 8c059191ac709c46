type Undo = () => Promise<unknown> | void

/** What has to be undone when a run ends, however it ends: in reverse order, once, each part whatever the others did. */
export class Lifetime {
  #undo: Undo[] = []
  #ending: Promise<void> = Promise.resolve()
  #hasEnded = false

  /** Register as soon as there is something to undo, not when it is ready: the run may end in between. */
  add(undo: Undo): void {
    this.#undo.push(undo)
    if (this.#hasEnded) void this.end()
  }

  get hasEnded(): boolean {
    return this.#hasEnded
  }

  /** Resolves when everything registered so far is undone. */
  end(): Promise<void> {
    this.#hasEnded = true
    this.#ending = this.#ending.then(() => this.#undoAll())
    return this.#ending
  }

  async #undoAll(): Promise<void> {
    for (let undo = this.#undo.pop(); undo; undo = this.#undo.pop()) await attempt(undo)
  }
}

async function attempt(undo: Undo): Promise<void> {
  try {
    await undo()
  } catch (error) {
    console.error('While cleaning up:', error)
  }
}
