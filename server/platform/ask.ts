import type { SearchEngine } from '#server/search/engine.ts'
import type { Db } from './db.ts'
import type { Viewer } from './viewer.ts'
import type { Visit } from './visit.ts'

/** Who asks, from where, and what a service may need to answer. A service takes only its part: `Pick<Ask, 'db' | 'visit'>`. */
export interface Ask {
  db: Db
  visit: Visit
  /** From the session, never from an input. Null for visitors without a session. */
  viewer: Viewer | null
  /** The search engine that finds products. */
  engine: SearchEngine
  /** The folder of the shop's files. */
  dataDir: string
}

/** An ask by somebody who is signed in. */
export interface SignedInAsk extends Ask {
  viewer: Viewer
}

/** An ask by somebody who belongs to a partner, in a role that the procedure has checked. */
export interface PartnerAsk extends SignedInAsk {
  partner: { id: string }
}
