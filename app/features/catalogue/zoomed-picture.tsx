import Panzoom from '@panzoom/panzoom'
import { useEffect, useRef, useState } from 'react'
import { Picture, type PictureProps } from '#app/components/picture.tsx'
import { variantWidths } from '#server/media/media.schema.ts'
import { lookup } from '#server/platform/lookup.schema.ts'

const LARGEST = 1600
/** The maximum zoom and the double-click zoom, as multiples of the size on screen. A larger file raises both. */
const MAX_SCALE = 5
const CLOSE = 2.5
/** How far an arrow key moves the picture, in pixels. */
const STEP = 120

const ARROWS = lookup<readonly [x: number, y: number]>({
  ArrowLeft: [1, 0],
  ArrowRight: [-1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
})

/**
 * A full-screen picture. Pinch, wheel, double tap, double click or the keys + and - zoom in, down to single pixels.
 * Finger, mouse or arrow keys move it. Uses Panzoom, because it adds no style element, which our content security
 * policy forbids.
 */
export function ZoomedPicture({ picture }: Pick<PictureProps, 'picture'>) {
  const stage = useRef<HTMLDivElement>(null)
  const [isNear, setNear] = useState(false)
  const file = variantWidths(picture.width, LARGEST).at(-1) ?? picture.width
  useEffect(() => {
    const moved = stage.current
    const frame = moved?.parentElement
    const shown = moved?.firstElementChild?.clientWidth
    if (!moved || !frame || !shown) return
    const fullScale = file / shown
    const panzoom = Panzoom(moved, {
      maxScale: Math.max(MAX_SCALE, fullScale),
      minScale: 1,
      contain: 'outside',
      panOnlyWhenZoomed: true,
      cursor: '',
    })
    const end = new AbortController()
    const { signal } = end
    moved.addEventListener('panzoomchange', () => setNear(panzoom.getScale() > 1), { signal })
    frame.addEventListener('wheel', (event) => panzoom.zoomWithWheel(event), { signal, passive: false })
    frame.addEventListener(
      'dblclick',
      (event) => {
        if (panzoom.getScale() > 1) panzoom.reset()
        else panzoom.zoomToPoint(Math.max(CLOSE, fullScale), event, { animate: true })
      },
      { signal },
    )
    document.addEventListener(
      'keydown',
      (event) => {
        const arrow = panzoom.getScale() > 1 ? ARROWS[event.key] : undefined
        if (event.key === '+' || event.key === '=') panzoom.zoomIn()
        else if (event.key === '-') panzoom.zoomOut()
        else if (event.key === '0') panzoom.reset()
        else if (arrow) {
          const scale = panzoom.getScale()
          panzoom.pan((arrow[0] * STEP) / scale, (arrow[1] * STEP) / scale, { relative: true })
          // Otherwise the dialog would show the next picture.
          event.stopPropagation()
          event.preventDefault()
        }
      },
      { signal, capture: true },
    )
    return () => {
      end.abort()
      panzoom.destroy()
    }
  }, [file])
  return (
    <div className={`h-dvh overflow-hidden ${isNear ? 'cursor-grab' : 'cursor-zoom-in'}`}>
      <div ref={stage} className="grid h-full place-items-center">
        {/* Reserves the final size before the picture loads. Otherwise it would grow under the pointer. */}
        <div style={{ width: `min(100vw, calc(100dvh * ${picture.width / (picture.height ?? picture.width)}))` }}>
          <Picture
            picture={picture}
            isPriority
            // When zoomed in, the browser loads the full-size file.
            sizes={isNear ? `${file}px` : '100vw'}
            maxWidth={LARGEST}
            className="h-auto w-full select-none"
          />
        </div>
      </div>
    </div>
  )
}
