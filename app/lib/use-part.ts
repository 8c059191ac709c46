import { createElement, useEffect, useState, type ComponentType } from 'react'
import { importExtra, isLeaving } from './stale-build.ts'
import { toast } from './toast.ts'
import { useEvent } from './use-event.ts'

/** Loads a component when it is first needed. Unlike with React's lazy, a failure stays local and can be retried. */
export function usePart<Props>(
  load: () => Promise<ComponentType<Props>>,
  isWanted: boolean,
): { Part: ComponentType<Props> | null; hasFailed: boolean; retry: () => void } {
  const [Part, setPart] = useState<ComponentType<Props> | null>(null)
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => {
    if (!isWanted || Part || hasFailed) return
    let isGone = false
    load().then(
      (part) => !isGone && setPart(() => part),
      () => !isGone && setFailed(true),
    )
    return () => {
      isGone = true
    }
  }, [load, isWanted, Part, hasFailed])
  return { Part, hasFailed, retry: () => setFailed(false) }
}

/** The delays before each retry, in ms. */
const RETRY_MS = [400, 1_500]

/**
 * Loads a part, and retries if the network fails. Only the last attempt may detect a newer build (stale-build.ts),
 * because that reloads the page.
 */
async function loadPatiently<T>(load: () => Promise<T | undefined>): Promise<T> {
  for (const pause of RETRY_MS) {
    if (!navigator.onLine) break
    const part = await importExtra(load).catch(() => undefined)
    if (part !== undefined) return part
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
  const part = await load()
  if (part === undefined) throw new Error('A part of the page is missing.')
  return part
}

type PartModule<P> = { default: ComponentType<P> }

/**
 * Loads an optional part, for React's lazy. If it cannot be loaded, for example offline, nothing is shown instead of an
 * error.
 */
export const optionalPart = <P>(load: () => Promise<PartModule<P> | undefined>): Promise<PartModule<P>> =>
  loadPatiently(load).catch(() => ({ default: () => null }))

/**
 * Returns a component that loads when it is first shown, and shows `Loading` until then. On failure the page stays as
 * it is, a message appears, and `onMissing` lets the caller offer it again.
 */
export function lazyPart<P extends object>(
  load: () => Promise<PartModule<P> | undefined>,
  Loading: ComponentType = () => null,
): ComponentType<P & { onMissing: () => void }> {
  const loadPart = async () => (await loadPatiently(load)).default
  return function LazyPart({ onMissing, ...props }) {
    const { Part, hasFailed } = usePart<P>(loadPart, true)
    const onFailed = useEvent(() => {
      if (isLeaving()) return
      toast.set({
        tone: 'error',
        title: navigator.onLine
          ? 'This could not be loaded.'
          : 'You are offline, and this is not saved on your device.',
        text: 'Everything else still works. Please try again in a moment.',
      })
      onMissing()
    })
    useEffect(() => {
      if (hasFailed) onFailed()
    }, [hasFailed, onFailed])
    return Part ? createElement(Part, props as unknown as P) : createElement(Loading)
  }
}
