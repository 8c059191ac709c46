import { setTimeout as pause } from 'node:timers/promises'
import { log } from '#server/platform/log.ts'
import type { EmbeddedPostgres } from './embedded.ts'

const LOOK_EVERY_MS = 250
/** One that lives for longer has come back; the next failure begins at the first try. */
const STEADY_MS = 2_000
/** Before each try. After the last one somebody else has to help: about a minute and a half. */
const WAITS_MS = [0, 250, 500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000, 15_000, 15_000]

/** One that lives for some seconds each time is no more use than one that does not start. */
const STARTS_AT_MOST = 100
const STARTS_WITHIN_MS = 10 * 60_000

export interface Kept {
  /** Resolves with the last failure once the server could not be brought back. */
  gaveUp: Promise<Error>
  /** No start is under way any more when this resolves. */
  stop: () => Promise<void>
}

interface Clock {
  /** Milliseconds, never set back. */
  now: () => number
  /** Resolves early when the signal comes. */
  pause: (ms: number, signal: AbortSignal) => Promise<unknown>
}

const REAL: Clock = { now: () => performance.now(), pause: (ms, signal) => pause(ms, null, { signal }).catch(() => undefined) }

/**
 * Starts the embedded PostgreSQL again whenever it is gone: killed, out of space, stopped by hand. Any number of processes may keep the
 * same one running.
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
      log.error('PostgreSQL is gone; it is started again')
      for (;;) {
        await clock.pause(WAITS_MS[tries] ?? 0, signal)
        if (signal.aborted) return null
        tries++
        try {
          await server.startAgain()
          upSince = clock.now()
          starts = [...starts.filter((at) => at > upSince - STARTS_WITHIN_MS), upSince]
          log.info({ ms: Math.round(upSince - goneAt) }, 'PostgreSQL is back')
          if (starts.length > STARTS_AT_MOST) return new Error(`PostgreSQL was started again ${STARTS_AT_MOST} times within ten minutes. Its own log says why it ends.`)
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
