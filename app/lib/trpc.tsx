import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { httpBatchLink } from '@trpc/client'
import { createTRPCReact } from '@trpc/react-query'
import type { ReactNode } from 'react'
import superjson from 'superjson'
import type { AppRouter } from '#server/router.ts'

/**
 * Procedures as hooks. Import it only from code that is loaded on demand, to keep it out of the pages' initial
 * JavaScript.
 */
export const trpc = createTRPCReact<AppRouter>()

const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false, refetchOnWindowFocus: false } } })
const client = trpc.createClient({ links: [httpBatchLink({ url: '/trpc', transformer: superjson })] })

/** Wraps components that use `trpc`; all share one cache. */
export function TrpcProvider({ children }: { children: ReactNode }) {
  return (
    <trpc.Provider client={client} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </trpc.Provider>
  )
}
