import { prefersReducedMotion } from '#app/lib/device.ts'
import { importExtra } from '#app/lib/stale-build.ts'

const LASTS_MS = 3_000
const PULSE_MS = 250
const PIECES = 60
const COLOURS = ['#f5c518', '#f6f1e7', '#b0a698', '#f07a66']

/**
 * Shows confetti over the page for 3 s: a burst from both sides every 250 ms, smaller each time. Shows none with
 * reduced motion.
 * @returns a function that stops it
 */
export function celebrate(): () => void {
  let stop = () => undefined as void
  let isOver = prefersReducedMotion()
  const begin = async () => {
    const { default: confetti } = await importExtra(() => import('canvas-confetti'))
    if (isOver) return
    const canvas = document.body.appendChild(document.createElement('canvas'))
    canvas.className = 'pointer-events-none fixed inset-0 z-60 size-full'
    canvas.ariaHidden = 'true'
    // Our content security policy forbids the worker, which is created from a blob.
    const fire = confetti.create(canvas, { resize: true, useWorker: false })
    const endsAt = Date.now() + LASTS_MS
    const pulse = () => {
      const left = (endsAt - Date.now()) / LASTS_MS
      if (left <= 0) return stop()
      const shared = {
        particleCount: Math.ceil((PIECES * left) / 2),
        startVelocity: 32,
        spread: 360,
        ticks: 70,
        zIndex: 60,
        colors: COLOURS,
      }
      for (const [from, to] of [
        [0.08, 0.32],
        [0.68, 0.92],
      ] as const)
        void fire({ ...shared, origin: { x: from + Math.random() * (to - from), y: Math.random() * 0.5 - 0.1 } })
    }
    const pulses = setInterval(pulse, PULSE_MS)
    pulse()
    stop = () => {
      clearInterval(pulses)
      // Lets the last pieces finish falling.
      setTimeout(() => canvas.remove(), LASTS_MS / 2)
    }
  }
  // A failure is ignored, because confetti is only decoration.
  if (!isOver) void begin().catch(() => undefined)
  return () => {
    isOver = true
    stop()
  }
}
