import { setTimeout as pause } from 'node:timers/promises'
import { log } from '#server/platform/log.ts'
import type { EmbeddedPostgres } from './embedded.ts'

const LOOK_EVERY_MS = 250
/** A server that runs for longer counts as recovered. Its next failure starts again with the first delay. */
const STEADY_MS = 2_000
/** The delay before each start. After the last one, a minute and a half in total, we give up. */
const WAITS_MS = [0, 250, 500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000, 15_000, 15_000]

/** Maximum number of restarts. A server that keeps dying after a few seconds counts as one that does not start. */
const MAX_STARTS = 100
const STARTS_WITHIN_MS = 10 * 60_000

export interface Kept {
  /** Resolves with the last error if the server could not be restarted. */
  gaveUp: Promise<Error>
  /** Resolves once no start is in progress. */
  stop: () => Promise<void>
}

interface Clock {
  /** A monotonic clock, in milliseconds. */
  now: () => number
  /** Resolves early when the signal is aborted. */
  pause: (ms: number, signal: AbortSignal) => Promise<unknown>
}

const REAL: Clock = {
  now: () => performance.now(),
  pause: (ms, signal) => pause(ms, null, { signal }).catch(() => undefined),
}

/**
 * Restarts the embedded PostgreSQL whenever it has stopped: killed, out of space, or stopped manually. Several
 * processes may do this for the same server.
 * @param clock for tests
 */
export function keepRunning(server: Pick<EmbeddedPostgres, 'isRunning' | 'startAgain'>, clock: Clock = REAL): Kept {
  const stopping = new AbortController()
  const { signal } = stopping
  const watch = async (): Promise<Error | null> => {
    let tries = 0
    let upSince = clock.now()
    let starts: number[] = []
    while (!signal.aborted) {
      await clock.pause(LOOK_EVERY_MS, signal)
      if (signal.aborted || (await server.isRunning())) continue
      if (clock.now() - upSince > STEADY_MS) tries = 0
      const goneAt = clock.now()
      log.error('PostgreSQL has stopped; restarting it')
      for (;;) {
        await clock.pause(WAITS_MS[tries] ?? 0, signal)
        if (signal.aborted) return null
        tries++
        try {
          await server.startAgain()
          upSince = clock.now()
          starts = [...starts.filter((at) => at > upSince - STARTS_WITHIN_MS), upSince]
          log.info({ ms: Math.round(upSince - goneAt) }, 'PostgreSQL is back')
          if (starts.length > MAX_STARTS)
            return new Error(
              `PostgreSQL was started again ${MAX_STARTS} times within ten minutes. See its log for the cause.`,
            )
          break
        } catch (error) {
          log.error({ err: error, tries }, 'PostgreSQL did not start')
          if (tries >= WAITS_MS.length) return error as Error
        }
      }
    }
    return null
  }
  const watching = watch()
  return {
    gaveUp: new Promise((resolve, reject) => void watching.then((failure) => failure && resolve(failure), reject)),
    stop: async () => {
      stopping.abort()
      await watching
    },
  }
}
