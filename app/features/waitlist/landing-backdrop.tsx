import { useEffect, useRef, useState } from 'react'
import { isWeakDevice, prefersReducedMotion } from '#app/lib/device.ts'
import { importExtra } from '#app/lib/stale-build.ts'

/** The background: dark with a yellow light and, on fast enough devices, a moving landscape. */
export function Backdrop() {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [isDrawn, setDrawn] = useState(false)
  useEffect(() => {
    let end: (() => void) | undefined
    let isGone = false
    const begin = async () => {
      if (!mayMove()) return
      const topology = await importExtra(() => import('./topology.ts')).catch(() => null)
      if (!topology) {
        // eslint-disable-next-line no-console -- the page works without the animation; the console informs developers
        console.warn('THREE.js failed to load')
        return
      }
      if (!isGone && canvas.current) end = topology.startTopology(canvas.current, () => setDrawn(true))
    }
    const cancel = whenIdle(() => void begin().catch(() => setDrawn(false)))
    return () => {
      isGone = true
      cancel()
      end?.()
    }
  }, [])
  return (
    <div aria-hidden className="backdrop">
      <canvas ref={canvas} data-drawn={isDrawn ? '' : undefined} />
    </div>
  )
}

function mayMove(): boolean {
  const savesData = (navigator as { connection?: { saveData?: boolean } }).connection?.saveData ?? false
  return (
    !prefersReducedMotion() &&
    !isWeakDevice() &&
    !savesData &&
    document.createElement('canvas').getContext('webgl2') !== null
  )
}

/** Calls `act` once the page has loaded and the browser is idle. */
function whenIdle(act: () => void): () => void {
  let isOver = false
  const once = () => !isOver && act()
  // Safari has no requestIdleCallback.
  const wait = () =>
    'requestIdleCallback' in window ? requestIdleCallback(once, { timeout: 2_000 }) : setTimeout(once, 300)
  if (document.readyState === 'complete') wait()
  else window.addEventListener('load', wait, { once: true })
  return () => {
    isOver = true
    window.removeEventListener('load', wait)
  }
}
