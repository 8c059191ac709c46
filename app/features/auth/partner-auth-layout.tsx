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
          {isKnown ? 'Welcome back.' : 'Sell in your own store.'}
        </p>
        <p className="mt-4 max-w-[36ch] text-sm text-balance">
          {isKnown
            ? 'Sign in to see your sales, products and invoices.'
            : 'Shoppers find your products here and buy them from you. You only pay commission on the sales that we refer.'}
        </p>
      </RailFilm>
    </main>
  )
}
