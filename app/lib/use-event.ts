import { useCallback, useRef } from 'react'
import { useEffectBeforePaint } from './use-effect-before-paint.ts'

/** Returns a stable function that calls the latest handler. For listeners and effects, not for rendering. */
export function useEvent<Args extends unknown[]>(handler: (...args: Args) => void): (...args: Args) => void {
  const latest = useRef(handler)
  useEffectBeforePaint(() => {
    latest.current = handler
  })
  return useCallback((...args: Args) => latest.current(...args), [])
}
