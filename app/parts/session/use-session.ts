import { createShared } from '#app/lib/shared.ts'
import { useRootData } from '#app/lib/root-data.ts'

/** The session of the root that has ended although the page was not reloaded. Set by the session machine. */
export const endedSession = createShared<object | null>(null)

/** The session of the root loader; null if there is none. */
export function useSession() {
  const session = useRootData()?.session ?? null
  return endedSession.use() === session ? null : session
}
