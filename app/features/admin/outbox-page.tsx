import { Form, Link } from '@remix-run/react'
import { Search } from 'lucide-react'
import { AddressInput } from '#app/components/address-input.tsx'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { EmptyState } from '#app/components/empty-state.tsx'
import { Pagination } from '#app/components/pagination.tsx'
import { formatCount } from '#app/lib/format.ts'
import { paths } from '#app/lib/paths.ts'
import type { MailState } from '#server/mail/outbox.schema.ts'
import { MailStatus, STATE_NAMES, TimeOf } from './mail-status.tsx'

type Outbox = RouterOutputs['admin']['outbox']

const STATES = Object.keys(STATE_NAMES) as MailState[]

/** Every mail that the shop ever meant to send. */
export function OutboxPage({ outbox: { mails, page, totalPages, counts }, state, to }: { outbox: Outbox; state: MailState | undefined; to: string }) {
  const all = counts.queued + counts.sent + counts.failed
  return (
    <main id="content" className="page pb-24">
      <div className="mt-10 flex flex-wrap items-end justify-between gap-x-10 gap-y-4">
        <div>
          <p className="eyebrow">Administration</p>
          <h1 className="mt-2 text-(length:--text-section) leading-none">Outbox</h1>
        </div>
        <p className="max-w-[60ch] text-sm text-muted">Mails are queued until a mail server takes them. Without one they stay here, and their links can be followed from here.</p>
      </div>
      <div className="mt-8 flex flex-wrap items-center justify-between gap-x-8 gap-y-3">
        <nav aria-label="States" className="-ml-2 flex flex-wrap sm:-ml-2.5 sm:gap-x-1">
          <StateLink name="All" count={all} href={paths.outbox({ to })} isCurrent={!state} />
          {STATES.map((each) => <StateLink key={each} name={STATE_NAMES[each]} count={counts[each]} href={paths.outbox({ state: each, to })} isCurrent={state === each} />)}
        </nav>
        <Form method="get" action={paths.outbox()} role="search" aria-label="Mails" className="relative w-full sm:w-80">
          {state && <input type="hidden" name="state" value={state} />}
          <AddressInput name="to" defaultValue={to} aria-label="Address" placeholder="Address" className="field w-full pr-12" />
          <button type="submit" aria-label="Find" className="icon-button absolute top-0 right-0"><Search aria-hidden size={18} /></button>
        </Form>
      </div>
      {mails.length > 0 ? <MailTable mails={mails} /> : <Nothing isFiltered={all > 0 || to !== ''} />}
      <Pagination page={page} totalPages={totalPages} hrefFor={(number) => paths.outbox({ state, to, page: number })} />
    </main>
  )
}

function StateLink({ name, count, href, isCurrent }: { name: string; count: number; href: string; isCurrent: boolean }) {
  return (
    <Link to={href} aria-current={isCurrent ? 'page' : undefined} className={`inline-flex min-h-11 items-center gap-1.5 border-b-2 px-2 text-sm sm:px-2.5 ${isCurrent ? 'border-accent' : 'border-transparent text-muted hover:text-text'}`}>
      {name} <span className="text-muted tabular-nums">{formatCount(count)}</span>
    </Link>
  )
}

// On phones each row is a small block of its own.
const CELL = 'lg:table-cell lg:py-2.5 lg:pr-5 lg:align-baseline'

function MailTable({ mails }: { mails: Outbox['mails'] }) {
  return (
    <table className="mt-5 block w-full border-t border-line text-sm lg:table">
      <thead className="sr-only lg:not-sr-only lg:table-header-group">
        <tr className="border-b border-line text-left text-xs text-muted lg:table-row">
          {['Written (UTC)', 'To', 'Subject', 'Kind', 'State'].map((name) => <th key={name} scope="col" className="py-2 pr-5 font-normal">{name}</th>)}
          <th scope="col" className="py-2 text-right font-normal">Attempts</th>
        </tr>
      </thead>
      <tbody className="block lg:table-row-group">
        {mails.map((mail) => (
          <tr key={mail.id} className="relative grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 border-b border-line py-3.5 hover:bg-surface lg:table-row lg:py-0">
            <td className={`order-2 whitespace-nowrap text-muted tabular-nums ${CELL}`}><TimeOf date={mail.createdAt} /></td>
            <td className={`order-3 col-span-2 min-w-0 [overflow-wrap:anywhere] ${CELL} lg:max-w-64`}>{mail.toAddress}</td>
            <td className={`order-1 min-w-0 ${CELL}`}>
              {/* The whole row is the link. */}
              <Link to={paths.outboxMail(mail.id)} prefetch="none" className="font-medium after:absolute after:inset-0 hover:underline">{mail.subject}</Link>
            </td>
            <td className={`order-5 hidden text-muted ${CELL}`}>{mail.kind}</td>
            <td className={`order-4 ${CELL} lg:max-w-80`}><MailStatus mail={mail} /></td>
            <td className={`order-6 self-end text-right text-muted tabular-nums lg:table-cell lg:py-2.5 lg:align-baseline`}>
              {mail.attempts}<span className="lg:hidden"> {mail.attempts === 1 ? 'attempt' : 'attempts'}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  if (!isFiltered) return <EmptyState drawing="no-results" title="No mail yet">Whoever signs up or forgets a password gets one, and it shows here at once.</EmptyState>
  return (
    <EmptyState drawing="no-results" title="No such mail" action={<Link to={paths.outbox()} className="button button-quiet">Show all mails</Link>}>
      No mail is in this state or goes to this address.
    </EmptyState>
  )
}
