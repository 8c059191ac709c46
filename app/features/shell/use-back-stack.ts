import { useLocation } from '@remix-run/react'
import { useEffect, useRef, useState } from 'react'
import { useEvent } from '#app/lib/use-event.ts'

/** What the router writes into an entry of the history, and how many things are open over its page. */
type Entry = { key?: string; depth?: number } | null
const readEntry = () => window.history.state as Entry

/** Listens from the start: browsers ask in the order of listening, and the router, which would load the page anew, comes later. */
let popState: (event: PopStateEvent) => void = () => undefined
if (typeof window !== 'undefined') window.addEventListener('popstate', (event) => popState(event))

/**
 * What is open over the page, one thing upon the other; the browser's Back closes the uppermost. Each has an entry of its own in the
 * browser's history, with the page's address and key, and the router is not told when people go back between those.
 * @param onEmpty the last one is to be closed
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
  // Another page is shown: the entries below it are not its own.
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
      // Reloading and Forward lead to an entry that something was open at: nothing is any more.
      if (depth.current === 0) window.history.replaceState({ ...readEntry(), depth: 0 }, '')
      depth.current++
      window.history.pushState({ ...readEntry(), depth: depth.current }, '')
      setStack([...stack, name])
    },
    /** As of now, which `stack` learns at the next rendering. */
    isEmpty: () => depth.current === 0,
    back: () => window.history.back(),
    /** Closes everything; what is to be done then finds the history as if nothing had been open. */
    clear: (act?: () => void) => {
      if (isClearing.current) return
      if (depth.current === 0) return act?.()
      isClearing.current = true
      afterwards.current = act
      window.history.go(-depth.current)
    },
  }
}
