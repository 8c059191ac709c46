import { useRevalidator } from '@remix-run/react'
import { useEffect } from 'react'

const EVERY_MS = 1_000

/** Reloads the page's data every second while an import is running and the page is visible. */
export function useRefresh(isRunning: boolean): void {
  const { revalidate, state } = useRevalidator()
  useEffect(() => {
    if (!isRunning || state !== 'idle') return
    const timer = setTimeout(() => {
      if (!document.hidden) void revalidate()
    }, EVERY_MS)
    const look = () => void revalidate()
    document.addEventListener('visibilitychange', look)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [isRunning, state, revalidate])
}
