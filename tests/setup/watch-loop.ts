/** Measurements of the process during some work. */
export interface Watched {
  /** Processor time of the longest event loop turn, in ms. The load of other processes does not count. */
  longestMs: number
  /** Total processor time of the thread, in ms. */
  workedMs: number
  /** Peak memory above the memory at the start, in bytes. */
  grownBytes: number
}

const TICK_MS = 5

/** Runs the work and measures the event loop and the memory of this process. */
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
    // The last turn counts too.
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
