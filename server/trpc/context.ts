import type { Db } from '#server/platform/db.ts'
import type { SearchEngine } from '#server/search/engine.ts'

/** What every procedure gets. Who asks comes from the session, never from an input. */
export interface Context {
  db: Db
  /** What finds products. */
  engine: SearchEngine
}
