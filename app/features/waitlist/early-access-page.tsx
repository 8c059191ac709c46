import { Link } from '#app/components/link.tsx'
import { formatCount } from '#app/lib/format.ts'
import { paths } from '#app/lib/paths.ts'
import { Backdrop } from './landing-backdrop.tsx'
import { Countdown } from './countdown.tsx'
import { JoinForm } from './join-form.tsx'
import { VisitorCountry } from './visitor-country.tsx'

const PROMISES = [
  ['One list', 'This page, the newsletter and the launch page share one list, so you only need to join once.'],
  ['Confirm first', 'We send one email with a link, and nothing more until you follow it.'],
  ['Leave in one click', 'Every email has an unsubscribe link. No sign-in and no questions.'],
] as const

interface EarlyAccessProps {
  launchAt: Date
  isOpen: boolean
  /** The number of confirmed addresses; null if it is too small to show. */
  waiting: number | null
}

/** The waitlist page while the shop is open. Before the launch, administrators see it with the countdown. */
export function EarlyAccessPage({ launchAt, isOpen, waiting }: EarlyAccessProps) {
  return (
    <main id="content">
      <div className="landing dark-theme min-h-[calc(100dvh-var(--header))]">
        <Backdrop />
        <p className="landing-badge">
          <span aria-hidden />
          Early access
        </p>
        <h1 className="max-w-[11ch] text-[clamp(3.5rem,min(11.5vw,19vh),11rem)] leading-[0.88] tracking-[-0.035em]">
          Be there <em className="text-accent">first</em>
        </h1>
        <div className="landing-words justify-self-start">
          <p className="landing-text">
            Join the waitlist to be the first to hear about new brands, new ways to search and new features.
          </p>
          <JoinForm source="early_access" />
          {waiting !== null && (
            <p className="text-sm">
              <strong className="font-semibold tabular-nums">{formatCount(waiting)}</strong>{' '}
              <span className="text-muted">people are on the waitlist</span>
            </p>
          )}
          <VisitorCountry />
        </div>
        {isOpen ? <Doors /> : <Countdown until={launchAt} />}
      </div>
      <div className="page py-[clamp(2.5rem,6vw,5rem)]">
        <ul className="grid gap-x-10 gap-y-8 md:grid-cols-3">
          {PROMISES.map(([title, text]) => (
            <li key={title} className="border-t border-line pt-5">
              <h2 className="text-2xl">{title}</h2>
              <p className="mt-2 max-w-[45ch] text-muted">{text}</p>
            </li>
          ))}
        </ul>
      </div>
    </main>
  )
}

/** Replaces the countdown after the launch. */
function Doors() {
  return (
    <div className="countdown flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
      <p className="font-display text-[clamp(2rem,4.4vw,4rem)] leading-none tracking-[-0.02em]">We’re open.</p>
      <Link to={paths.allProducts()} className="button button-quiet bg-ink">
        Explore All Products
      </Link>
    </div>
  )
}
