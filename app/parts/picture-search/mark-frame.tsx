import { useEffect, useId, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { frameBetween, moved, resized, type Corner } from '#server/media/appearance/frame-moves.shared.ts'
import { WHOLE_PICTURE, type Part } from '#server/media/appearance/frame.shared.ts'
import { lookup } from '#server/platform/lookup.schema.ts'

/** The step of an arrow key, without and with Shift, as a share of the picture's side. */
const [STEP, LONG_STEP] = [0.02, 0.1]
/** The delay after the last key press. */
const SETTLED_MS = 350

const CORNERS: ReadonlyArray<{ corner: Corner; name: string; className: string }> = [
  { corner: 'top-left', name: 'Top left corner', className: '-top-5.5 -left-5.5 cursor-nwse-resize' },
  { corner: 'top-right', name: 'Top right corner', className: '-top-5.5 -right-5.5 cursor-nesw-resize' },
  { corner: 'bottom-left', name: 'Bottom left corner', className: '-bottom-5.5 -left-5.5 cursor-nesw-resize' },
  { corner: 'bottom-right', name: 'Bottom right corner', className: '-right-5.5 -bottom-5.5 cursor-nwse-resize' },
]
const ARROWS = lookup<readonly [number, number]>({
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
})

interface Drag {
  what: Corner | 'frame' | 'new'
  /** As shares of the picture's sides. */
  x: number
  y: number
  from: Part
}

/**
 * A shopper's photo with a frame around the garment to search for. Drag it or its corners, use the arrow keys, or draw
 * a new frame with the mouse.
 */
export function MarkFrame({
  photo,
  frame,
  isReading,
  onFrame,
}: {
  photo: ImageBitmap
  frame: Part
  isReading: boolean
  /** Null to detect the garment again. */
  onFrame: (frame: Part | null) => void
}) {
  const hint = useId()
  const canvas = useRef<HTMLCanvasElement>(null)
  const area = useRef<HTMLDivElement>(null)
  const drag = useRef<Drag | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [shown, show] = useState(frame)
  useEffect(() => show(frame), [frame])
  useEffect(() => canvas.current?.getContext('2d')?.drawImage(photo, 0, 0), [photo])
  useEffect(() => () => clearTimeout(timer.current), [])

  const placeOf = (event: PointerEvent) => {
    const box = (area.current as HTMLDivElement).getBoundingClientRect()
    return { x: (event.clientX - box.left) / box.width, y: (event.clientY - box.top) / box.height }
  }
  const start = (what: Drag['what']) => (event: PointerEvent<HTMLElement>) => {
    // Outside the frame, touch scrolls the page.
    if (event.button !== 0 || (what === 'new' && event.pointerType === 'touch')) return
    event.stopPropagation()
    area.current?.setPointerCapture(event.pointerId)
    clearTimeout(timer.current)
    drag.current = { what, ...placeOf(event), from: shown }
  }
  const move = (event: PointerEvent) => {
    if (!drag.current) return
    const { what, x, y, from } = drag.current
    const now = placeOf(event)
    if (what === 'new') show(frameBetween({ x, y }, now))
    else if (what === 'frame') show(moved(from, now.x - x, now.y - y))
    else show(resized(from, what, now.x - x, now.y - y))
  }
  const end = () => {
    if (!drag.current) return
    const { from } = drag.current
    drag.current = null
    if (shown !== from) onFrame(shown)
  }
  const key = (what: Corner | 'frame') => (event: KeyboardEvent) => {
    const [across, down] = ARROWS[event.key] ?? []
    if (across === undefined || down === undefined) return
    event.preventDefault()
    const step = event.shiftKey ? LONG_STEP : STEP
    const next =
      what === 'frame' ? moved(shown, across * step, down * step) : resized(shown, what, across * step, down * step)
    show(next)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => onFrame(next), SETTLED_MS)
  }
  const percent = (share: number) => `${(share * 100).toFixed(2)}%`
  return (
    <div className="max-w-[26rem]">
      <div
        ref={area}
        className="relative mt-4 cursor-crosshair select-none"
        onPointerDown={start('new')}
        onPointerMove={move}
        onPointerUp={end}
        onPointerCancel={end}
      >
        <canvas
          ref={canvas}
          width={photo.width}
          height={photo.height}
          role="img"
          aria-label="Your photo"
          className="block w-full rounded-sm"
        />
        <div aria-hidden className="pointer-events-none absolute inset-0 overflow-hidden rounded-sm">
          <div
            className="absolute shadow-[0_0_0_100vmax_rgb(0_0_0/0.55)]"
            style={{
              left: percent(shown.left),
              top: percent(shown.top),
              width: percent(shown.width),
              height: percent(shown.height),
            }}
          />
        </div>
        <div
          className="absolute"
          style={{
            left: percent(shown.left),
            top: percent(shown.top),
            width: percent(shown.width),
            height: percent(shown.height),
          }}
        >
          <button
            type="button"
            aria-label={`Frame around the item: ${saying(shown)}`}
            aria-describedby={hint}
            className="absolute inset-0 cursor-move touch-none rounded-none border-2 border-[white] shadow-[0_0_0_1px_rgb(0_0_0/0.6)]"
            onPointerDown={start('frame')}
            onKeyDown={key('frame')}
          />
          {CORNERS.map(({ corner, name, className }) => (
            <button
              key={corner}
              type="button"
              aria-label={name}
              aria-describedby={hint}
              className={`absolute grid size-11 touch-none place-items-center rounded-full ${className}`}
              onPointerDown={start(corner)}
              onKeyDown={key(corner)}
            >
              <i aria-hidden className="size-4 rounded-full border border-[#0009] bg-[white]" />
            </button>
          ))}
        </div>
      </div>
      <p id={hint} className="mt-3 text-sm text-muted">
        Drag the frame or its corners around the item. With a keyboard, use the arrow keys, and Shift for larger steps.
      </p>
      <div className="mt-2 flex flex-wrap gap-x-6">
        <button type="button" className="link min-h-11 text-sm" onClick={() => onFrame(null)}>
          Find the item for me
        </button>
        <button type="button" className="link min-h-11 text-sm" onClick={() => onFrame(WHOLE_PICTURE)}>
          Use the whole photo
        </button>
      </div>
      <p role="status" className="sr-only">
        {isReading ? 'Searching with the new frame.' : ''}
      </p>
    </div>
  )
}

const saying = ({ left, top, width, height }: Part): string => {
  const [x, y, w, h] = [left, top, width, height].map((share) => Math.round(share * 100))
  return `${w} by ${h} percent of the photo, ${x} percent from the left, ${y} percent from the top`
}
