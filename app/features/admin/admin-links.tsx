import { Link } from '@remix-run/react'
import ArrowRight from 'lucide-react/icons/arrow-right'
import { formatCount } from '#app/lib/format.ts'
import { paths } from '#app/lib/paths.ts'

/** All pages for administrators. */
const PAGES = [
  { name: 'Partners', text: 'Who has joined, and who waits to be approved', to: paths.adminPartners() },
  { name: 'Invite partners', text: 'Links by which brands join, and what became of them', to: paths.invitePartners() },
  { name: 'Promotions', text: 'What partners want to show on the home page', to: paths.adminPromotions() },
  { name: 'Reviews', text: 'What shoppers say of products, and what stores flag', to: paths.adminReviews() },
  { name: 'Files with orders', text: 'Sales that partners have sent as a table', to: paths.adminOrderFiles() },
  { name: 'Invoices', text: 'What partners owe, and what was paid', to: paths.adminInvoices() },
  { name: 'Flags', text: 'Sales and stores that somebody should look at', to: paths.adminFlags() },
  { name: 'Outbox', text: 'Every mail that the shop ever meant to send', to: paths.outbox() },
  { name: 'Waitlist', text: 'Who wants to hear from us, and who has confirmed it', to: paths.adminWaitlist() },
  { name: 'Tickets', text: 'What people ask and write to us', to: paths.tickets() },
] as const

export function AdminLinks({
  waitingPartners,
  waitingPromotions,
  waitingReviews,
  waitingOrderFiles,
  onFollow,
}: {
  waitingPartners: number
  waitingPromotions: number
  waitingReviews: number
  waitingOrderFiles: number
  onFollow?: () => void
}) {
  const waiting: Record<string, number> = {
    [paths.adminPartners()]: waitingPartners,
    [paths.adminPromotions()]: waitingPromotions,
    [paths.adminReviews()]: waitingReviews,
    [paths.adminOrderFiles()]: waitingOrderFiles,
  }
  return (
    <ul className="divide-y divide-line/60 border-y border-line">
      {PAGES.map(({ name, text, to }) => (
        <li key={to}>
          <Link to={to} onClick={onFollow} className="group flex min-h-14 items-center justify-between gap-4 py-2">
            <span>
              <span className="group-hover:underline group-hover:decoration-accent group-hover:underline-offset-4">
                {name}
              </span>{' '}
              {(waiting[to] ?? 0) > 0 && (
                <span className="ml-2 text-sm text-accent tabular-nums">
                  {formatCount(waiting[to] ?? 0)} {waiting[to] === 1 ? 'waits' : 'wait'}
                </span>
              )}
              <span className="block text-sm text-muted">{text}</span>
            </span>
            <ArrowRight
              aria-hidden
              size={18}
              className="shrink-0 text-muted transition-colors group-hover:text-accent"
            />
          </Link>
        </li>
      ))}
    </ul>
  )
}
