import { useRootData } from '#app/lib/root-data.ts'
import { createShared } from '#app/lib/shared.ts'

/** Whether they were shown since the page was loaded. */
const wereSeen = createShared(false)

/** How many things have happened on the wishlist that its owner has not seen. */
export function useWishlistNews(): number {
  const unseen = useRootData()?.wishlistNews ?? 0
  return wereSeen.use() ? 0 : unseen
}

/** Tells the server that they were shown. What fails is told by the next page that shows them. */
export async function seenNews(): Promise<void> {
  try {
    const { client } = await import('#app/lib/trpc-client.ts')
    await client.wishlist.markEventsSeen.mutate()
    wereSeen.set(true)
  } catch {
    // They stay new.
  }
}
