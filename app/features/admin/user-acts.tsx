import { Link } from '#app/components/link.tsx'
import { useId } from 'react'
import { Act, Asking } from '#app/components/act-form.tsx'
import { FormMessage, SubmitButton } from '#app/components/field.tsx'
import { TextAreaField } from '#app/components/text-area.tsx'
import { usePageForm } from '#app/lib/form.ts'
import { useKeptForm } from '#app/lib/kept-form.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { paths } from '#app/lib/paths.ts'
import { MAX_REASON_CHARACTERS } from '#server/accounts/people/people-values.schema.ts'
import type { Person } from './person.ts'

const LIMITS = { reason: MAX_REASON_CHARACTERS }

/** The actions on an account, each with its consequences. */
export function UserActs({ person, isOwn }: { person: Person; isOwn: boolean }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="text-2xl leading-tight">
        Actions
      </h2>
      {isOwn ? (
        <p className="mt-3 border-y border-line py-3 text-sm text-muted">
          This is your own account. Change it in{' '}
          <Link to={paths.settings()} className="link">
            your settings
          </Link>
          . For anything else, ask another administrator.
        </p>
      ) : (
        <div className="mt-3 divide-y divide-line/60 border-y border-line text-sm [&>*]:py-1.5">
          {person.state === 'open' && <MailAgain person={person} />}
          {person.sessions.length > 0 && <SignOut person={person} />}
          {/* Closes the form when the role has changed. */}
          <Role key={person.role} person={person} />
          {person.state === 'suspended' && <Lift person={person} />}
          {person.state === 'open' && <Suspend person={person} />}
          {person.state === 'open' && <Close person={person} />}
          {person.state === 'closing' && <Keep person={person} />}
        </div>
      )}
    </section>
  )
}

interface ActProps {
  person: Person
}

function MailAgain({ person: { email, emailVerifiedAt, passwordChangedAt, invitation } }: ActProps) {
  const what = !emailVerifiedAt
    ? 'an email confirmation link'
    : passwordChangedAt
      ? 'a password reset link'
      : 'a link to set a password'
  return (
    <Asking label={emailVerifiedAt ? 'Email a link to reset the password' : 'Resend the confirmation email'} who="">
      <p>
        We email {what} to {email}. You can send up to five an hour.
      </p>
      <Act form="mail-again" fields={{}} busy="Sending..." isFinal>
        Send email
      </Act>
      {invitation && (
        <p className="mt-3">
          {invitation.businessName} has an invitation for this email address:{' '}
          <Link to={adminPaths.invitePartners({ q: email })} className="link">
            resend the invitation
          </Link>
          .
        </p>
      )}
    </Asking>
  )
}

function SignOut({ person: { sessions } }: ActProps) {
  return (
    <Asking label="Sign out on all devices" who="">
      <p>
        {sessions.length === 1 ? 'The active session ends' : `All ${sessions.length} sessions end`}, and links that we
        emailed stop working. The user can sign in again.
      </p>
      <Act form="sign-out" fields={{}} busy="Signing out..." isFinal>
        Sign out on all devices
      </Act>
    </Asking>
  )
}

function Role({ person: { role, state, emailVerifiedAt, isDemo } }: ActProps) {
  if (role === 'partner')
    return (
      <p className="py-2 text-muted">
        This account is on a store’s team, so it cannot become an administrator. Transfer the store or remove it from
        the team first.
      </p>
    )
  if (role === 'customer' && (state !== 'open' || !emailVerifiedAt || isDemo)) return null
  const isAdmin = role === 'admin'
  return (
    <Asking label={isAdmin ? 'Remove admin access' : 'Make administrator'} who="">
      <p>
        {isAdmin
          ? 'This account becomes a customer and loses admin access.'
          : 'This account gets the same access as you, including this page.'}{' '}
        We sign the user out on all devices and email them. We may ask for your password.
      </p>
      <Act form="role" fields={{ from: role, to: isAdmin ? 'customer' : 'admin' }} busy="Changing..." isFinal>
        {isAdmin ? 'Remove admin access' : 'Make administrator'}
      </Act>
    </Asking>
  )
}

function Suspend({ person }: ActProps) {
  const form = useKeptForm(usePageForm('suspend'), { draft: `suspend-${person.id}`, limits: LIMITS })
  const { Form } = form
  return (
    <details className="ask" open={form.isRefused}>
      <summary className="link inline-flex min-h-11 items-center">Suspend the account</summary>
      <Form {...form.props} className="grid gap-4 pb-3">
        <From form="suspend" person={person} />
        <p className="text-pretty">
          We sign the user out on all devices. They cannot sign in until you lift the suspension. Nothing is deleted.
          {person.partners.map(({ id, businessName }) => (
            <span key={id}>
              {' '}
              Their store and products stay online. To take them offline,{' '}
              <Link to={adminPaths.adminPartner(id)} className="link">
                {' '}
                suspend {businessName}{' '}
              </Link>{' '}
              separately.
            </span>
          ))}{' '}
          We email the reason to {person.email}.
        </p>
        <FormMessage>{form.message}</FormMessage>
        <TextAreaField form={form} name="reason" label="Reason, shown to the user" required rows={4} />
        <SubmitButton
          form={form}
          busy="One moment..."
          look="quiet"
          className="border-sale whitespace-normal text-sale sm:justify-self-start"
        >
          Suspend {person.email}
        </SubmitButton>
      </Form>
    </details>
  )
}

function Lift({ person }: ActProps) {
  return (
    <Asking label="Lift the suspension" who="">
      <p>The user can sign in again, and we email them.</p>
      <Act form="lift" fields={{ from: person.state }} busy="Lifting..." isFinal>
        Lift the suspension
      </Act>
    </Asking>
  )
}

function Close({ person: { email, state, partners, role, emailVerifiedAt, secondFactorSince } }: ActProps) {
  const store = partners[0]
  if (store || role === 'admin')
    return (
      <p className="py-2 text-muted">
        {store
          ? `This account cannot be closed while it owns ${store.businessName}. Transfer the store first.`
          : 'Administrator accounts cannot be closed.'}
      </p>
    )
  return (
    <Asking label="Close at the user's request" who="">
      <p>
        Do this only if the user asked us to. We sign them out on all devices and delete the account after 14 days,
        unless they sign in.{' '}
        {emailVerifiedAt && !secondFactorSince
          ? `${email} gets an email with a one-time link to their data. You cannot see the link.`
          : `${email} gets an email that explains how to download their data.`}
      </p>
      <Act form="close" fields={{ from: state }} busy="Closing..." isFinal>
        Close the account
      </Act>
    </Asking>
  )
}

function Keep({ person: { state } }: ActProps) {
  return (
    <Asking label="Cancel the deletion" who="">
      <p>This cancels the deletion, and we email the user. Signing in also cancels it.</p>
      <Act form="keep" fields={{ from: state }} busy="Cancelling..." isFinal>
        Cancel the deletion
      </Act>
    </Asking>
  )
}

/** If two administrators decide at the same time, the second one gets an error. */
function From({ form, person: { state } }: ActProps & { form: string }) {
  return (
    <>
      <input type="hidden" name="form" value={form} />
      <input type="hidden" name="from" value={state} />
    </>
  )
}
