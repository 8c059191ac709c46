import { useSyncExternalStore } from 'react'

const never = () => () => undefined

/** False on the server and while the page comes alive, true ever after. */
export function useLive(): boolean {
  return useSyncExternalStore(never, () => true, () => false)
}
