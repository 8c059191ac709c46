import { trpc } from '#app/lib/trpc.tsx'

const FRESH_MS = 5 * 60_000
const KEPT_MS = 10 * 60_000

/** Loads the categories once for all components, and again after 5 minutes. Use it inside a TrpcProvider. */
export function useCategoryMenu() {
  const { data, isError, refetch } = trpc.search.menu.useQuery(undefined, { staleTime: FRESH_MS, gcTime: KEPT_MS })
  return { categories: data, hasFailed: isError && !data, retry: () => void refetch() }
}
