type Undo = () => Promise<unknown> | void

/**
 * Runs clean-up steps once when a run ends for any reason. The last step added runs first, and a failed step does not
 * stop the others.
 */
export class Lifetime {
  #undo: Undo[] = []
  #ending: Promise<void> = Promise.resolve()
  #hasEnded = false

  /** Call this as soon as there is something to clean up, even if it is not ready yet. The run may end at any time. */
  add(undo: Undo): void {
    this.#undo.push(undo)
    if (this.#hasEnded) void this.end()
  }

  get hasEnded(): boolean {
    return this.#hasEnded
  }

  /** Resolves when all steps registered so far are done. */
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
