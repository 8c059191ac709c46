import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import { paths } from '#app/lib/paths.ts'

/** A page with nothing but our name above it, and what stands beside that. */
export function BareFrame({ beside, children }: { beside?: ReactNode; children: ReactNode }) {
  return (
    <>
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:absolute focus:top-3 focus:left-4 focus:z-50 focus:rounded-full focus:bg-accent focus:px-4 focus:py-2 focus:text-on-accent"
      >
        Skip to content
      </a>
      <header className="page flex h-16 shrink-0 items-center justify-between gap-4">
        <Link
          to={paths.home()}
          aria-label="WTF, home"
          className="inline-flex h-11 items-center font-display text-[1.75rem] leading-none font-bold tracking-tight"
        >
          WTF<span className="text-accent">.</span>
        </Link>
        {beside}
      </header>
      {children}
    </>
  )
}
