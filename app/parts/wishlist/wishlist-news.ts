import { useRootData, type RootData } from '#app/lib/root-data.ts'
import { createShared } from '#app/lib/shared.ts'

/** The root data whose news has been shown. Newer root data may contain more. */
const seenOf = createShared<RootData | null>(null)

/** Returns the number of wishlist events that the owner has not seen. */
export function useWishlistNews(): number {
  const root = useRootData()
  return seenOf.use() === root ? 0 : (root?.wishlistNews ?? 0)
}

/** Marks all events up to a time as seen. If that fails, the next page that shows them tries again. */
export async function seenNews(until: Date, root: RootData | undefined): Promise<void> {
  try {
    const { client } = await import('#app/lib/trpc-client.ts')
    await client.wishlist.markEventsSeen.mutate({ until: until.toISOString() })
    seenOf.set(root ?? null)
  } catch {
    // If the request fails, the events stay unseen.
  }
}
