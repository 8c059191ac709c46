import { useEffect, useState, type ComponentType } from 'react'

/** A component that is loaded once it is wanted. Unlike with React's lazy, a failure stays local and can be retried. */
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

/** An optional part: if it cannot be loaded, for example offline, nothing is shown instead of an error. */
export async function optionalPart<P>(
  part: Promise<{ default: ComponentType<P> } | undefined>,
): Promise<{ default: ComponentType<P> }> {
  return (await part.catch(() => undefined)) ?? { default: () => null }
}
