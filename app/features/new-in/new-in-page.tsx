import Rss from 'lucide-react/icons/rss'
import { EmptyState } from '#app/components/empty-state.tsx'
import { Link } from '#app/components/link.tsx'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { formatCount } from '#app/lib/format.ts'
import { newInPaths } from '#app/lib/new-in-paths.ts'
import { paths } from '#app/lib/paths.ts'
import { SavedSearchButton } from './saved-search-button.tsx'
import { DevicesSection, type Devices } from '#app/parts/notices/devices-section.tsx'
import { MAILS_IN_SHORT } from './mails-field.tsx'
import { Meaning } from './meaning.tsx'

type Loaded = RouterOutputs['newIn']['list']
type Search = Loaded['searches'][number]

/** Saved searches and followed brands, each with its number of new products. */
export function NewInPage({ searches, most, removed, push }: Loaded & { push: Devices }) {
  return (
    <main id="content" className="page pt-8 pb-24 lg:pt-14">
      <header className="max-w-3xl">
        <h1 className="text-(length:--text-title) leading-none tracking-[-0.02em]">New in</h1>
        <p className="mt-4 text-pretty text-muted">
          New products from your saved searches and the brands you follow. Choose how often we email you for each one,
          and set your{' '}
          <Link to={paths.settings('wishlist')} className="link">
            quiet hours
          </Link>{' '}
          in your settings.
        </p>
      </header>
      {removed && (
        <div className="mt-6 flex flex-wrap items-center justify-between gap-x-6 rounded-2xl border border-line bg-surface px-5 py-2">
          <p className="min-w-0 wrap-anywhere">Removed “{removed.name}”.</p>
          <SavedSearchButton act="bring-back" searchId={removed.id}>
            Undo
          </SavedSearchButton>
        </div>
      )}
      {searches.length ? (
        <>
          <ul className="mt-8 border-b border-line">
            {searches.map((search) => (
              <SearchRow key={search.id} search={search} />
            ))}
          </ul>
          <p className="mt-4 text-sm text-muted tabular-nums">
            {formatCount(searches.length)} of {most} searches and brands
          </p>
        </>
      ) : (
        <NothingSaved />
      )}
      {(searches.length > 0 || push.devices.length > 0) && (
        <div className="mt-12 max-w-4xl">
          <DevicesSection
            {...push}
            title="Notifications"
            hint="At most one a day for everything you follow, and none during your quiet hours. Each one shows how many products are new and links to this page."
            forms={newInPaths.forms()}
          />
        </div>
      )}
    </main>
  )
}

function SearchRow({ search }: { search: Search }) {
  const { id, name, meaning, isFollowed, mails, isPaused, news, feedToken } = search
  return (
    <li className="grid gap-x-8 gap-y-3 border-t border-line py-5 md:grid-cols-[minmax(0,1fr)_auto]">
      <div className="min-w-0">
        <h2 className="flex flex-wrap items-baseline gap-x-3 text-2xl leading-tight">
          <Link to={newInPaths.search(id)} className="link inline-flex min-h-11 items-center wrap-anywhere">
            {name}
          </Link>
          {news > 0 && (
            <span className="rounded-full bg-accent px-2.5 py-0.5 font-sans text-sm font-semibold text-on-accent tabular-nums">
              {formatCount(news)} new
            </span>
          )}
        </h2>
        <div className="mt-2">
          <Meaning meaning={meaning} />
        </div>
        <p className="mt-3 text-sm text-muted">
          {isFollowed ? 'You follow this. ' : ''}
          {isPaused ? 'Paused. We are not looking for new products.' : `${MAILS_IN_SHORT[mails]}.`}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-x-6 text-sm md:self-center">
        <a href={newInPaths.feed(feedToken)} className="link inline-flex min-h-11 items-center gap-2">
          <Rss aria-hidden size={16} /> Feed<span className="sr-only"> for {name}</span>
        </a>
        <SavedSearchButton act={isPaused ? 'resume' : 'pause'} searchId={id} about={name}>
          {isPaused ? 'Resume' : 'Pause'}
        </SavedSearchButton>
        <SavedSearchButton act="remove" searchId={id} about={name}>
          {isFollowed ? 'Unfollow' : 'Remove'}
        </SavedSearchButton>
      </div>
    </li>
  )
}

function NothingSaved() {
  return (
    <EmptyState
      drawing="no-results"
      title="No saved searches yet"
      action={
        <Link to={paths.discover()} className="button button-accent">
          Discover
        </Link>
      }
    >
      Search for something and choose “Save search”, or open a brand and choose “Follow”. New products will appear here.
    </EmptyState>
  )
}

export function UnloadedNewIn() {
  return (
    <main id="content" className="page">
      <EmptyState
        headingLevel="h1"
        drawing="error"
        title="Your searches did not load"
        action={
          <Link reloadDocument to={newInPaths.newIn()} className="button button-accent">
            Try again
          </Link>
        }
      >
        They are still saved. Please try again in a moment.
      </EmptyState>
    </main>
  )
}
