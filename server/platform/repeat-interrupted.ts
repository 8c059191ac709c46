import { setTimeout as pause } from 'node:timers/promises'
import { isInterrupted } from './database-away.ts'

const REPEATS = 3
const MAX_PAUSE_MS = 500

/** Runs a transaction, and repeats it a few times if a deadlock or a timeout interrupts it. */
export async function repeatInterrupted<T>(transaction: () => Promise<T>): Promise<T> {
  for (let repeats = 0; ; repeats++)
    try {
      return await transaction()
    } catch (error) {
      if (!isInterrupted(error) || repeats === REPEATS) throw error
      // Random, so that the same transactions do not collide again.
      await pause(Math.random() * MAX_PAUSE_MS)
    }
}
