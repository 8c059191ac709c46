import { Link } from '#app/components/link.tsx'
import { Sheet, TokenForm } from '#app/components/mailed-link-page.tsx'
import { useActionAnswer } from '#app/lib/action-answer.ts'
import { parseFormAnswer } from '#app/lib/form.ts'
import { paths } from '#app/lib/paths.ts'
import type { Joined } from '#app/parts/waitlist/use-waitlist-form.ts'
import type { WaitlistSource } from '#server/waitlist/waitlist.schema.ts'
import { JoinForm } from './join-form.tsx'
import { JoinedText } from './joined-text.tsx'

const JOIN = { to: paths.waitlist(), label: 'Join the waitlist' }
const CONTACT = { to: paths.contact(), label: 'Contact us' }

/** /waitlist: the form on its own page, and the response to other pages' forms without JavaScript. */
export function WaitlistPage({ source }: { source: WaitlistSource }) {
  const answer = useActionAnswer<Partial<Joined>>()
  const refusal = parseFormAnswer(answer, answer?.form ?? '')
  if (answer?.reference) {
    const title = source === 'newsletter' ? 'Welcome to the community!' : "You're on the list!"
    return (
      <Sheet title={title} isNews>
        <JoinedText joined={answer as Joined} />
        <GoOn />
      </Sheet>
    )
  }
  const error = refusal?.errors.email ?? refusal?.message
  return (
    <Sheet title="Join the waitlist">
      <p className="mt-4 mb-8 text-lg text-muted">
        Be the first to know when we launch. We’ll send one email to confirm your address.
      </p>
      <JoinForm
        source={source}
        given={error === undefined ? undefined : { email: refusal?.values.email ?? '', error }}
      />
    </Sheet>
  )
}

interface TokenPageProps {
  token: string
}

/** The page behind the emailed link. Only its button confirms the address, because mail scanners open links too. */
export function ConfirmWaitlistPage({ token }: TokenPageProps) {
  const email = useActionAnswer<{ email?: string }>()?.email
  if (email)
    return (
      <Sheet title="You're confirmed" isNews>
        <p className="mt-4 text-lg">{email} is on the waitlist. We&apos;ll keep you updated on our launch!</p>
        <GoOn />
      </Sheet>
    )
  return (
    <Sheet title="Confirm your place">
      <p className="mt-4 text-lg text-muted">Tap once, and we’ll email you when we launch.</p>
      <TokenForm name="confirm-waitlist" token={token} busy="Confirming..." instead={JOIN}>
        Confirm my place
      </TokenForm>
    </Sheet>
  )
}

/** The page behind an email's unsubscribe link. */
export function WaitlistUnsubscribePage({ token }: TokenPageProps) {
  const email = useActionAnswer<{ email?: string | null }>()?.email
  if (email !== undefined)
    return (
      <Sheet title="You're off the list" isNews>
        <p className="mt-4 text-lg">
          We won’t email {email ?? 'this address'} any more. You can{' '}
          <Link to={paths.waitlist()} className="link">
            join again
          </Link>{' '}
          whenever you like.
        </p>
        <GoOn />
      </Sheet>
    )
  return (
    <Sheet title="Leave the waitlist?">
      <p className="mt-4 text-lg text-muted">We won’t email this address any more.</p>
      <TokenForm name="unsubscribe" token={token} busy="Leaving..." instead={CONTACT}>
        Unsubscribe
      </TokenForm>
    </Sheet>
  )
}

function GoOn() {
  return (
    <p className="mt-8">
      <Link to={paths.home()} className="button button-accent">
        Go to Home
      </Link>
    </p>
  )
}
