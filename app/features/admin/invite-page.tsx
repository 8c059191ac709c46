import { TableHead } from '#app/components/data-table/table-head.tsx'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import type { InvitationsQuery } from '#server/invitations/invitations.schema.ts'
import { CopyPanel } from './copy-link.tsx'
import { InvitationToast } from './invitation-act.tsx'
import { InvitationsTable } from './invitations-table.tsx'
import { InviteForm } from './invite-form.tsx'
import { InviteManyForm } from './invite-many-form.tsx'
import { RecentInvitations } from './recent-invitations.tsx'

const STEPS = [
  'We email the brand its own invitation link.',
  'The link opens a sign-up in four short steps: welcome, how it works, commission and account.',
  'The brand verifies its email address and accepts the plan and the terms.',
  'Brands that join with the invited email address and name are approved immediately. All others are reviewed under Partners.',
]
const SECURITY = [
  'The link works once.',
  'The link expires after 7 days.',
  'We never store links in plain text. However, anyone with a database backup could recover them, so keep backups safe.',
  'You can revoke an invitation until it is accepted.',
  'Brands that join with a different email address or name wait for approval.',
  'Spam filters and link previews do not use up the link.',
]

interface InvitePageProps {
  list: RouterOutputs['invitations']['list']
  recent: RouterOutputs['invitations']['recent']
  query: InvitationsQuery
  /** False if there is no mail server. */
  sendsMail: boolean
  siteUrl: string
  /** When the page was rendered. */
  now: Date
}

/** The invite forms and the list of invitations. */
export function InvitePage({ list, recent, query, sendsMail, siteUrl, now }: InvitePageProps) {
  return (
    <>
      <TableHead
        area="Administration"
        title="Partner Invitation System"
        hint="Brands join by invitation. Each invitation has its own link."
      />
      <InvitationToast />
      <div className="mt-9 grid gap-x-[7vw] gap-y-12 lg:grid-cols-[minmax(0,6fr)_minmax(0,5fr)]">
        <section>
          <h2 className="text-2xl leading-tight">Invite a brand</h2>
          <div className="mt-4">
            <InviteForm sendsMail={sendsMail} siteUrl={siteUrl} />
          </div>
          <div className="mt-8">
            <InviteManyForm sendsMail={sendsMail} />
          </div>
        </section>
        <section>
          <h2 className="text-2xl leading-tight">Recent invitations</h2>
          <RecentInvitations invitations={recent} now={now} siteUrl={siteUrl} />
        </section>
      </div>
      <div className="mt-10 grid gap-x-[7vw] gap-y-8 border-t border-line pt-5 text-sm text-muted lg:grid-cols-[minmax(0,6fr)_minmax(0,5fr)]">
        <section>
          <h2 className="eyebrow font-sans">How it works</h2>
          <ol className="mt-3 grid list-decimal gap-x-10 gap-y-2 pl-4 sm:grid-cols-2">
            {STEPS.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </section>
        <section>
          <h2 className="eyebrow font-sans">Security features</h2>
          <ul className="mt-3 grid gap-x-10 gap-y-2 sm:grid-cols-2">
            {SECURITY.map((feature) => (
              <li key={feature}>{feature}</li>
            ))}
          </ul>
        </section>
      </div>
      <InvitationsTable list={list} query={query} now={now} siteUrl={siteUrl} />
      <CopyPanel />
    </>
  )
}
