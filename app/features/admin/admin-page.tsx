import { Link } from '@remix-run/react'
import { paths } from '#app/lib/paths.ts'
import { AdminLinks } from './admin-links.tsx'
import { SiteFacts } from './site-facts.tsx'
import { SiteForms } from './site-forms.tsx'
import type { AdminView } from './site-state.ts'

/** The administrators' start page: the panel's content and links to all their pages. */
export function AdminPage({
  view,
  hasSecondFactor,
  problem,
}: {
  view: AdminView
  hasSecondFactor: boolean
  problem: string | undefined
}) {
  return (
    <>
      <div className="mt-10">
        <p className="eyebrow">Administration</p>
        <h1 className="mt-2 text-(length:--text-section) leading-none">Admin</h1>
      </div>
      <div role="alert">{problem && <p className="mt-4 text-sm text-sale">{problem}</p>}</div>
      <div className="mt-9 grid gap-x-[7vw] gap-y-14 lg:grid-cols-2">
        <section>
          <h2 className="mb-4 text-2xl leading-tight">Pages</h2>
          <AdminLinks
            waitingPartners={view.waitingPartners}
            waitingPromotions={view.waitingPromotions}
            waitingReviews={view.waitingReviews}
            waitingOrderFiles={view.waitingOrderFiles}
          />
          {!hasSecondFactor && <SecondFactorOffer />}
        </section>
        <section>
          <h2 className="mb-4 text-2xl leading-tight">The site</h2>
          <SiteFacts view={view} />
          <div className="mt-8">
            <SiteForms site={view.site} />
          </div>
        </section>
      </div>
    </>
  )
}

/** Only an offer: the account works without a second factor. */
function SecondFactorOffer() {
  return (
    <div className="notice mt-8">
      <p className="max-w-[60ch] text-sm text-muted">
        Your password opens all of this. With a second factor, a stolen one does not.
      </p>
      <p className="mt-1">
        <Link to={paths.settingsSecondFactor()} className="link inline-flex min-h-11 items-center text-sm">
          Set up a second factor
        </Link>
      </p>
    </div>
  )
}
