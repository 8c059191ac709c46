import type { Db } from '#server/platform/db.ts'

/** What every procedure gets. Who asks comes from the session, never from an input. */
export interface Context {
  db: Db
}
