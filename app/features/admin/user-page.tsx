import { Link } from '#app/components/link.tsx'
import { BackLink } from '#app/components/back-link.tsx'
import { ExactTime } from '#app/components/exact-time.tsx'
import { formatCount, formatDate } from '#app/lib/format.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { auditActionName } from '#server/operations/audit/audit-actions.values.ts'
import { PROVIDER_NAMES } from '#app/parts/session/provider-names.ts'
import { Fact, FactList } from './fact-list.tsx'
import { MAIL_STATE_NAMES } from './mail-status.tsx'
import type { Person } from './person.ts'
import { PARTNER_STATUS_NAMES } from './partner-mark.tsx'
import { TicketStateMark } from './ticket-state-mark.tsx'
import { UserActs } from './user-acts.tsx'
import { ROLE_NAMES, UserMark } from './user-marks.tsx'

/** An account's details, with the actions on it. */
export function UserPage({ person, isOwn }: { person: Person; isOwn: boolean }) {
  const { email, state, emailVerifiedAt, role, isDemo, suspendedAt, suspendedBy, suspensionReason, deletedOn } = person
  return (
    <>
      <div className="mt-4">
        <BackLink fallback={adminPaths.adminUsers()} label="Users" />
      </div>
      <h1 className="mt-2 min-w-0 text-(length:--text-section) leading-tight [overflow-wrap:anywhere]">{email}</h1>
      <p className="mt-2 flex flex-wrap items-baseline gap-x-4 text-sm">
        <UserMark state={state} isVerified={emailVerifiedAt !== null} />
        <span className="text-muted">
          {ROLE_NAMES[role]}
          {isDemo && ', demo account'}
        </span>
        {person.newAdminUntil && (
          <span className="text-muted">
            New administrator: cannot propose or approve actions that move money until{' '}
            {formatDate(person.newAdminUntil)}
          </span>
        )}
        {deletedOn && <span className="text-muted">Will be deleted on {formatDate(deletedOn)}</span>}
      </p>
      {suspendedAt && (
        <p className="mt-2 max-w-[68ch] text-sm whitespace-pre-line [overflow-wrap:anywhere] text-muted">
          Suspended <ExactTime date={suspendedAt} /> UTC by {suspendedBy?.email ?? 'a deleted account'}. Reason:{' '}
          <span className="text-text">{suspensionReason}</span>
        </p>
      )}
      <div className="mt-8 grid items-start gap-x-[7vw] gap-y-12 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:grid-rows-[auto_1fr]">
        <div className="grid gap-10 lg:row-span-2">
          <TheAccount person={person} />
          <WaysIn person={person} />
          <Sessions sessions={person.sessions} />
          <Tickets tickets={person.tickets} />
          <Mails person={person} />
        </div>
        <UserActs person={person} isOwn={isOwn} />
        <History history={person.history} />
      </div>
    </>
  )
}

function TheAccount({ person }: { person: Person }) {
  const { profile, counts, partners, membership, createdAt, id } = person
  return (
    <FactList title="Account">
      <Fact name="Name">{profile?.fullName}</Fact>
      <Fact name="Phone">{profile?.phone}</Fact>
      <Fact name="Location">{[profile?.city, profile?.country].filter(Boolean).join(', ')}</Fact>
      <Fact name="Created (UTC)">
        <ExactTime date={createdAt} />
      </Fact>
      {partners.map(({ id: partnerId, businessName, verificationStatus }) => (
        <Fact key={partnerId} name="Owns the store">
          <Link to={adminPaths.adminPartner(partnerId)} className="link">
            {businessName}
          </Link>
          , {PARTNER_STATUS_NAMES[verificationStatus].toLowerCase()}
        </Fact>
      ))}
      {membership && (
        <Fact name="Team member of">
          <Link to={adminPaths.adminPartner(membership.partner.id)} className="link">
            {membership.partner.businessName}
          </Link>{' '}
          as {membership.role}
        </Fact>
      )}
      <Fact name="Activity">
        {[
          counted(counts.wishes, 'wishlist item', 'wishlist items'),
          counted(counts.reviews, 'review', 'reviews'),
          counted(counts.feedback, 'message to stores', 'messages to stores'),
          counted(counts.tickets, 'ticket', 'tickets'),
          counted(counts.clicks, 'valid click', 'valid clicks'),
        ].join(', ')}
      </Fact>
      <Fact name="ID">
        <span className="tabular-nums">{id}</span>
      </Fact>
    </FactList>
  )
}

const counted = (count: number, one: string, many: string) => `${formatCount(count)} ${count === 1 ? one : many}`

function WaysIn({ person }: { person: Person }) {
  const { passwordChangedAt, oauthAccounts, secondFactorSince, emailVerifiedAt } = person
  return (
    <FactList title="Sign-in methods">
      <Fact name="Email">{emailVerifiedAt ? `Verified ${formatDate(emailVerifiedAt)}` : 'Not verified'}</Fact>
      <Fact name="Password">{passwordChangedAt ? `Set ${formatDate(passwordChangedAt)}` : 'None'}</Fact>
      {oauthAccounts.map(({ provider, email, createdAt }) => (
        <Fact
          key={`${provider} ${createdAt.getTime()}`}
          name={provider in PROVIDER_NAMES ? PROVIDER_NAMES[provider as keyof typeof PROVIDER_NAMES] : provider}
        >
          {email || 'No email'}, added {formatDate(createdAt)}
        </Fact>
      ))}
      <Fact name="Two-factor">{secondFactorSince ? `On since ${formatDate(secondFactorSince)}` : 'Off'}</Fact>
    </FactList>
  )
}

function Sessions({ sessions }: { sessions: Person['sessions'] }) {
  return (
    <FactList title="Active sessions">
      {sessions.length === 0 && <Fact name="Sessions">None</Fact>}
      {sessions.map(({ device, country, createdAt, lastSeenAt }) => (
        <Fact key={`${device} ${createdAt.getTime()}`} name={device || 'Unknown device'}>
          {country === 'Unknown' ? 'Unknown country' : country}
          <span className="block text-muted tabular-nums">
            Last active <ExactTime date={lastSeenAt} /> UTC
          </span>
        </Fact>
      ))}
    </FactList>
  )
}

function Tickets({ tickets }: { tickets: Person['tickets'] }) {
  if (tickets.length === 0) return null
  return (
    <FactList title="Latest tickets">
      {tickets.map(({ id, reference, subject, state }) => (
        <Fact key={id} name={reference}>
          <Link to={adminPaths.ticket(id)} className="link">
            {subject}
          </Link>
          <span className="block">
            <TicketStateMark state={state} />
          </span>
        </Fact>
      ))}
    </FactList>
  )
}

function Mails({ person: { mails, email } }: { person: Person }) {
  return (
    <FactList title="Latest emails">
      {mails.length === 0 && <Fact name="Emails">No stored emails</Fact>}
      {mails.map(({ id, subject, state, createdAt }) => (
        <Fact key={id} name={MAIL_STATE_NAMES[state]}>
          <Link to={adminPaths.outboxMail(id)} className="link">
            {subject}
          </Link>
          <span className="block text-muted tabular-nums">
            <ExactTime date={createdAt} /> UTC
          </span>
        </Fact>
      ))}
      {mails.length > 0 && (
        <Fact name="All emails">
          <Link to={adminPaths.outbox({ to: email })} className="link">
            View in the outbox
          </Link>
        </Fact>
      )}
    </FactList>
  )
}

function History({ history }: { history: Person['history'] }) {
  return (
    <section>
      <h2 className="text-2xl leading-tight">Audit log</h2>
      {history.length === 0 ? (
        <p className="mt-3 border-y border-line py-3 text-sm text-muted">No entries yet.</p>
      ) : (
        <ol className="mt-3 divide-y divide-line/60 border-y border-line text-sm">
          {history.map(({ id, at, action, by, isOwn, isAboutOthers, data }) => (
            <li key={id} className="py-2.5 [overflow-wrap:anywhere]">
              <span className="flex flex-wrap justify-between gap-x-4">
                <span className="font-medium">{auditActionName(action)}</span>
                <span className="text-muted tabular-nums">
                  <ExactTime date={at} /> UTC
                </span>
              </span>
              <span className="block text-muted">
                {isOwn
                  ? `by this user${isAboutOthers ? ', about another account' : ''}`
                  : `by ${by ?? 'the system or an unknown user'}`}
              </span>
              {reasonIn(data) && <span className="mt-1 block whitespace-pre-line">{reasonIn(data)}</span>}
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

const reasonIn = (data: Person['history'][number]['data']): string => {
  const reason = typeof data === 'object' && data !== null && 'reason' in data ? data.reason : ''
  return typeof reason === 'string' ? reason : ''
}
