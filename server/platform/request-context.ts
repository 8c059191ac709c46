import { AsyncLocalStorage } from 'node:async_hooks'

/** Why a call was refused: no session, no permission, a limit, or an input that none of our forms sends. */
export type RefusalKind = 'unauthorized' | 'forbidden' | 'too_many' | 'bad_input'

export interface Refusal {
  kind: RefusalKind
  /** A procedure or the pattern of a URL, so that the number of names is limited. */
  what: string
  /** The user; null if nobody was signed in. */
  userId: string | null
  /** The IP address. */
  address: string
}

/** The context of the current request, in all its asynchronous work. Contains nothing about the visitor. */
export interface RequestContext {
  /** The request's id, from the edge to the SQL lines in the log. */
  id: string
  /**
   * A pattern of server/site/addresses.ts, a procedure, or 'other'. Never the URL itself, which may contain a secret.
   */
  route: string
  /** Counts something done for the request, besides the request itself. */
  count?: (name: 'search', outcome: string, ms: number) => void
  /** Records that a procedure has refused the request. */
  refused?: (refusal: Omit<Refusal, 'address'>) => void
  /** Limits how long the page may be cached. Absent if nothing is cached. */
  endAt?: (at: Date) => void
}

const requests = new AsyncLocalStorage<RequestContext>()

/** Does work for a request: log lines written during it carry its id. */
export const forRequest = <T>(request: RequestContext, work: () => T): T => requests.run(request, work)

/** Returns the current request; undefined in jobs and at startup. */
export const currentRequest = (): RequestContext | undefined => requests.getStore()
