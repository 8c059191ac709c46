import { createTRPCClient, httpLink } from '@trpc/client'
import superjson from 'superjson'
import type { AppRouter } from '#server/router.ts'

const PATIENCE_MS = 15_000

/** For what may take minutes: it is waited for as long as it takes. */
export const patientClient = createTRPCClient<AppRouter>({
  links: [httpLink({ url: '/trpc', transformer: superjson })],
})

/**
 * Calls procedures without hooks, one request each. Import it only from code that is loaded on demand, to keep it out
 * of the pages' first JavaScript.
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
