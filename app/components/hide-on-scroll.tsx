import { useEffect, useState, type ReactNode } from 'react'

/** Scrolling less than this changes nothing. */
const THRESHOLD_PX = 6

/** A bar below the header that makes room while people scroll down and comes back when they scroll up. */
export function HideOnScroll({ children }: { children: ReactNode }) {
  const [isHidden, setHidden] = useState(false)
  useEffect(() => {
    let last = window.scrollY
    const onScroll = () => {
      const moved = window.scrollY - last
      if (Math.abs(moved) < THRESHOLD_PX) return
      setHidden(moved > 0 && window.scrollY > 100)
      last = window.scrollY
    }
    window.addEventListener('scroll', onScroll, { passive: true })
    return () => window.removeEventListener('scroll', onScroll)
  }, [])
  return (
    <div className={`sticky top-(--header) z-30 bg-ink/92 backdrop-blur-md transition-[transform,opacity] duration-200 focus-within:translate-y-0 focus-within:opacity-100 ${isHidden ? '-translate-y-full opacity-0' : ''}`}>
      {children}
    </div>
  )
}
