import type { Db } from '#server/platform/db.ts'
import { log } from '#server/platform/log.ts'
import { describeStale } from './describe-products.ts'
import { IndexEngine, type EngineListeners } from './index/index-engine.ts'
import { forgetRates } from './rates.ts'
import { SqlEngine } from './sql-engine.ts'

export interface RunningSearch {
  engine: IndexEngine
  stop: () => Promise<void>
}

/**
 * Starts the search index in its thread. Products that the index cannot read yet get their search text at once. Cached
 * exchange rates are dropped before a change is reported.
 */
export function startSearch(
  db: Db,
  databaseUrl: string,
  { onChange, onCaughtUp }: Required<Pick<EngineListeners, 'onChange' | 'onCaughtUp'>>,
): RunningSearch {
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
    onUndescribed: describe,
    onChange: (change) => {
      if (change === 'anything') forgetRates(db)
      onChange(change)
    },
    onCaughtUp,
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
