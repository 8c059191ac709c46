import { useRevalidator } from '@remix-run/react'
import { Link } from './link.tsx'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import type { ReactNode } from 'react'
import { dashboardPaths } from '#app/lib/dashboard-paths.ts'
import { dateIn, formatIn, timeZoneName } from '#app/lib/time-zone.ts'
import type { Period, PeriodChoice, PeriodProblem } from '#server/platform/period.schema.ts'
import { PeriodPicker } from './period-picker.tsx'

interface DashboardHeadProps {
  title: string
  /** When the figures were read. */
  asOf: Date
  /** The time zone of the figures' days and months. Omit it if they are always in UTC. */
  timeZone?: string
  /** The period of the figures. Omit it on pages without periods. */
  period?: {
    current: PeriodChoice
    hrefFor: (period: Period) => string
    /** For pages with a date range: the error in the URL's dates. */
    problem?: PeriodProblem | null
  }
  /** Links and buttons for the entire page. */
  children?: ReactNode
}

/** The head of a dashboard page: title, period, refresh. */
export function DashboardHead({ title, asOf, timeZone, period, children }: DashboardHeadProps) {
  const { revalidate, state } = useRevalidator()
  const isBusy = state === 'loading'
  const time = formatIn(timeZone ?? 'UTC', { hour: '2-digit', minute: '2-digit' }).format(asOf)
  const today = dateIn(timeZone ?? 'UTC', asOf)
  return (
    <header className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
      <div>
        <h1 className="text-(length:--text-section) leading-none wrap-anywhere">{title}</h1>
        <p className="mt-2 flex flex-wrap items-center gap-x-1 text-sm text-muted">
          <span className="tabular-nums" aria-live="polite">
            {isBusy ? 'Refreshing...' : `as of ${time}${timeZone ? '' : ' UTC'}`}
          </span>
          <button
            type="button"
            onClick={() => !isBusy && revalidate()}
            aria-label="Refresh"
            className="icon-button needs-script"
          >
            <RefreshCw aria-hidden size={16} className={isBusy ? 'animate-spin' : ''} />
          </button>
          {timeZone && (
            <span>
              Times in{' '}
              <Link
                to={dashboardPaths.storeSettings('profile', { edit: 'yes' })}
                className="link inline-flex min-h-11 items-center"
              >
                {timeZoneName(timeZone)}
              </Link>
            </span>
          )}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        {period && (
          <PeriodPicker
            current={period.current}
            hrefFor={period.hrefFor}
            {...(period.problem !== undefined && { dates: { today, problem: period.problem } })}
          />
        )}
        {children}
      </div>
    </header>
  )
}
