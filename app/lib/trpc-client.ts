import { createTRPCClient, httpLink } from '@trpc/client'
import superjson from 'superjson'
import type { AppRouter } from '#server/trpc/router.ts'

const PATIENCE_MS = 15_000

/** Procedures without hooks, one request each. Import it only from what is loaded on demand: pages come without it. */
export const client = createTRPCClient<AppRouter>({
  links: [httpLink({ url: '/trpc', transformer: superjson, fetch: (url, options) => fetch(url, { ...options, signal: AbortSignal.timeout(PATIENCE_MS) } as RequestInit) })],
})
