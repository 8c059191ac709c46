import { createTRPCClient, httpLink } from '@trpc/client'
import superjson from 'superjson'
import type { AppRouter } from '#server/router.ts'

const PATIENCE_MS = 15_000

/** The client for calls that may take minutes: it has no timeout. */
export const patientClient = createTRPCClient<AppRouter>({
  links: [httpLink({ url: '/trpc', transformer: superjson })],
})

/**
 * Calls procedures without hooks, one request each. Import it only from code that is loaded on demand, to keep it out
 * of the pages' initial JavaScript.
 */
export const client = createTRPCClient<AppRouter>({
  links: [
    httpLink({
      url: '/trpc',
      transformer: superjson,
      fetch: (url, options) => fetch(url, { ...options, signal: AbortSignal.timeout(PATIENCE_MS) } as RequestInit),
    }),
  ],
})
