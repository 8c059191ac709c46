import { useNavigation, useSubmit } from '@remix-run/react'
import { Link } from '#app/components/link.tsx'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { AuthHeading } from './auth-layout.tsx'
import { DeadLink } from './password-pages.tsx'
import { Hidden } from './sign-in-fields.tsx'
import { FormMessage, SubmitButton } from '#app/components/field.tsx'
import { useActionAnswer } from '#app/lib/action-answer.ts'
import { parseFormAnswer, usePageForm } from '#app/lib/form.ts'
import { paths } from '#app/lib/paths.ts'

const CLOSES_AFTER_MS = 5_000
const LOADS_AT_MOST_MS = 10_000

/** The form behind an emailed link. Only its button makes the change, because mail scanners open links too. */
export function ConfirmForm({
  name,
  token,
  busy,
  children,
}: {
  name: string
  token: string
  busy: string
  children: ReactNode
}) {
  const form = usePageForm(name)
  const isLate = useLate(form.isBusy)
  const { Form } = form
  return (
    <Form {...form.props} className="space-y-5">
      <Hidden form={name} token={token} />
      <FormMessage>{form.error('token') ?? form.message}</FormMessage>
      <SubmitButton form={form} busy={isLate ? 'Still trying...' : busy} className="px-8">
        {children}
      </SubmitButton>
      <p role="status">{isLate && 'This is taking longer than expected. Reload the page to start again.'}</p>
    </Form>
  )
}

/** Returns whether something has been loading for unusually long. */
function useLate(isLoading: boolean): boolean {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    if (!isLoading) return setLate(false)
    const timer = setTimeout(() => setLate(true), LOADS_AT_MOST_MS)
    return () => clearTimeout(timer)
  }, [isLoading])
  return isLate
}

interface ConfirmEmailProps {
  token: string
  /** The email address, if the link was already used successfully. */
  doneFor: string | null
  /** Why the link is invalid. */
  problem: string | null
  isChange: boolean
}

/** The page behind the link that verifies a new account's address, or a changed one. */
export function ConfirmEmailPage({ token, doneFor, problem, isChange }: ConfirmEmailProps) {
  const answer = useActionAnswer<{ email?: string; isSent?: boolean }>()
  const isBusy = useNavigation().formData?.get('form') === 'confirm-email'
  const refusal = problem ?? parseFormAnswer(answer, 'confirm-email')?.errors.token
  if (answer?.email) return <Done title="Email Confirmed!">{answer.email} is confirmed.</Done>
  if (answer?.isSent)
    return (
      <div role="status">
        <AuthHeading title="Check your email">We’ve emailed you a link. Open it to confirm the address.</AuthHeading>
      </div>
    )
  if (doneFor) return <Done title="Already confirmed">{doneFor} is confirmed. You don’t need to do anything else.</Done>
  if (token === '')
    return (
      <DeadLink
        title="Confirm your email"
        message="This link is incomplete. Open it from the email again."
        action={
          <Link to={paths.settings()} className="button button-accent">
            Go to settings
          </Link>
        }
      />
    )
  if (refusal) {
    const action = isChange ? (
      <Link to={`${paths.settings('profile', { edit: 'email' })}#email`} className="button button-accent">
        Request a new link
      </Link>
    ) : (
      <SendAgain />
    )
    return <DeadLink title="Confirm your email" message={refusal} action={action} />
  }
  return (
    <>
      <AuthHeading
        title={isBusy ? 'Completing Authentication...' : isChange ? 'Use this address?' : 'Confirm your email'}
      >
        {isChange ? 'You will use it to sign in from now on.' : 'Tap once to confirm your address.'}
      </AuthHeading>
      <ConfirmForm name="confirm-email" token={token} busy="Confirming...">
        {isChange ? 'Use this address' : 'Confirm address'}
      </ConfirmForm>
    </>
  )
}

function SendAgain() {
  const form = usePageForm('send-again')
  const { Form } = form
  return (
    <Form {...form.props} className="space-y-5">
      <Hidden form="send-again" />
      <FormMessage>{form.message}</FormMessage>
      <SubmitButton form={form} busy="Sending..." className="px-8">
        Send a new link
      </SubmitButton>
    </Form>
  )
}

/** The page behind the sign-in link. */
export function MagicLinkPage({ token }: { token: string }) {
  if (token === '')
    return (
      <DeadLink
        title="Sign in to WTF"
        message="This link is incomplete. Open it from the email again."
        action={
          <Link to={paths.magicLink()} className="button button-accent">
            Request a new link
          </Link>
        }
      />
    )
  return (
    <>
      <AuthHeading title="Sign in to WTF">Tap once to sign in.</AuthHeading>
      <ConfirmForm name="magic-sign-in" token={token} busy="Signing in...">
        Sign in
      </ConfirmForm>
      <p className="mt-6">
        <Link to={paths.login()} className="link inline-flex min-h-11 items-center text-sm">
          Sign in another way
        </Link>
      </p>
    </>
  )
}

/**
 * The callback page of a provider. It submits the provider's answer from our own site, because other sites cannot
 * submit it.
 */
export function CallbackPage({ params }: { params: Record<string, string> }) {
  const submit = useSubmit()
  const ref = useRef<HTMLFormElement>(null)
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    if (ref.current) submit(ref.current)
    const timer = setTimeout(() => setLate(true), LOADS_AT_MOST_MS)
    return () => clearTimeout(timer)
  }, [submit])
  return (
    <>
      <AuthHeading title="Completing Authentication...">
        {isLate ? 'This is taking longer than expected.' : 'Completing sign in'}
      </AuthHeading>
      <form ref={ref} method="post" action={paths.authCallback()} className="flex flex-wrap gap-3">
        <Hidden form="callback" {...params} />
        <button type="submit" className={`button button-accent ${isLate ? '' : 'no-script-only'}`}>
          Continue
        </button>
        {isLate && (
          <Link to={paths.login()} className="button button-quiet">
            Back to sign in
          </Link>
        )}
      </form>
    </>
  )
}

/** Shown after a provider was connected to an existing account. */
export function AccountConnectedPage({ next }: { next?: { to: string; label: string } }) {
  return (
    <Done title="Account Connected!" next={next}>
      You can sign in with it from now on.
    </Done>
  )
}

/** The last page of a task that may have opened in its own tab. Closes the tab if the browser allows it. */
export function Done({
  title,
  children,
  next = { to: paths.home(), label: 'Continue shopping' },
}: {
  title: string
  children: ReactNode
  next?: { to: string; label: string } | undefined
}) {
  useEffect(() => {
    const timer = setTimeout(() => window.close(), CLOSES_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div role="status">
      <AuthHeading title={title}>{children}</AuthHeading>
      <div className="flex flex-wrap gap-3">
        <button type="button" onClick={() => window.close()} className="button button-accent needs-script">
          Close Tab
        </button>
        <Link to={next.to} className="button button-quiet">
          {next.label}
        </Link>
      </div>
    </div>
  )
}
