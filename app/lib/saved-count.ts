import { useSavedIds, useSession } from './use-session.ts'
import { pressedHearts } from './wishlist.ts'

/** So many fit in a badge. */
const MAX_SHOWN = 99

/** How many products are saved after these hearts were pressed. */
export function countSaved(savedIds: readonly string[], pressed: ReadonlyMap<string, boolean>): number {
  const saved = new Set(savedIds)
  for (const [productId, isSaved] of pressed) {
    if (isSaved) saved.add(productId)
    else saved.delete(productId)
  }
  return saved.size
}

/** '7', '99+'; '' for none. */
export const badgeText = (count: number): string => (count > MAX_SHOWN ? `${MAX_SHOWN}+` : count > 0 ? String(count) : '')

/** What the viewer has saved, as of the last heart; 0 for visitors. */
export function useSavedCount(): number {
  const session = useSession()
  const savedIds = useSavedIds()
  const pressed = pressedHearts.use()
  return session ? countSaved(savedIds, pressed) : 0
}
