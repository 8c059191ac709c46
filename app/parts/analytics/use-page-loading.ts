import { useNavigation } from '@remix-run/react'

/** Whether another state of this page is on its way: what is shown stays, and is dimmed. */
export function usePageLoading(path: string): boolean {
  const { state, location } = useNavigation()
  return state === 'loading' && location.pathname === path
}
