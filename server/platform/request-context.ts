import { AsyncLocalStorage } from 'node:async_hooks'
import type { Refusal } from './refusal-log.ts'

/** What is known of the request that is being answered, wherever it has led to. Nothing of who asks. */
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

/** Does work for a request: log lines that are written meanwhile carry its id. */
export const forRequest = <T>(request: RequestContext, work: () => T): T => requests.run(request, work)

/** The request that this is done for; undefined in jobs and at start. */
export const currentRequest = (): RequestContext | undefined => requests.getStore()
