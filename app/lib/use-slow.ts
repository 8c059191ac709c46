import { useEffect, useState } from 'react'

/** Faster responses show no skeleton. */
const PATIENCE_MS = 180

/** Returns true once `isBusy` has been true for long enough to notice. */
export function useSlow(isBusy: boolean): boolean {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    if (!isBusy) return
    const timer = setTimeout(() => setSlow(true), PATIENCE_MS)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [isBusy])
  return isBusy && isSlow
}
