import { Dialog, DialogPanel, DialogTitle } from '@headlessui/react'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import X from 'lucide-react/icons/x'
import type { KeyboardEvent } from 'react'
import { useBackLayer } from '#app/lib/back-stack.ts'
import type { ProductDetail } from '#app/lib/api-types.ts'
import { ZoomedPicture } from './zoomed-picture.tsx'

interface ZoomDialogProps {
  name: string
  pictures: ProductDetail['pictures']
  index: number
  onMove: (steps: number) => void
  onClose: () => void
}

/**
 * A full-screen picture: Escape or the close button closes it, the arrow keys change it. Loaded when it is first
 * opened.
 */
export default function ZoomDialog({ name, pictures, index, onMove, onClose }: ZoomDialogProps) {
  useBackLayer(true, onClose)
  const picture = pictures[index]
  if (!picture) return null
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowLeft') onMove(-1)
    else if (event.key === 'ArrowRight') onMove(1)
    else return
    // The gallery behind the dialog also handles the arrow keys. Escape must pass, because Headless UI listens for it
    // on the window.
    event.stopPropagation()
  }
  const button = 'icon-button absolute z-10 bg-ink/70 backdrop-blur-sm'
  return (
    <Dialog open onClose={onClose} onKeyDown={onKeyDown} className="relative z-50">
      <div className="fixed inset-0 bg-ink/96" />
      <DialogPanel className="fixed inset-0 animate-appear overflow-hidden">
        <DialogTitle className="sr-only">
          {name}, picture {index + 1} of {pictures.length}
        </DialogTitle>
        <ZoomedPicture key={picture.name} picture={picture} />
        <button type="button" onClick={onClose} aria-label="Close" className={`${button} top-4 right-4`}>
          <X aria-hidden size={22} />
        </button>
        {pictures.length > 1 && (
          <>
            <button
              type="button"
              onClick={() => onMove(-1)}
              aria-label="Previous picture"
              className={`${button} top-1/2 left-4`}
            >
              <ChevronLeft aria-hidden size={24} />
            </button>
            <button
              type="button"
              onClick={() => onMove(1)}
              aria-label="Next picture"
              className={`${button} top-1/2 right-4`}
            >
              <ChevronRight aria-hidden size={24} />
            </button>
            <p
              aria-hidden
              className="absolute bottom-5 left-1/2 -translate-x-1/2 rounded-full bg-ink/80 px-3 py-1.5 text-sm tabular-nums"
            >
              {index + 1} / {pictures.length}
            </p>
          </>
        )}
      </DialogPanel>
    </Dialog>
  )
}
