import { useCallback, useLayoutEffect, useRef } from 'react'

/** A function that stays the same and does what it was given last. For listeners and effects, not for rendering. */
export function useEvent<Args extends unknown[]>(handler: (...args: Args) => void): (...args: Args) => void {
  const latest = useRef(handler)
  useEffectBeforePaint(() => {
    latest.current = handler
  })
  return useCallback((...args: Args) => latest.current(...args), [])
}

/** React warns of layout effects on the server, where there are none to run. */
const useEffectBeforePaint = typeof document === 'undefined' ? () => undefined : useLayoutEffect
