import type { SearchResult } from '#app/lib/api-types.ts'

/** 'No vegan ones': what a shopper relies on is never left out without saying so first. */
export function BrokenPromises({ result: { brokenPromises } }: { result: SearchResult }) {
  if (!brokenPromises.length) return null
  return (
    <p className="notice font-semibold" role="status">
      {brokenPromises.map((promise) => `No ${promise} ones`).join('. ')}
    </p>
  )
}
