import { useLocation } from '@remix-run/react'
import { useEffect, useRef, useState } from 'react'
import { useEvent } from '#app/lib/use-event.ts'

/** What the router writes into a history entry, and how many things are open over its page. */
type Entry = { key?: string; depth?: number } | null
const readEntry = () => window.history.state as Entry

/** Registered first, because the router listens too and would reload the page. */
let popState: (event: PopStateEvent) => void = () => undefined
if (typeof window !== 'undefined') window.addEventListener('popstate', (event) => popState(event))

/**
 * A stack of things open over the page; the browser's Back closes the top one. Each has a history entry with the page's
 * address and key, and the router does not hear of steps between those.
 * @param onEmpty called when the last one is to be closed
 */
export function useBackStack(onEmpty: () => void) {
  const { key } = useLocation()
  const [stack, setStack] = useState<readonly string[]>([])
  const depth = useRef(0)
  const isClearing = useRef(false)
  const afterwards = useRef<() => void>()
  const cut = useEvent((to: number) => {
    depth.current = to
    isClearing.current = false
    setStack((names) => names.slice(0, to))
  })
  // Another page is shown: the entries below do not belong to it.
  useEffect(() => cut(0), [cut, key])
  const onPopState = useEvent((event: PopStateEvent) => {
    const entry = event.state as Entry
    const to = entry?.depth ?? 0
    if ((entry?.key ?? 'default') !== key || (depth.current === 0 && to === 0)) return
    event.stopImmediatePropagation()
    cut(Math.min(to, depth.current))
    if (depth.current > 0) return
    onEmpty()
    afterwards.current?.()
    afterwards.current = undefined
  })
  useEffect(() => {
    popState = onPopState
    return () => {
      popState = () => undefined
    }
  }, [onPopState])
  return {
    stack,
    push: (name: string) => {
      // Reload and Forward lead to an entry at which something was open; now nothing is.
      if (depth.current === 0) window.history.replaceState({ ...readEntry(), depth: 0 }, '')
      depth.current++
      window.history.pushState({ ...readEntry(), depth: depth.current }, '')
      setStack([...stack, name])
    },
    /** The present value; `stack` has it only after the next rendering. */
    isEmpty: () => depth.current === 0,
    back: () => window.history.back(),
    /** Closes everything. `act` then runs with the history as if nothing had been open. */
    clear: (act?: () => void) => {
      if (isClearing.current) return
      if (depth.current === 0) return act?.()
      isClearing.current = true
      afterwards.current = act
      window.history.go(-depth.current)
    },
  }
}
