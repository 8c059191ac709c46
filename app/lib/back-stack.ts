import { useLocation } from '@remix-run/react'
import { useEffectBeforePaint } from './use-effect-before-paint.ts'
import { useEvent } from './use-event.ts'

/** What the router writes into a history entry, and how many layers are open over its page. */
type Entry = { key?: string; depth?: number } | null

/** How each layer is closed; the top one comes last. */
const layers: Array<() => void> = []
/** While we go back a step: what to do next. */
let onArrival: (() => void) | null = null

const parseEntry = () => window.history.state as Entry
const parseDepth = () => parseEntry()?.depth ?? 0
/** Whether it is an entry of the page that the router is on, which may not have been drawn yet. */
const isOfPage = (entry: Entry) => (entry?.key ?? 'default') === window.__remixRouter.state.location.key

function stepBack(toDepth: number, then: () => void): void {
  onArrival = then
  window.history.go(toDepth - parseDepth())
}

/** Gives every layer a history entry, and leaves the entries of closed layers. */
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
    // The visitor went back meanwhile, and the browser merged both steps.
    if (!isOfPage(entry)) return
    event.stopImmediatePropagation()
    return then()
  }
  const depth = entry?.depth ?? 0
  if ((layers.length === 0 && depth === 0) || !isOfPage(entry)) return
  event.stopImmediatePropagation()
  for (const close of layers.splice(depth).reverse()) close()
}

/** A link continues from the page, not from an entry of something open over it. */
function onClick(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link || link.target || event.button !== 0 || parseDepth() === 0) return
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  event.stopPropagation()
  fromPage(() => link.click())
}

// Registered first, because the router listens too and would reload the page.
if (typeof window !== 'undefined') {
  window.addEventListener('popstate', onPopState)
  window.addEventListener('click', onClick, true)
}

/** Runs `act`, which navigates, with the history as if nothing were open. What stays open gets its entry on the new page. */
export function fromPage(act: () => void): void {
  if (onArrival) onArrival = act
  else if (parseDepth() === 0) act()
  else stepBack(0, act)
}

/**
 * Something open over the page, which the browser's Back closes before it leaves the page. It has a history entry with
 * the page's address and key, and the router does not hear of steps between those. Not for layers that open
 * automatically: visitors who did not open one want Back to leave the page.
 */
export function useBackLayer(isOpen: boolean, close: () => void): void {
  const onBack = useEvent(close)
  // Before the page's own effect, which must not see the layers of the page before.
  useEffectBeforePaint(() => {
    if (!isOpen) return
    const layer = () => onBack()
    layers.push(layer)
    // Later, so that closing one thing for another changes nothing.
    queueMicrotask(settle)
    return () => {
      const at = layers.indexOf(layer)
      if (at >= 0) layers.splice(at, 1)
      queueMicrotask(settle)
    }
  }, [isOpen, onBack])
}

/** Gives open layers their entries on each new page. Once, in the root. */
export function useLayeredPage(): void {
  const { key } = useLocation()
  // Before anybody sees the new page and goes back from it.
  useEffectBeforePaint(() => queueMicrotask(settle), [key])
}
