import { useEffect, useState } from 'react'

/** Loads data once, when the component appears: for dialogs and tabs that need more than their page does. */
export function useLoaded<T>(load: () => Promise<T>): T | 'loading' | 'failed' {
  const [loaded, setLoaded] = useState<T | 'loading' | 'failed'>('loading')
  // eslint-disable-next-line react-hooks/exhaustive-deps -- runs once, on mount
  useEffect(() => void load().then(setLoaded, () => setLoaded('failed')), [])
  return loaded
}
