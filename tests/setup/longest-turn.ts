/**
 * Returns the longest event loop turn of this thread during some work, in ms. Measures processor time, so that other
 * load on the machine does not count.
 */
export async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  const worked = () => {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1_000
  }
  let [longest, before] = [0, worked()]
  const tick = setInterval(() => {
    const now = worked()
    longest = Math.max(longest, now - before)
    before = now
  }, 5)
  try {
    await work().catch(() => undefined)
  } finally {
    clearInterval(tick)
  }
  return Math.max(longest, worked() - before)
}
