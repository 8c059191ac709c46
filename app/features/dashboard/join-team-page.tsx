import { Form } from '@remix-run/react'
import { Link } from '#app/components/link.tsx'
import { Sheet } from '#app/components/mailed-link-page.tsx'
import { FormMessage, SubmitButton } from '#app/components/field.tsx'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { usePageForm } from '#app/lib/form.ts'
import { formatDate } from '#app/lib/format.ts'
import { paths } from '#app/lib/paths.ts'

type Invitation = RouterOutputs['team']['invitation']
type Ended = RouterOutputs['team']['endedInvitation']
const MAY = {
  editor: 'Editors can edit products and the store page.',
  viewer: 'Viewers can see everything but change nothing.',
} as const

/** The details of a colleague's invitation. Only pressing the button accepts it. */
export function JoinTeamPage({ invitation, ended }: { invitation: Invitation; ended: Ended | null }) {
  if (!invitation) return <EndedInvitation state={ended?.state ?? 'ended'} businessName={ended?.businessName ?? ''} />
  const { businessName, role, email, expiresAt, signedInAs, obstacle, message } = invitation
  return (
    <Sheet title={`Join ${businessName}`}>
      <p className="mt-4 text-lg">
        You are invited to join {businessName} as {role === 'editor' ? 'an editor' : 'a viewer'}. {MAY[role]}
      </p>
      <p className="mt-2 text-muted">
        This invitation is for {email} and expires on {formatDate(expiresAt)}.
      </p>
      {signedInAs === null ? (
        <SignInFirst email={email} />
      ) : obstacle ? (
        <Obstacle message={message ?? ''} signedInAs={signedInAs} isUnproven={obstacle === 'unproven'} />
      ) : (
        <Join businessName={businessName} />
      )}
    </Sheet>
  )
}

function EndedInvitation({ state, businessName }: { state: Ended['state']; businessName: string }) {
  if (state === 'member')
    return (
      <Sheet title={`You are already a member of ${businessName}`}>
        <p className="mt-4 text-lg text-muted">You don’t need to accept this invitation.</p>
        <p className="mt-8">
          <Link to={paths.dashboard()} className="button button-accent">
            Go to the dashboard
          </Link>
        </p>
      </Sheet>
    )
  if (state === 'used')
    return (
      <Sheet title="This invitation has been used">
        <p className="mt-4 text-lg text-muted">The person who joined with it can sign in.</p>
        <p className="mt-8">
          <Link to={paths.login({ redirectTo: paths.dashboard() })} reloadDocument className="button button-accent">
            Sign In
          </Link>
        </p>
      </Sheet>
    )
  return (
    <Sheet title="This invitation has expired">
      <p className="mt-4 text-lg text-muted">Ask the store’s owner for a new one.</p>
      <p className="mt-8">
        <Link to={paths.home()} className="button button-quiet">
          Go to Home
        </Link>
      </p>
    </Sheet>
  )
}

function SignInFirst({ email }: { email: string }) {
  const redirectTo = paths.joinTeam()
  return (
    <>
      <p className="mt-6 text-muted">
        Sign in with {email} or create an account with that address. You can then join the team.
      </p>
      <p className="mt-6 flex flex-wrap gap-3">
        <Link to={paths.login({ redirectTo })} reloadDocument className="button button-accent">
          Sign In
        </Link>
        <Link to={paths.signUp({ redirectTo })} reloadDocument className="button button-quiet">
          Create an account
        </Link>
      </p>
    </>
  )
}

function Obstacle({ message, signedInAs, isUnproven }: { message: string; signedInAs: string; isUnproven: boolean }) {
  return (
    <>
      <p role="alert" className="notice mt-6">
        {message}
      </p>
      <p className="mt-3 text-muted">You are signed in as {signedInAs}.</p>
      <div className="mt-6 flex flex-wrap gap-3">
        {isUnproven && (
          <Link to={paths.settings()} className="button button-accent">
            Confirm your email
          </Link>
        )}
        <Form method="post" action={paths.logout()}>
          <button type="submit" className="button button-quiet">
            Sign out
          </button>
        </Form>
      </div>
    </>
  )
}

function Join({ businessName }: { businessName: string }) {
  const form = usePageForm('join-team')
  const { Form: JoinForm } = form
  return (
    <JoinForm {...form.props} className="mt-8">
      <input type="hidden" name="form" value="join-team" />
      <FormMessage>{form.message}</FormMessage>
      <p className="mb-5 text-muted">
        You will keep your wishlist and settings, and be signed out on your other devices.
      </p>
      <SubmitButton form={form} busy="Joining..." className="px-8">
        Join {businessName}
      </SubmitButton>
    </JoinForm>
  )
}
