import { Link } from '#app/components/link.tsx'
import { EmptyState } from '#app/components/empty-state.tsx'
import { paths } from '#app/lib/paths.ts'

/** Shown after closing an account. */
export function ClosedPage() {
  return (
    <main id="content" className="page">
      <EmptyState
        headingLevel="h1"
        drawing="empty-store"
        title="Your account is closed"
        action={
          <Link to={paths.login()} className="button button-quiet">
            Keep my account
          </Link>
        }
      >
        You are signed out everywhere. We delete your account in 14 days. Sign in before then to keep it. We have
        emailed you the date.
      </EmptyState>
    </main>
  )
}
