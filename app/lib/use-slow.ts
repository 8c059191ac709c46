import { useEffect, useState } from 'react'

/** Quicker answers need no skeleton. */
const PATIENCE_MS = 180

/** True once `isBusy` has been true for long enough to be noticed. */
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
