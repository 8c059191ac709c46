import type { ReactNode } from 'react'
import type { OwnPartner } from './own-partner.ts'
import { SettingsFrame } from './settings-frame.tsx'
import { Act, Asking } from '#app/components/act-form.tsx'
import { Field, FormMessage, SubmitButton } from '#app/components/field.tsx'
import { SelectField } from '#app/components/select-field.tsx'
import { Section } from '#app/components/settings-section.tsx'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { usePageForm } from '#app/lib/form.ts'
import { formatDate } from '#app/lib/format.ts'

type Team = RouterOutputs['team']['list']
type Colleague = Team['colleagues'][number]

const ROLES = [
  { value: 'editor', name: 'Editor', may: 'can edit products and the store page' },
  { value: 'viewer', name: 'Viewer', may: 'can view everything but change nothing' },
] as const
const NAMES = { owner: 'Owner', editor: 'Editor', viewer: 'Viewer' } as const

const OWNER = { role: 'owner' } as const

/** The store's team members and, for its owner, invitations. */
export function TeamPage({ partner, team }: { partner: OwnPartner; team: Team }) {
  const isOwner = partner.role === 'owner'
  return (
    <SettingsFrame
      title="Team"
      lead="Owners have full access. Editors can do everything except manage settings, the team and contracts. Viewers can only view."
    >
      <Section id="people" title="People">
        <ul className="divide-y divide-line/60">
          {team.owner && <Person {...team.owner} {...OWNER} />}
          {team.colleagues.map((colleague) => (
            <Person key={colleague.userId} {...colleague}>
              {isOwner && <ColleagueActs colleague={colleague} businessName={partner.businessName} />}
            </Person>
          ))}
        </ul>
        {!isOwner && <Leave businessName={partner.businessName} />}
      </Section>
      {isOwner && (
        <>
          {team.invitations.length > 0 && (
            <Section id="invitations" title="Invited" hint="Each link works once and expires after seven days.">
              <ul className="divide-y divide-line/60">
                {team.invitations.map((invitation) => (
                  <Invitation key={invitation.id} invitation={invitation} />
                ))}
              </ul>
            </Section>
          )}
          <Section
            id="invite"
            title="Invite a colleague"
            hint="We will email a link. Your colleague signs in with the same email address to join."
          >
            {team.isFull ? (
              <p className="text-sm text-muted">Your team is full. Remove a colleague or revoke an invitation first.</p>
            ) : (
              <Invite key={team.invitations.length} />
            )}
          </Section>
        </>
      )}
    </SettingsFrame>
  )
}

function Person({
  name,
  email,
  role,
  since,
  children,
}: {
  name: string
  email: string
  role: keyof typeof NAMES
  since?: Date
  children?: ReactNode
}) {
  return (
    <li className="py-3.5 first:pt-0">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <p className="min-w-0 [overflow-wrap:anywhere]">
          {name || email}
          <span className="block text-sm text-muted">
            {name && email}
            {since && `${name ? ', ' : ''}since ${formatDate(since)}`}
          </span>
        </p>
        <p className="text-sm">{NAMES[role]}</p>
      </div>
      {children}
    </li>
  )
}

function ColleagueActs({ colleague, businessName }: { colleague: Colleague; businessName: string }) {
  const { userId, name, email, role } = colleague
  const other = role === 'editor' ? 'viewer' : 'editor'
  const who = name || email
  return (
    <div className="flex flex-wrap items-start gap-x-6 text-sm">
      <Act form={`role ${userId}`} fields={{ userId, role: other }} busy="One moment...">
        Make {other}
        <span className="sr-only"> {who}</span>
      </Act>
      <Asking label="Remove" who={who}>
        <p className="text-muted">
          {who} will be signed out everywhere and lose access to {businessName}. Their account becomes a shopper
          account.
        </p>
        <Act form={`remove ${userId}`} fields={{ userId }} busy="Removing..." isFinal>
          Yes, remove {who}
        </Act>
      </Asking>
      <Asking label="Make owner" who={who}>
        <p className="text-muted">
          {who} will own {businessName}, including its team, settings and contract. You will become an editor, and only{' '}
          {who} can change your role.
        </p>
        <Act form={`hand-over ${userId}`} fields={{ userId }} busy="Transferring..." isFinal>
          Yes, transfer {businessName}
        </Act>
      </Asking>
    </div>
  )
}

function Invitation({
  invitation: { id, email, role, sentAt, expiresAt, hasExpired },
}: {
  invitation: Team['invitations'][number]
}) {
  return (
    <li className="py-3.5 first:pt-0">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <p className="min-w-0 [overflow-wrap:anywhere]">
          {email}
          <span className="block text-sm text-muted">
            Sent on {formatDate(sentAt)}; {hasExpired ? 'expired' : `expires on ${formatDate(expiresAt)}`}
          </span>
        </p>
        <p className="text-sm">{NAMES[role]}</p>
      </div>
      <div className="flex flex-wrap gap-x-6 text-sm">
        <Act form={`resend ${id}`} fields={{ invitationId: id }} busy="Sending...">
          Send again<span className="sr-only"> to {email}</span>
        </Act>
        <Act form={`revoke ${id}`} fields={{ invitationId: id }} busy="Revoking...">
          Revoke<span className="sr-only"> the invitation to {email}</span>
        </Act>
      </div>
    </li>
  )
}

function Invite() {
  const form = usePageForm('invite')
  const { Form } = form
  return (
    <Form {...form.props} className="grid max-w-md gap-5">
      <input type="hidden" name="form" value="invite" />
      <FormMessage>{form.message}</FormMessage>
      <Field form={form} name="email" label="Email" type="email" autoComplete="off" required />
      <SelectField form={form} name="role" label="Role" defaultValue="editor">
        {ROLES.map(({ value, name, may }) => (
          <option key={value} value={value}>
            {name}: {may}
          </option>
        ))}
      </SelectField>
      <SubmitButton form={form} busy="Sending..." className="justify-self-start">
        Send invitation
      </SubmitButton>
    </Form>
  )
}

function Leave({ businessName }: { businessName: string }) {
  return (
    <div className="mt-4 text-sm">
      <Asking label="Leave this team" who="">
        <p className="text-muted">You will lose access to {businessName} unless its owner invites you again.</p>
        <Act form="leave" fields={{}} busy="Leaving..." isFinal>
          Yes, leave {businessName}
        </Act>
      </Asking>
    </div>
  )
}
