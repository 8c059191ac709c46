import { useRootData, type RootData } from '#app/lib/root-data.ts'
import { createShared } from '#app/lib/shared.ts'

/** The root's data whose news were shown: later ones may tell of others. */
const seenOf = createShared<RootData | null>(null)

/** How many things have happened on the wishlist that its owner has not seen. */
export function useWishlistNews(): number {
  const root = useRootData()
  return seenOf.use() === root ? 0 : (root?.wishlistNews ?? 0)
}

/** Tells the server that everything until then was shown. What fails is told by the next page that shows it. */
export async function seenNews(until: Date, root: RootData | undefined): Promise<void> {
  try {
    const { client } = await import('#app/lib/trpc-client.ts')
    await client.wishlist.markEventsSeen.mutate({ until: until.toISOString() })
    seenOf.set(root ?? null)
  } catch {
    // They stay new.
  }
}
