import { useSyncExternalStore } from 'react'

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** Whether the browser has a network; not whether the shop answers. */
export function useOnline(): boolean {
  return useSyncExternalStore(subscribe, () => navigator.onLine, () => true)
}

/** Calls back when the network returns and the shop answers: browsers tell of networks that lead nowhere, too. */
export function onceReachable(callBack: () => void): () => void {
  const onOnline = async () => {
    const answer = await fetch('/sw.js', { method: 'HEAD', cache: 'no-store' }).catch(() => null)
    if (answer?.ok) callBack()
  }
  const listener = () => void onOnline()
  window.addEventListener('online', listener)
  return () => window.removeEventListener('online', listener)
}
