import type { Ask } from '#server/platform/ask.ts'

/** What every procedure gets: what its service needs, and how the answer is to be given. */
export interface Context extends Ask {
  /** False if the site is closed to this visitor (server/http/gate.ts). */
  isOpen: boolean
  /** The database is away, so the viewer is unknown and nothing is done for anybody. */
  isAway?: boolean
  /** The request asks for several procedures. */
  isBatch?: boolean
  /** Runs a request's procedures one after the other; absent if our own pages call. */
  inLine?: <T>(work: () => Promise<T>) => Promise<T>
}
