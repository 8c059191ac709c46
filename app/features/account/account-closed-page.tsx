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
        You are signed out everywhere. In 14 days it is deleted for good; until then signing in brings everything back.
        We have sent you a mail with the day.
      </EmptyState>
    </main>
  )
}
