import { TableHead } from '#app/components/data-table/table-head.tsx'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import type { InvitationsQuery } from '#server/invitations/invitations.schema.ts'
import { CopyPanel } from './copy-link.tsx'
import { ToldAct } from './invitation-act.tsx'
import { InvitationsTable } from './invitations-table.tsx'
import { InviteForm } from './invite-form.tsx'
import { InviteManyForm } from './invite-many-form.tsx'
import { RecentInvitations } from './recent-invitations.tsx'

const STEPS = [
  'A mail with a link of its own goes to the brand.',
  'The link opens four short steps: what we do, how it works, the commission, the account.',
  'The brand proves its address and accepts the plan and the terms.',
  'Whoever joins with the address and the name that you invited is approved at once. All others wait under Partners.',
]
const SECURITY = [
  'One-time: joining uses the link up.',
  'It ends after 7 days, by itself.',
  'Its row holds only a hash of its token. A backup of the database holds the key to it too: guard it.',
  'You can revoke it until it is accepted.',
  'Bound to the address: whoever joins with another one waits for approval.',
  'Link scanners of mail programs do not use it up.',
]

interface InvitePageProps {
  list: RouterOutputs['invitations']['list']
  recent: RouterOutputs['invitations']['recent']
  query: InvitationsQuery
  /** False if there is no mail server. */
  sendsMail: boolean
  siteUrl: string
  /** When the page was made. */
  now: Date
}

/** Invites brands, and shows who is invited. */
export function InvitePage({ list, recent, query, sendsMail, siteUrl, now }: InvitePageProps) {
  return (
    <>
      <TableHead
        area="Administration"
        title="Partner Invitation System"
        hint="Brands join by invitation. Everybody you invite gets a link of their own."
      />
      <ToldAct />
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
