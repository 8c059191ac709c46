import { useLocation } from '@remix-run/react'
import type { ReactNode } from 'react'
import { RailFilm } from './rail-film.tsx'
import { paths } from '#app/lib/paths.ts'

/** The layout of the partners' sign-in pages: the form on a dark background, beside the film of a clothes rail. */
export function PartnerAuthLayout({ children }: { children: ReactNode }) {
  const isKnown = useLocation().pathname === paths.partnerLogin()
  return (
    <main id="content" className="partner-auth">
      <div className="partner-auth-words">{children}</div>
      <RailFilm>
        <p className="font-display text-[clamp(2.25rem,3.9vw,4.5rem)] leading-[0.98] tracking-[-0.02em] text-balance">
          {isKnown ? 'Your place is kept.' : 'There is room on the rail.'}
        </p>
        <p className="mt-4 text-sm">Yours is the one in yellow thread.</p>
      </RailFilm>
    </main>
  )
}
