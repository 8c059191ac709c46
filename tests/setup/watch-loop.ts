/** What the process did while something ran. */
export interface Watched {
  /** Processor time of the longest turn of the event loop, in ms. What other processes take of the machine does not count. */
  longestMs: number
  /** Processor time of the thread in all, in ms. */
  workedMs: number
  /** The most memory that the process had, above what it had at the start; bytes. */
  grownBytes: number
}

const TICK_MS = 5

/** Does the work, and watches the event loop and the memory of this process meanwhile. */
export async function watchLoop<T>(work: () => Promise<T>): Promise<Watched & { value: T }> {
  const started = workedMs()
  const rss = process.memoryUsage.rss()
  const seen = { longestMs: 0, rss }
  let before = started
  const look = () => {
    const now = workedMs()
    seen.longestMs = Math.max(seen.longestMs, now - before)
    seen.rss = Math.max(seen.rss, process.memoryUsage.rss())
    before = now
  }
  const timer = setInterval(look, TICK_MS)
  try {
    const value = await work()
    // What the last turn did counts as well.
    await new Promise((resolve) => setImmediate(resolve))
    look()
    return { value, longestMs: seen.longestMs, workedMs: workedMs() - started, grownBytes: seen.rss - rss }
  } finally {
    clearInterval(timer)
  }
}

function workedMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}
