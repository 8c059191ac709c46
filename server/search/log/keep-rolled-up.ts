import type { Db } from '#server/platform/db.ts'
import { log } from '#server/platform/log.ts'
import { rollUpSearches } from './roll-up.ts'
import { updatePopularity } from './update-popularity.ts'

const EVERY_MS = 3600_000

/** Rolls searches up and sets what is popular, now and every hour until it is stopped. `stop` resolves once nothing is under way. */
export function keepRolledUp(db: Db): { stop: () => Promise<void> } {
  const stopping = new AbortController()
  const run = async () => {
    try {
      await rollUpSearches(db, new Date(), stopping.signal)
      await updatePopularity(db, new Date(), stopping.signal)
    } catch (error) {
      if (!stopping.signal.aborted) log.error({ err: error }, 'searches not rolled up')
    }
  }
  let running = run()
  const timer = setInterval(() => { running = running.then(run) }, EVERY_MS)
  return {
    stop: async () => {
      clearInterval(timer)
      stopping.abort()
      await running
    },
  }
}
