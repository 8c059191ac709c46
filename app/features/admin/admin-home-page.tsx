import { Link } from '#app/components/link.tsx'
import { DashboardHead } from '#app/components/dashboard-head.tsx'
import { paths } from '#app/lib/paths.ts'
import type { Queues } from './queues/queues.ts'
import { WaitingList } from './queues/waiting-list.tsx'

/** The admin start page: the queues that need attention. */
export function AdminPage({ queues, hasSecondFactor, now }: { queues: Queues; hasSecondFactor: boolean; now: Date }) {
  return (
    <>
      <DashboardHead title="Needs attention" asOf={now} />
      <WaitingList queues={queues} now={now} />
      {!hasSecondFactor && <SecondFactorOffer />}
    </>
  )
}

/** Shown where two-factor authentication is optional. On a public site it is required to open this page. */
function SecondFactorOffer() {
  return (
    <div className="notice mt-10">
      <p className="max-w-[60ch] text-sm text-muted">
        Two-factor authentication keeps out anyone who learns your password.
      </p>
      <p className="mt-1">
        <Link to={paths.settingsSecondFactor()} className="link inline-flex min-h-11 items-center text-sm">
          Set up two-factor authentication
        </Link>
      </p>
    </div>
  )
}
