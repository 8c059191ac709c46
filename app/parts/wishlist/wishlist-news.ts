import { useRootData, type RootData } from '#app/lib/root-data.ts'
import { createShared } from '#app/lib/shared.ts'

/** The root data with the news that were shown: later data may have others. */
const seenOf = createShared<RootData | null>(null)

/** The number of wishlist events that the owner has not seen. */
export function useWishlistNews(): number {
  const root = useRootData()
  return seenOf.use() === root ? 0 : (root?.wishlistNews ?? 0)
}

/** Tells the server that everything until then was shown. If that fails, the next page that shows it tries again. */
export async function seenNews(until: Date, root: RootData | undefined): Promise<void> {
  try {
    const { client } = await import('#app/lib/trpc-client.ts')
    await client.wishlist.markEventsSeen.mutate({ until: until.toISOString() })
    seenOf.set(root ?? null)
  } catch {
    // They stay new.
  }
}
