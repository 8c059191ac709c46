/** The longest turn of this thread's event loop while something is done, in ms of its own processor time: others may use the machine too. */
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
