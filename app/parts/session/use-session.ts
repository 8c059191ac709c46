import { createShared } from '#app/lib/shared.ts'
import { useRootData } from '#app/lib/root-data.ts'

/** A session of the root that has ended since the page was loaded. Set by the session machine. */
export const endedSession = createShared<object | null>(null)

/** Returns the root loader's session; null if there is none. */
export function useSession() {
  const session = useRootData()?.session ?? null
  return endedSession.use() === session ? null : session
}
