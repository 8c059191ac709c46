import { Form, Link } from '@remix-run/react'
import { Download, Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { AddressInput } from '#app/components/address-input.tsx'
import { EmptyState } from '#app/components/empty-state.tsx'
import { Pagination } from '#app/components/pagination.tsx'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { formatCount } from '#app/lib/format.ts'
import { paths } from '#app/lib/paths.ts'
import type { WaitlistQuery, WaitlistSource, WaitlistState } from '#server/waitlist/waitlist.schema.ts'
import { TimeOf } from './mail-status.tsx'

type Waitlist = RouterOutputs['waitlist']['list']
type Filters = Pick<WaitlistQuery, 'source' | 'state' | 'email'>

const STATE_NAMES: Record<WaitlistState, string> = { unconfirmed: 'Not confirmed', confirmed: 'Confirmed', unsubscribed: 'Unsubscribed' }
const SOURCE_NAMES: Record<WaitlistSource, string> = { landing: 'Landing', early_access: 'Early access', newsletter: 'Newsletter' }
const COLOURS: Record<WaitlistState, string> = { unconfirmed: 'text-muted', confirmed: 'text-good', unsubscribed: 'text-sale' }

/** Everybody who has joined, by state and by form. */
export function WaitlistPage({ waitlist: { entries, page, totalPages, byState, bySource }, query }: { waitlist: Waitlist; query: Filters }) {
  const { state, source, email } = query
  const inSource = Object.values(byState).reduce((sum, count) => sum + count, 0)
  const inState = Object.values(bySource).reduce((sum, count) => sum + count, 0)
  return (
    <main id="content" className="page pb-24">
      <div className="mt-10 flex flex-wrap items-end justify-between gap-x-10 gap-y-4">
        <div>
          <p className="eyebrow">Administration</p>
          <h1 className="mt-2 text-(length:--text-section) leading-none">Waitlist</h1>
        </div>
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
          <p className="max-w-[48ch] text-sm text-muted">An address counts once its owner has confirmed it. Write to nobody else.</p>
          <a href={paths.waitlistFile(query)} download className="button button-quiet"><Download aria-hidden size={18} /> CSV</a>
        </div>
      </div>
      <div className="mt-8 flex flex-wrap items-center justify-between gap-x-8 gap-y-3">
        <nav aria-label="States" className="flex flex-wrap sm:gap-x-1">
          <FilterLink name="All" count={inSource} href={paths.adminWaitlist({ source, email })} isCurrent={!state} />
          {keysOf(STATE_NAMES).map((each) => <FilterLink key={each} name={STATE_NAMES[each]} count={byState[each]} href={paths.adminWaitlist({ state: each, source, email })} isCurrent={state === each} />)}
        </nav>
        <Form method="get" action={paths.adminWaitlist()} role="search" className="relative w-full sm:w-80">
          {state && <input type="hidden" name="state" value={state} />}
          {source && <input type="hidden" name="source" value={source} />}
          <AddressInput name="email" defaultValue={email} aria-label="Address" placeholder="Address" className="field w-full pr-12" />
          <button type="submit" aria-label="Find" className="icon-button absolute top-0 right-0"><Search aria-hidden size={18} /></button>
        </Form>
      </div>
      <nav aria-label="Forms" className="mt-1 flex flex-wrap sm:gap-x-1">
        <FilterLink name="Every form" count={inState} href={paths.adminWaitlist({ state, email })} isCurrent={!source} />
        {keysOf(SOURCE_NAMES).map((each) => <FilterLink key={each} name={SOURCE_NAMES[each]} count={bySource[each]} href={paths.adminWaitlist({ source: each, state, email })} isCurrent={source === each} />)}
      </nav>
      {entries.length > 0 ? <EntryTable entries={entries} /> : <Nothing isFiltered={Boolean(state ?? source) || email !== ''} />}
      <Pagination page={page} totalPages={totalPages} hrefFor={(number) => paths.adminWaitlist({ ...query, page: number })} />
    </main>
  )
}

const keysOf = <Key extends string>(names: Record<Key, string>) => Object.keys(names) as Key[]

function FilterLink({ name, count, href, isCurrent }: { name: string; count: number; href: string; isCurrent: boolean }) {
  return (
    <Link to={href} aria-current={isCurrent ? 'page' : undefined} className={`inline-flex min-h-11 items-center gap-1.5 border-b-2 px-2 text-sm sm:px-2.5 ${isCurrent ? 'border-accent' : 'border-transparent text-muted hover:text-text'}`}>
      {name} <span className="text-muted tabular-nums">{formatCount(count)}</span>
    </Link>
  )
}

function EntryTable({ entries }: { entries: Waitlist['entries'] }) {
  return (
    <table className="mt-5 block w-full border-t border-line text-sm lg:table">
      <thead className="sr-only lg:not-sr-only lg:table-header-group">
        <tr className="border-b border-line text-left text-xs text-muted lg:table-row">
          {['Joined (UTC)', 'Address', 'State', 'Form', 'Country', 'Browser', 'Reference'].map((name) => <th key={name} scope="col" className="py-2 pr-5 font-normal">{name}</th>)}
          <th scope="col" className="py-2 text-right font-normal">On the page</th>
        </tr>
      </thead>
      <tbody className="block lg:table-row-group">
        {entries.map((entry) => (
          <tr key={entry.id} className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 border-b border-line py-3.5 hover:bg-surface lg:table-row lg:py-0">
            <Cell place="order-2 whitespace-nowrap text-muted tabular-nums"><TimeOf date={entry.createdAt} /></Cell>
            <Cell place="order-1 min-w-0 font-medium [overflow-wrap:anywhere] lg:max-w-72">{entry.email}</Cell>
            <Cell place={`order-1 ${COLOURS[entry.state]}`}>
              <span className="inline-flex items-baseline gap-2"><span aria-hidden className="size-1.5 self-center rounded-full bg-current" />{STATE_NAMES[entry.state]}</span>
            </Cell>
            <Cell place="order-3 text-right text-muted lg:text-left">{SOURCE_NAMES[entry.source]}</Cell>
            <Cell place="order-4 text-muted">{entry.location}</Cell>
            <Cell place="order-5 text-right text-muted lg:text-left"><span title={entry.userAgent}>{entry.browser}</span></Cell>
            <Cell place="order-6 text-muted tabular-nums">{entry.reference}</Cell>
            <td className="order-7 text-right text-muted tabular-nums lg:table-cell lg:py-2.5 lg:align-baseline">{formatCount(entry.timeSpentSeconds)} s</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** On phones each row is a small block of its own. */
function Cell({ place, children }: { place: string; children: ReactNode }) {
  return <td className={`${place} lg:table-cell lg:py-2.5 lg:pr-5 lg:align-baseline`}>{children}</td>
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  if (!isFiltered) return <EmptyState drawing="no-results" title="Nobody yet">Whoever joins by the landing page, early access or the newsletter shows here at once.</EmptyState>
  return (
    <EmptyState drawing="no-results" title="Nobody like that" action={<Link to={paths.adminWaitlist()} className="button button-quiet">Show everybody</Link>}>
      Nobody on the waitlist is in this state, came by this form and has such an address.
    </EmptyState>
  )
}
