import type { SearchEngine } from '#server/search/engine.ts'
import type { Db } from './db.ts'
import type { Viewer } from './viewer.ts'
import type { Visit } from './visit.ts'

/**
 * The viewer, the request and the resources that a service may need. A service only takes its part: `Pick<Ask, 'db' |
 * 'visit'>`.
 */
export interface Ask {
  db: Db
  visit: Visit
  /** The signed-in user from the session, never from an input. Null for visitors without a session. */
  viewer: Viewer | null
  /** The search engine that finds products. */
  engine: SearchEngine
  /** The folder of the shop's files. */
  dataDir: string
}

/** A request by a signed-in user. */
export interface SignedInAsk extends Ask {
  viewer: Viewer
}

/** A request by a person, with a session or a personal token, about their own data. */
export interface PersonAsk extends Omit<Ask, 'viewer'> {
  viewer: Pick<Viewer, 'userId'>
}

/** A request by a member of a partner, in a role that the procedure has checked. */
export interface PartnerAsk extends SignedInAsk {
  partner: { id: string }
}
