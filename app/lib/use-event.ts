import { useCallback, useLayoutEffect, useRef } from 'react'

/** A stable function that calls the latest handler. For listeners and effects, not for rendering. */
export function useEvent<Args extends unknown[]>(handler: (...args: Args) => void): (...args: Args) => void {
  const latest = useRef(handler)
  useEffectBeforePaint(() => {
    latest.current = handler
  })
  return useCallback((...args: Args) => latest.current(...args), [])
}

/** React warns about layout effects on the server. */
const useEffectBeforePaint = typeof document === 'undefined' ? () => undefined : useLayoutEffect
