import { Link } from '#app/components/link.tsx'
import { EmptyState } from '#app/components/empty-state.tsx'
import { paths } from '#app/lib/paths.ts'

/** For signed-in people who are not partners. */
export function PartnersOnly() {
  return (
    <main id="content" className="page grow">
      <EmptyState
        headingLevel="h1"
        drawing="error"
        title="Invalid partner account"
        action={
          <div className="flex flex-wrap justify-center gap-3">
            <Link to={paths.partnerLogin()} className="button button-accent">
              Partner Login
            </Link>
            <Link to={paths.home()} className="button button-quiet">
              Go to Home
            </Link>
          </div>
        }
      >
        The dashboard is for partners. Your account is not a partner account.
      </EmptyState>
    </main>
  )
}
