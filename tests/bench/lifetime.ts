type Undo = () => Promise<unknown> | void

/** What has to be undone when a run ends, however it ends: in reverse order, once, each part whatever the others did. */
export class Lifetime {
  #undo: Undo[] = []
  #ending: Promise<void> | null = null

  /** Register as soon as there is something to undo, not when it is ready: the run may end in between. */
  add(undo: Undo): void {
    if (this.#ending) this.#ending = this.#ending.then(() => attempt(undo))
    else this.#undo.push(undo)
  }

  get hasEnded(): boolean {
    return this.#ending !== null
  }

  end(): Promise<void> {
    this.#ending ??= this.#undoAll()
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
