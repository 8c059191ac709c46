import { useEffect, useState } from 'react'

/** Quick answers need no skeleton. */
const PATIENCE_MS = 180

/** True once `isBusy` has been true for longer than people take for at once. */
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
