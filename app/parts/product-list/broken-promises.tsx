import type { SearchResult } from '#app/lib/api-types.ts'

/** A notice such as 'No vegan items found'. A condition that shoppers rely on is never dropped without saying so. */
export function BrokenPromises({ result: { brokenPromises } }: { result: SearchResult }) {
  if (!brokenPromises.length) return null
  return (
    <p className="notice font-semibold" role="status">
      {brokenPromises.map((promise) => `No ${promise} items found`).join('. ')}
    </p>
  )
}
