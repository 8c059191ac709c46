import { useEffect, useState, type ComponentType } from 'react'

/** A part of the page that is loaded once it is wanted. Unlike React's lazy, a failure stays where it is and can be tried again. */
export function usePart<Props>(load: () => Promise<ComponentType<Props>>, isWanted: boolean): { Part: ComponentType<Props> | null; hasFailed: boolean; retry: () => void } {
  const [Part, setPart] = useState<ComponentType<Props> | null>(null)
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => {
    if (!isWanted || Part || hasFailed) return
    let isGone = false
    load().then((part) => !isGone && setPart(() => part), () => !isGone && setFailed(true))
    return () => {
      isGone = true
    }
  }, [load, isWanted, Part, hasFailed])
  return { Part, hasFailed, retry: () => setFailed(false) }
}
