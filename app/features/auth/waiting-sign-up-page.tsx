import { useNavigation } from '@remix-run/react'
import { Link } from '#app/components/link.tsx'
import { AuthHeading } from './auth-layout.tsx'
import { ConfirmForm, Done } from './confirm-pages.tsx'
import { NoMailServer } from './no-mail-server.tsx'
import { DeadLink } from './password-pages.tsx'
import { Hidden } from './sign-in-fields.tsx'
import { CodeField } from '#app/components/code-field.tsx'
import { FormMessage, SubmitButton } from '#app/components/field.tsx'
import { useActionAnswer } from '#app/lib/action-answer.ts'
import { usePageForm } from '#app/lib/form.ts'
import { paths } from '#app/lib/paths.ts'
import { useSession } from '#app/parts/session/use-session.ts'

interface SignUpLinkPageProps {
  token: string
  /** The email address, if the link was already used successfully. */
  doneFor: string | null
  /** True if the account was created just now. */
  isNew: boolean
  /** Why the link is invalid. */
  problem: string | null
  /** True during the partners' onboarding, which continues in another tab. */
  isJoining?: boolean
}

/** The page behind a sign-up's emailed link. One press creates the account. */
export function SignUpLinkPage({ token, doneFor, isNew, problem, isJoining = false }: SignUpLinkPageProps) {
  const isBusy = useNavigation().formData?.get('form') === 'confirm-sign-up'
  const isPartner = useSession()?.viewer.role === 'partner'
  const next = isJoining
    ? { to: paths.onboarding({ step: 4 }), label: 'Continue onboarding' }
    : isPartner
      ? { to: paths.dashboard(), label: 'Open your dashboard' }
      : undefined
  if (doneFor && isNew)
    return (
      <Done title="Email Confirmed!" next={next}>
        {isJoining
          ? `${doneFor} is confirmed. Your sign-up continues in the other tab, so you can close this one.`
          : `${doneFor} is confirmed, and you are signed in.`}
      </Done>
    )
  if (doneFor)
    return (
      <Done title="Already confirmed" next={next}>
        {doneFor} is confirmed. {isJoining ? 'Continue in your sign-up tab.' : 'You don’t need to do anything else.'}
      </Done>
    )
  if (problem && isJoining)
    return (
      <DeadLink
        title="Confirm your email"
        message={problem}
        action={
          <Link to={paths.onboarding({ step: 4 })} className="button button-accent">
            Back to onboarding
          </Link>
        }
      />
    )
  if (problem)
    return (
      <DeadLink
        title="Confirm your email"
        message={problem}
        action={
          <Link to={paths.signUp()} className="button button-accent">
            Sign up again
          </Link>
        }
      />
    )
  return (
    <>
      <AuthHeading title={isBusy ? 'Completing Authentication...' : 'Confirm your email'}>
        Tap once to confirm your address.
      </AuthHeading>
      <ConfirmForm name="confirm-sign-up" token={token} busy="Confirming...">
        Confirm address
      </ConfirmForm>
      {!isJoining && (
        <p className="mt-6">
          <Link to={paths.signUp()} className="link inline-flex min-h-11 items-center text-sm">
            Sign up again
          </Link>
        </p>
      )}
    </>
  )
}

interface WaitingSignUpPageProps {
  /** The email address of a sign-up in this browser; null if none is waiting. */
  email: string | null
  /** True for a partner's sign-up. */
  isPartner: boolean
}

/** Asks for the code from the email after signing up, whether or not the address has an account. */
export function WaitingSignUpPage({ email, isPartner }: WaitingSignUpPageProps) {
  const form = usePageForm('sign-up-code')
  const isSentAgain = useActionAnswer<{ isSent?: boolean }>()?.isSent === true
  const { Form } = form
  if (email === null) {
    return (
      <DeadLink
        title="Check your email"
        message="No sign-up is in progress in this browser."
        action={
          <Link to={paths.signUp()} className="button button-accent">
            Sign Up
          </Link>
        }
      />
    )
  }
  return (
    <>
      <AuthHeading title="Check your email" />
      <p role="status" className="-mt-4 break-words text-muted">
        {isSentAgain ? `We have sent another email to ${email}.` : `We have sent an email to ${email}.`} Open the link
        in this browser, or enter the code to finish.
      </p>
      <NoMailServer to={email} />
      <Form {...form.props} className="mt-8 space-y-5">
        <Hidden form="sign-up-code" />
        <FormMessage>{form.message}</FormMessage>
        <CodeField form={form} />
        <SubmitButton form={form} busy="Confirming...">
          Confirm address
        </SubmitButton>
      </Form>
      <SendAgain />
      <p>
        <Link
          to={isPartner ? paths.partnerSignUp() : paths.signUp()}
          className="link inline-flex min-h-11 items-center text-sm"
        >
          Use another address
        </Link>
      </p>
    </>
  )
}

function SendAgain() {
  const form = usePageForm('send-again')
  const { Form } = form
  return (
    <Form {...form.props} className="mt-6">
      <Hidden form="send-again" />
      <p className="mb-3 text-sm text-muted">No email after a few minutes? Check your spam folder.</p>
      <FormMessage>{form.message}</FormMessage>
      <SubmitButton form={form} busy="Sending..." look="quiet" className="">
        Send it again
      </SubmitButton>
    </Form>
  )
}
