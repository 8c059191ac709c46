import type { ReactNode } from 'react'
import { useScrolledDown } from '#app/lib/scroll-direction.ts'

/** A bar below the header. It hides on scrolling down, and returns on scrolling up. */
export function HideOnScroll({ children }: { children: ReactNode }) {
  const isHidden = useScrolledDown()
  return (
    <div
      className={`relative z-30 bg-ink/92 backdrop-blur-md transition-[transform,opacity,top] duration-200 focus-within:translate-y-0 focus-within:opacity-100 tall:sticky tall:top-(--header-shown) ${isHidden ? 'tall:-translate-y-full tall:opacity-0' : ''}`}
    >
      {children}
    </div>
  )
}
