import Panzoom from '@panzoom/panzoom'
import { useEffect, useRef, useState } from 'react'
import { Picture, type PictureProps } from '#app/components/picture.tsx'

const MOST = 5
const CLOSE = 2.5

/**
 * A picture as large as the screen that comes nearer by pinch, wheel, double tap, double click or the keys + and -, and
 * is then moved by finger or mouse. By Panzoom, because it adds no style element, which our policy forbids.
 */
export function ZoomedPicture({ picture }: Pick<PictureProps, 'picture'>) {
  const stage = useRef<HTMLDivElement>(null)
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    const moved = stage.current
    const frame = moved?.parentElement
    if (!moved || !frame) return
    const options = { maxScale: MOST, minScale: 1, contain: 'outside', panOnlyWhenZoomed: true, cursor: '' } as const
    const panzoom = Panzoom(moved, options)
    const end = new AbortController()
    const { signal } = end
    moved.addEventListener('panzoomchange', () => setNear(panzoom.getScale() > 1), { signal })
    frame.addEventListener('wheel', (event) => panzoom.zoomWithWheel(event), { signal, passive: false })
    frame.addEventListener(
      'dblclick',
      (event) => {
        if (panzoom.getScale() > 1) panzoom.reset()
        else panzoom.zoomToPoint(CLOSE, event, { animate: true })
      },
      { signal },
    )
    document.addEventListener(
      'keydown',
      ({ key }) => {
        if (key === '+' || key === '=') panzoom.zoomIn()
        else if (key === '-') panzoom.zoomOut()
      },
      { signal },
    )
    return () => {
      end.abort()
      panzoom.destroy()
    }
  }, [])
  return (
    <div className={`h-dvh overflow-hidden ${isNear ? 'cursor-grab' : 'cursor-zoom-in'}`}>
      <div ref={stage} className="grid h-full place-items-center">
        {/* As large as it will be before it is loaded: else it would grow under the pointer. */}
        <div style={{ width: `min(100vw, calc(100dvh * ${picture.width / (picture.height ?? picture.width)}))` }}>
          <Picture picture={picture} isPriority sizes="100vw" maxWidth={1600} className="h-auto w-full select-none" />
        </div>
      </div>
    </div>
  )
}
