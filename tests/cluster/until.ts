import { setTimeout as pause } from 'node:timers/promises'

const LOOK_EVERY_MS = 250

/**
 * Repeats a probe until it returns a value other than null or false. An error counts as null.
 * @throws Error that says what did not happen in time
 */
export async function until<T>(what: string, probe: () => Promise<T | null | false>, withinMs = 120_000): Promise<T> {
  const end = performance.now() + withinMs
  let last: unknown
  while (performance.now() < end) {
    const result = await probe().catch((error: unknown) => ((last = error), null))
    if (result !== null && result !== false) return result
    await pause(LOOK_EVERY_MS)
  }
  throw new Error(`Not within ${withinMs / 1000} s: ${what}.`, { cause: last })
}
