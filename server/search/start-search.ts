import type { Db } from '#server/platform/db.ts'
import { log } from '#server/platform/log.ts'
import { describeStale } from './describe-products.ts'
import { IndexEngine } from './index/index-engine.ts'
import { SqlEngine } from './sql-engine.ts'

export interface RunningSearch {
  engine: IndexEngine
  stop: () => Promise<void>
}

/**
 * Starts the search index in its thread. Products that it cannot read yet are described for it at once.
 * @param onChange called when something that the shop shows has changed, by whichever process, and is found by now
 */
export function startSearch(db: Db, databaseUrl: string, onChange: () => void): RunningSearch {
  let isStopped = false
  let describing: Promise<unknown> = Promise.resolve()
  const describe = () => {
    describing = describing.then(async () => {
      if (isStopped) return
      await describeStale(db).catch((error: unknown) => {
        if (!isStopped) log.error({ err: error }, 'describing products for search failed')
      })
    })
  }
  const engine = new IndexEngine({ databaseUrl, logLevel: log.level }, new SqlEngine(db), {
    onUnread: describe,
    onChange,
  })
  describe()
  return {
    engine,
    stop: async () => {
      isStopped = true
      await Promise.all([engine.stop(), describing])
    },
  }
}
