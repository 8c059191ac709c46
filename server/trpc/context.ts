import type { Db } from '#server/platform/db.ts'
import type { Viewer, Visit } from '#server/auth/viewer.ts'
import type { SearchEngine } from '#server/search/engine.ts'

/** What every procedure gets. Who asks comes from the session, never from an input. */
export interface Context {
  db: Db
  /** What finds products. */
  engine: SearchEngine
  /** Null: nobody is signed in. */
  viewer: Viewer | null
  visit: Visit
  /** False while the site is closed to whoever asks (server/http/gate.ts). */
  isOpen: boolean
  /** The database is away: who asks could not be found out, so nothing is done in anybody's name. */
  isAway?: boolean
  /** Does a request's procedures one after the other; absent where our own pages call. */
  inLine?: <T>(work: () => Promise<T>) => Promise<T>
}
