import type { ReactNode } from 'react'
import { HomeMark } from '#app/components/home-mark.tsx'
import { SkipLink } from '#app/components/skip-link.tsx'

/** A layout with only our name at the top, and content beside the page. */
export function BareFrame({ beside, children }: { beside?: ReactNode; children: ReactNode }) {
  return (
    <>
      <SkipLink />
      <header className="page flex h-16 shrink-0 items-center justify-between gap-4">
        <HomeMark />
        {beside}
      </header>
      {children}
    </>
  )
}
