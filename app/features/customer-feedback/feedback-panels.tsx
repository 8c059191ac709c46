import { Link } from '#app/components/link.tsx'
import type { ReactNode } from 'react'
import { DashboardPanel } from '#app/components/dashboard-panel.tsx'
import { StarRow } from '#app/components/star-row.tsx'
import { StateMark } from '#app/components/state-mark.tsx'
import { formatAge } from '#app/lib/format-age.ts'
import { formatCount } from '#app/lib/format.ts'
import { dashboardPaths } from '#app/lib/dashboard-paths.ts'
import { ProductThumb } from '#app/parts/own-products/product-thumb.tsx'
import type { Opened } from './customer-feedback-address.ts'
import { feedbackListHref, type CustomerFeedbackPageProps } from './customer-feedback-address.ts'
import { RespondLink } from './feedback-entry.tsx'
import { CATEGORIES, PRIORITIES, starsText } from './feedback-words.ts'

type Figures = CustomerFeedbackPageProps['figures']
type Query = CustomerFeedbackPageProps['query']
const MAX_SHOWN = 3

/** The feedback to answer first. */
export function UrgentFeedback({
  urgent,
  count,
  asOf,
  query,
  canAnswer,
  onOpen,
}: Pick<CustomerFeedbackPageProps, 'urgent' | 'query' | 'canAnswer'> & {
  /** The number of urgent items. */
  count: number
  asOf: Date
  onOpen: (opened: Opened) => void
}) {
  return (
    <DashboardPanel
      title="Urgent feedback"
      className="mt-8"
      aside={
        count > MAX_SHOWN && (
          <Link
            to={feedbackListHref(query, { tab: 'feedback', status: 'urgent' })}
            preventScrollReset
            className="link inline-flex min-h-11 items-center text-sm"
          >
            All {formatCount(count)}
          </Link>
        )
      }
    >
      <ul>
        {urgent.slice(0, MAX_SHOWN).map((item) => (
          <li
            key={item.id}
            className="grid gap-x-6 gap-y-2 border-b border-line/60 py-3 text-sm sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center"
          >
            <div className="min-w-0">
              <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
                <StateMark {...PRIORITIES[item.priority]} />
                <span className="font-medium wrap-anywhere">{item.title || CATEGORIES[item.category]}</span>
              </p>
              <p className="mt-1 line-clamp-2 wrap-anywhere text-muted">{item.comment}</p>
              <p className="mt-1 text-xs text-muted">
                {item.author}, {CATEGORIES[item.category].toLowerCase()},{' '}
                {formatAge(asOf.getTime() - item.createdAt.getTime())}
              </p>
            </div>
            {canAnswer && (
              <RespondLink
                item={item}
                onOpen={onOpen}
                look={`button text-sm ${item.priority === 'urgent' ? 'button-accent' : 'button-quiet'}`}
              />
            )}
          </li>
        ))}
      </ul>
    </DashboardPanel>
  )
}

/** The number of reviews per star rating; each links to its reviews. */
export function RatingDistribution({
  distribution,
  query,
  showsBars,
}: {
  distribution: Figures['distribution']
  query: Query
  showsBars: boolean
}) {
  const all = distribution.reduce((sum, { count }) => sum + count, 0)
  return (
    <DashboardPanel title="Rating distribution">
      {all > 0 ? (
        <ul className="grid gap-0.5 py-2 text-sm">
          {distribution.map(({ rating, count }) => (
            <li
              key={rating}
              className={`grid items-center gap-3 ${showsBars ? 'grid-cols-[3.75rem_minmax(0,1fr)_2rem_2.75rem]' : 'grid-cols-[minmax(0,1fr)_2rem_2.75rem]'}`}
            >
              <Link
                to={feedbackListHref(query, { tab: 'reviews', rating })}
                preventScrollReset
                className="inline-flex min-h-8 items-center hover:underline"
              >
                {rating} {rating === 1 ? 'star' : 'stars'}
              </Link>
              {showsBars && (
                <span aria-hidden className="block h-2 bg-surface">
                  <span className="block h-full bg-muted" style={{ width: `${(count / all) * 100}%` }} />
                </span>
              )}
              <span className="text-right tabular-nums">{formatCount(count)}</span>
              <span className="text-right text-muted tabular-nums">{Math.round((count / all) * 100)}%</span>
            </li>
          ))}
        </ul>
      ) : (
        <Nothing>No reviews in this period.</Nothing>
      )}
    </DashboardPanel>
  )
}

// UTC, so that server and browser agree.
const dayFormat = new Intl.DateTimeFormat('en-GB', { weekday: 'short', timeZone: 'UTC' })
const MAX_STARS = 5

/** The average rating of each of the last seven days, as a number with a bar above it. */
export function SatisfactionTrend({ trend, showsBars }: { trend: Figures['trend']; showsBars: boolean }) {
  const hasAny = trend.some(({ count }) => count > 0)
  return (
    <DashboardPanel title="Satisfaction, last 7 days">
      {hasAny ? (
        <ol className="grid grid-cols-7 items-end gap-1.5 pt-3 pb-2 text-center text-xs">
          {trend.map(({ day, count, averageRating }, index) => (
            <li key={day} className="min-w-0">
              <span className="tabular-nums">
                {averageRating === null ? (
                  <span className="text-muted">-</span>
                ) : (
                  <>
                    {starsText(Math.round(averageRating * 10) / 10)}
                    <span className="sr-only">
                      {' '}
                      out of 5 stars from {formatCount(count)} {count === 1 ? 'review' : 'reviews'}
                    </span>
                  </>
                )}
              </span>
              {showsBars && (
                <span aria-hidden className="mt-1 flex h-24 items-end bg-surface">
                  <span
                    className={`block w-full ${index === trend.length - 1 ? 'bg-muted/55' : 'bg-muted'}`}
                    style={{ height: `${((averageRating ?? 0) / MAX_STARS) * 100}%` }}
                  />
                </span>
              )}
              <time
                dateTime={day}
                className={`mt-1 block truncate ${index === trend.length - 1 ? 'font-medium' : 'text-muted'}`}
              >
                {dayFormat.format(new Date(`${day}T00:00:00Z`))}
                {index === trend.length - 1 && <span className="sr-only">, today so far</span>}
              </time>
            </li>
          ))}
        </ol>
      ) : (
        <Nothing>No reviews in the last seven days.</Nothing>
      )}
    </DashboardPanel>
  )
}

export function TopReviewed({ top, className }: { top: Figures['top']; className: string }) {
  return (
    <DashboardPanel title="Top reviewed products" className={className}>
      {top.length > 0 ? (
        <ol>
          {top.map(({ id, name, picture, reviews, averageRating }) => (
            <li key={id} className="flex items-center gap-3 border-b border-line/60 py-1.5 text-sm">
              <ProductThumb picture={picture} sizes="32px" className="h-10 w-8 shrink-0" />
              <Link to={dashboardPaths.ownProduct(id)} className="min-w-0 grow truncate py-2 hover:underline">
                {name}
              </Link>
              <span className="inline-flex shrink-0 items-center gap-2 tabular-nums">
                {starsText(averageRating)} <StarRow rating={Math.round(averageRating)} size={14} />{' '}
                <span className="min-w-3 text-right text-muted">
                  {formatCount(reviews)}
                  <span className="sr-only"> {reviews === 1 ? 'review' : 'reviews'}</span>
                </span>
              </span>
            </li>
          ))}
        </ol>
      ) : (
        <Nothing>No products were reviewed in this period.</Nothing>
      )}
    </DashboardPanel>
  )
}

function Nothing({ children }: { children: ReactNode }) {
  return <p className="py-4 text-sm text-muted">{children}</p>
}
