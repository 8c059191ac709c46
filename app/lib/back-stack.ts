import { useLocation } from '@remix-run/react'
import { useEffectBeforePaint } from './use-effect-before-paint.ts'
import { useEvent } from './use-event.ts'

/** The router's state in a history entry, and the number of layers open over its page. */
type Entry = { key?: string; depth?: number } | null

/** The functions that close the layers, top layer last. */
const layers: Array<() => void> = []
/** The callback to run after going back a step. */
let onArrival: (() => void) | null = null

const parseEntry = () => window.history.state as Entry
const parseDepth = () => parseEntry()?.depth ?? 0
/** Returns whether the entry belongs to the router's current page, which may not be rendered yet. */
const isOfPage = (entry: Entry) => (entry?.key ?? 'default') === window.__remixRouter.state.location.key

function stepBack(toDepth: number, then: () => void): void {
  onArrival = then
  window.history.go(toDepth - parseDepth())
}

/** Gives every layer a history entry, and steps back past the entries of closed layers. */
function settle(): void {
  if (onArrival) return
  if (parseDepth() > layers.length) return stepBack(layers.length, settle)
  while (parseDepth() < layers.length) window.history.pushState({ ...parseEntry(), depth: parseDepth() + 1 }, '')
}

function onPopState(event: PopStateEvent): void {
  const entry = event.state as Entry
  if (onArrival) {
    const then = onArrival
    onArrival = null
    // The visitor pressed Back at the same time, and the browser merged both steps.
    if (!isOfPage(entry)) return
    event.stopImmediatePropagation()
    return then()
  }
  const depth = entry?.depth ?? 0
  if ((layers.length === 0 && depth === 0) || !isOfPage(entry)) return
  event.stopImmediatePropagation()
  for (const close of layers.splice(depth).reverse()) close()
}

/** Makes a link continue from the page, not from the entry of a layer over it. */
function onClick(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link || link.target || event.button !== 0 || parseDepth() === 0) return
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  event.stopPropagation()
  fromPage(() => link.click())
}

// Registered before the router's listener, which would reload the page.
if (typeof window !== 'undefined') {
  window.addEventListener('popstate', onPopState)
  window.addEventListener('click', onClick, true)
}

/** Runs `act`, which navigates, as if no layers were open. Layers that stay open get an entry on the new page. */
export function fromPage(act: () => void): void {
  if (onArrival) onArrival = act
  else if (parseDepth() === 0) act()
  else stepBack(0, act)
}

/**
 * Adds a layer over the page. The browser's Back closes it before it leaves the page. The layer has a history entry
 * with the page's URL and key, and the router ignores steps between such entries. Not for layers that open
 * automatically, because visitors who did not open one expect Back to leave the page.
 */
export function useBackLayer(isOpen: boolean, close: () => void): void {
  const onBack = useEvent(close)
  // Runs before the page's own effect, which must not see the previous page's layers.
  useEffectBeforePaint(() => {
    if (!isOpen) return
    const layer = () => onBack()
    layers.push(layer)
    // Deferred, so that closing one layer and opening another changes nothing.
    queueMicrotask(settle)
    return () => {
      const at = layers.indexOf(layer)
      if (at >= 0) layers.splice(at, 1)
      queueMicrotask(settle)
    }
  }, [isOpen, onBack])
}

/** Gives open layers their entries on each new page. Call it once, in the root. */
export function useLayeredPage(): void {
  const { key } = useLocation()
  // Runs before the visitor can see the new page and go back from it.
  useEffectBeforePaint(() => queueMicrotask(settle), [key])
}
