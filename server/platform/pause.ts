import { setTimeout as wait } from 'node:timers/promises'

/** @throws the signal's reason */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await wait(ms, null, { signal })
  } catch (error) {
    signal.throwIfAborted()
    throw error
  }
}
