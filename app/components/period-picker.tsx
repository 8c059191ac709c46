import { Form } from '@remix-run/react'
import { useId } from 'react'
import { formatDates } from '#app/lib/format-dates.ts'
import { datesOf, PERIODS, type Period, type PeriodChoice, type PeriodProblem } from '#server/platform/period.schema.ts'
import { Link } from './link.tsx'

const PERIOD_NAMES: Record<Period, string> = { day: 'Day', week: 'Week', month: 'Month', year: 'Year' }

interface PeriodPickerProps {
  current: PeriodChoice
  hrefFor: (choice: Period) => string
  /** For pages that accept a date range. */
  dates?: {
    /** Today in the partner's time zone: '2026-11-27'. */
    today: string
    problem: PeriodProblem | null
  }
}

/** Chooses the period of a page's figures: one that ends now, or a date range. Works without JavaScript. */
export function PeriodPicker({ current, hrefFor, dates }: PeriodPickerProps) {
  return (
    <div className="relative flex flex-wrap items-center gap-x-2 gap-y-3 text-sm">
      <nav aria-label="Time range" className="flex rounded-full border border-line p-0.5">
        {PERIODS.map((each) => (
          <Link
            key={each}
            to={hrefFor(each)}
            preventScrollReset
            aria-current={each === current ? 'true' : undefined}
            className="inline-flex min-h-10 items-center rounded-full px-3 text-muted hover:text-text aria-[current]:bg-raised aria-[current]:text-text sm:px-4"
          >
            {PERIOD_NAMES[each]}
          </Link>
        ))}
      </nav>
      {dates && <Dates key={current} current={current} address={hrefFor('month')} {...dates} />}
    </div>
  )
}

function Dates({
  current,
  address,
  today,
  problem,
}: NonNullable<PeriodPickerProps['dates']> & { current: PeriodChoice; address: string }) {
  const id = useId()
  const chosen = datesOf(current)
  const { first = '', last = '' } = problem ?? chosen ?? {}
  const { pathname, searchParams } = new URL(address, 'http://page')
  return (
    <details className="sm:relative" open={problem !== null}>
      <summary
        aria-label={chosen ? `Dates: ${formatDates(current)}` : 'Dates'}
        className={`flex min-h-11 cursor-pointer items-center rounded-full border border-line px-4 hover:text-text ${chosen ? 'bg-raised' : 'text-muted'}`}
      >
        {chosen ? formatDates(current) : 'Dates'}
      </summary>
      <Form
        method="get"
        action={pathname}
        preventScrollReset
        aria-label="Dates"
        className="absolute top-full left-0 z-20 mt-2 grid w-[min(20rem,calc(100vw-2.5rem))] gap-3 rounded-lg border border-line bg-raised p-4 shadow-lg sm:right-0 sm:left-auto"
      >
        {[...searchParams].map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <div className="grid grid-cols-2 gap-3">
          {(['first', 'last'] as const).map((name) => (
            <label key={name} className="block min-w-0">
              <span className="text-muted">{name === 'first' ? 'From' : 'To'}</span>
              <input
                type="date"
                name={name}
                required
                min="2000-01-01"
                max={today}
                defaultValue={name === 'first' ? first : last}
                aria-describedby={problem ? id : undefined}
                aria-invalid={problem ? true : undefined}
                className="field mt-1 w-full min-w-0 px-2"
              />
            </label>
          ))}
        </div>
        {problem && (
          <p id={id} role="alert" className="text-sale">
            {problem.text}
          </p>
        )}
        <button type="submit" className="button button-accent justify-center">
          Show these dates
        </button>
      </Form>
    </details>
  )
}
