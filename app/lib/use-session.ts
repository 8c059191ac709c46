import { useRouteLoaderData } from '@remix-run/react'
import type { loader } from '#app/root.tsx'
import { createStore } from './store.ts'

/** The root's word that a session is over although the page has not been loaded anew: set by the session's machine. */
export const endedSession = createStore<object | null>(null)

/** Who is signed in, as the root says; null for nobody. */
export function useSession() {
  const session = useRouteLoaderData<typeof loader>('root')?.session ?? null
  return endedSession.use() === session ? null : session
}

/** What the viewer has saved, as of when the page was loaded. */
export function useSavedIds(): readonly string[] {
  return useRouteLoaderData<typeof loader>('root')?.savedIds ?? NONE
}

const NONE: readonly string[] = []
