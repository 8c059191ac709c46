import { AsyncLocalStorage } from 'node:async_hooks'

/** Why a call was refused: no session, no permission, a limit, or an input that none of our forms sends. */
export type RefusalKind = 'unauthorized' | 'forbidden' | 'too_many' | 'bad_input'

export interface Refusal {
  kind: RefusalKind
  /** A procedure, or the pattern of an address: one of a bounded number of names. */
  what: string
  /** Who asked; null if nobody was signed in. */
  userId: string | null
  /** The IP address. */
  address: string
}

/** The context of the request that is being answered, wherever the work continues. Nothing about the visitor. */
export interface RequestContext {
  /** Of this one request, from the edge to the lines of SQL in the log. */
  id: string
  /** A pattern of server/site/addresses.ts, a procedure, or 'other': never the address itself, which may hold a secret. */
  route: string
  /** Counts something that was done for it, beside the request itself. */
  count?: (name: 'search', outcome: string, ms: number) => void
  /** Records that a procedure has refused it. */
  refused?: (refusal: Omit<Refusal, 'address'>) => void
  /** Says that what is read for a page is true until then only; absent where nothing is kept. */
  endAt?: (at: Date) => void
}

const requests = new AsyncLocalStorage<RequestContext>()

/** Does work for a request: log lines written during it carry its id. */
export const forRequest = <T>(request: RequestContext, work: () => T): T => requests.run(request, work)

/** The request that this work is for; undefined in jobs and at start. */
export const currentRequest = (): RequestContext | undefined => requests.getStore()
