import type { Ask } from '#server/platform/ask.ts'
import type { Trouble } from '#server/platform/database-away.ts'

/** The context of every procedure: the data for its service, and data for the response. */
export interface Context extends Ask {
  /** False if the site is closed to this visitor (server/http/gate.ts). */
  isOpen: boolean
  /** Why the viewer is unknown. If set, every call is refused. */
  trouble?: Trouble | null
  /** The request asks for several procedures. */
  isBatch?: boolean
  /** Runs a request's procedures one after the other; absent if our own pages call. */
  inLine?: <T>(work: () => Promise<T>) => Promise<T>
}
