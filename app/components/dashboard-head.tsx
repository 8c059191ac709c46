import { Link, useRevalidator } from '@remix-run/react'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import type { ReactNode } from 'react'
import { PERIODS, type Period } from '#server/platform/period.schema.ts'

// Created once: creating one takes longer than a hundred uses. UTC, so that server and browser agree.
const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' })
const PERIOD_NAMES: Record<Period, string> = { day: 'Day', week: 'Week', month: 'Month', year: 'Year' }

interface DashboardHeadProps {
  title: string
  /** When the figures were read. */
  asOf: Date
  /** What the figures are about; none if the page does not go by time. */
  period?: { current: Period; hrefFor: (period: Period) => string }
  /** Links and buttons of the page as a whole. */
  children?: ReactNode
}

/** The head of a page of the dashboard: title, period, refresh. */
export function DashboardHead({ title, asOf, period, children }: DashboardHeadProps) {
  const { revalidate, state } = useRevalidator()
  const isBusy = state === 'loading'
  return (
    <header className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
      <div>
        <h1 className="text-(length:--text-section) leading-none">{title}</h1>
        <p className="mt-2 flex items-center gap-1 text-sm text-muted">
          <span className="tabular-nums" aria-live="polite">
            {isBusy ? 'Refreshing...' : `as of ${clock.format(asOf)} UTC`}
          </span>
          <button
            type="button"
            onClick={() => !isBusy && revalidate()}
            aria-label="Refresh"
            className="icon-button needs-script"
          >
            <RefreshCw aria-hidden size={16} className={isBusy ? 'animate-spin' : ''} />
          </button>
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        {period && (
          <nav aria-label="Time range" className="flex rounded-full border border-line p-0.5 text-sm">
            {PERIODS.map((each) => (
              <Link
                key={each}
                to={period.hrefFor(each)}
                preventScrollReset
                aria-current={each === period.current ? 'true' : undefined}
                className="inline-flex min-h-10 items-center rounded-full px-3 text-muted hover:text-text aria-[current]:bg-raised aria-[current]:text-text sm:px-4"
              >
                {PERIOD_NAMES[each]}
              </Link>
            ))}
          </nav>
        )}
        {children}
      </div>
    </header>
  )
}
