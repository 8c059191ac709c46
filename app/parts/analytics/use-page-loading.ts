import { useNavigation } from '@remix-run/react'

/** Returns whether another state of this page is loading: the current one stays, dimmed. */
export function usePageLoading(path: string): boolean {
  const { state, location } = useNavigation()
  return state === 'loading' && location.pathname === path
}
