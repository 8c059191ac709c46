import type { Ask } from '#server/platform/ask.ts'

/** The context of every procedure: what its service needs, and data for the response. */
export interface Context extends Ask {
  /** False if the site is closed to this visitor (server/http/gate.ts). */
  isOpen: boolean
  /** The database is unavailable, so the viewer is unknown and every call is refused. */
  isAway?: boolean
  /** The request asks for several procedures. */
  isBatch?: boolean
  /** Runs a request's procedures one after the other; absent if our own pages call. */
  inLine?: <T>(work: () => Promise<T>) => Promise<T>
}
