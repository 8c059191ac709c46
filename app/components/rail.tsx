import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { useRef, useState, type ReactNode } from 'react'

/** A row that scrolls horizontally: by touch, wheel, keyboard or its buttons. Works without JavaScript. */
export function Rail({ label, children, className = '' }: { label: string; children: ReactNode; className?: string }) {
  // Only mouse users see the buttons, so they are rendered on the first hover.
  const [isReached, setReached] = useState(false)
  const track = useRef<HTMLUListElement>(null)
  const move = (direction: 1 | -1) => {
    const element = track.current
    element?.scrollBy({ left: direction * element.clientWidth * 0.8, behavior: 'smooth' })
  }
  return (
    <div className="rail-frame" onPointerEnter={() => setReached(true)}>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable areas need keyboard access */}
      <ul ref={track} aria-label={label} tabIndex={0} className={`rail ${className}`}>
        {children}
      </ul>
      {isReached &&
        ([-1, 1] as const).map((direction) => {
          const Icon = direction === 1 ? ChevronRight : ChevronLeft
          return (
            <button
              key={direction}
              type="button"
              tabIndex={-1}
              aria-hidden
              onClick={() => move(direction)}
              className="icon-button rail-step"
            >
              <Icon aria-hidden size={22} strokeWidth={1.5} />
            </button>
          )
        })}
    </div>
  )
}
