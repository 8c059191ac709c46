import type { Db } from '#server/platform/db.ts'
import { log } from '#server/platform/log.ts'
import { fillPalettes } from '#server/media/fill-palettes.ts'
import { describeColourless, describeStale } from './describe-products.ts'
import { IndexEngine } from './index/index-engine.ts'
import { SqlEngine } from './sql-engine.ts'

const UPKEEP_MS = 3_600_000
/** Longer than any index may be away without reading everything anew. */
const CHANGES_KEPT = '2 days'

export interface RunningSearch {
  engine: IndexEngine
  stop: () => Promise<void>
}

/** Starts the search index in its thread, and what keeps the columns that it reads up to date. */
export function startSearch(db: Db, databaseUrl: string, dataDir: string): RunningSearch {
  const stopping = new AbortController()
  let work: Promise<void> = Promise.resolve()
  const soon = (what: string, task: () => Promise<unknown>) => {
    work = work.then(async () => {
      if (stopping.signal.aborted) return
      await task().catch((error: unknown) => {
        if (!stopping.signal.aborted) log.error({ err: error }, `${what} failed`)
      })
    })
  }
  const describe = () => soon('describing products for search', () => describeStale(db))
  const upkeep = () => {
    describe()
    soon('reading the colours of pictures', async () => {
      if (await fillPalettes(db, dataDir, stopping.signal)) await describeColourless(db)
    })
    soon('forgetting old changes', () => db.$executeRaw`DELETE FROM product_changes WHERE changed_at < now() - ${CHANGES_KEPT}::interval`)
  }
  const engine = new IndexEngine({ databaseUrl, logLevel: log.level }, new SqlEngine(db), describe)
  upkeep()
  const timer = setInterval(upkeep, UPKEEP_MS)
  return {
    engine,
    stop: async () => {
      clearInterval(timer)
      stopping.abort()
      await Promise.all([engine.stop(), work])
    },
  }
}
