import { Link } from '#app/components/link.tsx'
import { useId } from 'react'
import { Act, Asking } from '#app/components/act-form.tsx'
import { FormMessage, SubmitButton } from '#app/components/field.tsx'
import { TextAreaField } from '#app/components/text-area.tsx'
import { usePageForm } from '#app/lib/form.ts'
import { useKeptForm } from '#app/lib/kept-form.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { paths } from '#app/lib/paths.ts'
import { MOST_REASON_CHARACTERS } from '#server/accounts/people/people-values.schema.ts'
import type { Person } from './person.ts'

const LIMITS = { reason: MOST_REASON_CHARACTERS }

/** What an administrator may do to an account, each with what follows. */
export function UserActs({ person, isOwn }: { person: Person; isOwn: boolean }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="text-2xl leading-tight">
        What you can do
      </h2>
      {isOwn ? (
        <p className="mt-3 border-y border-line py-3 text-sm text-muted">
          This is your own account. What you may do to it is in{' '}
          <Link to={paths.settings()} className="link">
            your settings
          </Link>
          ; everything else takes another administrator.
        </p>
      ) : (
        <div className="mt-3 divide-y divide-line/60 border-y border-line text-sm [&>*]:py-1.5">
          {person.state === 'open' && <MailAgain person={person} />}
          {person.sessions.length > 0 && <SignOut person={person} />}
          {/* Closed again once it is done. */}
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
    ? 'the link that confirms the address'
    : passwordChangedAt
      ? 'a link for a new password'
      : 'a link that sets a password'
  return (
    <Asking label={emailVerifiedAt ? 'Mail a link for a password' : 'Mail the confirmation again'} who="">
      <p>
        {email} is mailed {what}. Up to five times an hour.
      </p>
      <Act form="mail-again" fields={{}} busy="Mailing..." isFinal>
        Mail it
      </Act>
      {invitation && (
        <p className="mt-3">
          {invitation.businessName} is invited at this address:{' '}
          <Link to={adminPaths.invitePartners({ q: email })} className="link">
            send the invitation again
          </Link>
          .
        </p>
      )}
    </Asking>
  )
}

function SignOut({ person: { sessions } }: ActProps) {
  return (
    <Asking label="Sign out everywhere" who="">
      <p>
        {sessions.length === 1 ? 'Its session ends' : `Its ${sessions.length} sessions end`}, and so does every link
        that we have mailed to it. Its owner can sign in again.
      </p>
      <Act form="sign-out" fields={{}} busy="Signing out..." isFinal>
        Sign it out everywhere
      </Act>
    </Asking>
  )
}

function Role({ person: { role, state, emailVerifiedAt, isDemo } }: ActProps) {
  if (role === 'partner')
    return (
      <p className="py-2 text-muted">
        It belongs to a store, so it cannot become an administrator: hand the store over or let it leave the team first.
      </p>
    )
  if (role === 'customer' && (state !== 'open' || !emailVerifiedAt || isDemo)) return null
  const isAdmin = role === 'admin'
  return (
    <Asking label={isAdmin ? 'Take the role of an administrator' : 'Make it an administrator'} who="">
      <p>
        {isAdmin
          ? 'It is a customer from then on, and opens nothing of the administration.'
          : 'It then opens everything that you can open, this page too.'}{' '}
        It is signed out everywhere, and its owner is mailed. You may be asked for your password.
      </p>
      <Act form="role" fields={{ from: role, to: isAdmin ? 'customer' : 'admin' }} busy="Changing..." isFinal>
        {isAdmin ? 'Make it a customer' : 'Make it an administrator'}
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
          It is signed out everywhere, and nothing lets anybody in until you lift it. Nothing is deleted.
          {person.partners.map(({ id, businessName }) => (
            <span key={id}>
              {' '}
              Its store stays as it is: its products can still be found.{' '}
              <Link to={adminPaths.adminPartner(id)} className="link">
                Suspend {businessName}
              </Link>{' '}
              by itself.
            </span>
          ))}{' '}
          Its owner is mailed the reason, at {person.email}.
        </p>
        <FormMessage>{form.message}</FormMessage>
        <TextAreaField form={form} name="reason" label="The reason, for its owner" required rows={4} />
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
      <p>Its owner can sign in again, and is told so by mail.</p>
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
          ? `It cannot be closed while it manages ${store.businessName}: hand the store over first.`
          : 'It cannot be closed while it is an administrator’s.'}
      </p>
    )
  return (
    <Asking label="Close it, as its owner asked" who="">
      <p>
        Only if its owner has asked us to. It is signed out everywhere and deleted for good after 14 days, unless its
        owner signs in before.{' '}
        {emailVerifiedAt && !secondFactorSince
          ? `${email} is mailed a link to everything that we keep of the person, which works once. You do not see it.`
          : `${email} is mailed how to download what we keep: a link alone must not open it here.`}
      </p>
      <Act form="close" fields={{ from: state }} busy="Closing..." isFinal>
        Close the account
      </Act>
    </Asking>
  )
}

function Keep({ person: { state } }: ActProps) {
  return (
    <Asking label="Keep the account" who="">
      <p>It is not deleted, and its owner is told so by mail. Signing in does the same.</p>
      <Act form="keep" fields={{ from: state }} busy="Keeping..." isFinal>
        Keep the account
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
