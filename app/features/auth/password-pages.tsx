import { useSearchParams } from '@remix-run/react'
import { Link } from '#app/components/link.tsx'
import type { ReactNode } from 'react'
import { AuthHeading } from './auth-layout.tsx'
import { NoMailServer } from './no-mail-server.tsx'
import { Hidden } from './sign-in-fields.tsx'
import type { Provider } from '#app/parts/session/social-buttons.tsx'
import { Field, FormMessage, SubmitButton } from '#app/components/field.tsx'
import { PasswordField } from '#app/components/password-field.tsx'
import { useActionAnswer } from '#app/lib/action-answer.ts'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { parseFormAnswer, usePageForm } from '#app/lib/form.ts'
import { paths } from '#app/lib/paths.ts'
import { PROVIDER_NAMES } from '#app/parts/session/provider-names.ts'

/** /forgot-password: shows the same answer for every address. */
export function ForgotPasswordPage() {
  const form = usePageForm('forgot')
  const [params] = useSearchParams()
  const sentTo = useActionAnswer<{ sentTo?: string }>()?.sentTo
  const { Form } = form
  if (sentTo) {
    return (
      <>
        <AuthHeading title="Check your email" />
        <p role="status">If {sentTo} has an account, a password reset link is on its way. It works once.</p>
        <NoMailServer to={sentTo} />
        <p className="mt-3 text-muted">
          No email after a few minutes? Check your spam folder, or{' '}
          <Link to={paths.forgotPassword({ email: sentTo })} reloadDocument className="link">
            request another one
          </Link>
          .
        </p>
      </>
    )
  }
  return (
    <>
      <AuthHeading title="Forgot your password?">
        Enter your email and we&apos;ll send a password reset link.
      </AuthHeading>
      <Form {...form.props} className="space-y-5">
        <Hidden form="forgot" />
        <FormMessage>{form.message}</FormMessage>
        <Field
          form={form}
          name="email"
          label="Email Address"
          defaultValue={params.get('email') ?? undefined}
          type="email"
          autoComplete="username"
          inputMode="email"
          required
        />
        <SubmitButton form={form} busy="Sending...">
          Send link
        </SubmitButton>
      </Form>
      <p className="mt-4">
        <Link to={paths.login()} className="link inline-flex min-h-11 items-center text-sm">
          Back to sign in
        </Link>
      </p>
    </>
  )
}

/** The page behind the emailed link: the form for a new password. @param problem why the link does not work */
export function ResetPasswordPage({ token, problem }: { token: string; problem: string | null }) {
  const form = usePageForm('reset')
  const after = useActionAnswer<AfterReset>()
  const refused = parseFormAnswer(after, 'after-reset')
  const { Form } = form
  if (after?.others) return <OtherWaysIn others={after.others} removed={after.removed} />
  if (refused) return <OtherWaysIn others={null} message={refused.message} />
  const deadLink = problem ?? form.error('token')
  if (deadLink)
    return (
      <DeadLink
        title="Choose a new password"
        message={deadLink}
        action={
          <Link to={paths.forgotPassword()} className="button button-accent">
            Request a new link
          </Link>
        }
      />
    )
  return (
    <>
      <AuthHeading title="Choose a new password">
        You will be signed out everywhere. Then sign in with your new password.
      </AuthHeading>
      <Form {...form.props} className="space-y-5">
        <Hidden form="reset" token={token} />
        <FormMessage>{form.message}</FormMessage>
        <PasswordField
          form={form}
          name="password"
          label="New password"
          autoComplete="new-password"
          required
          hint="At least 8 characters, with 1 uppercase letter and 1 number."
        />
        <PasswordField
          form={form}
          name="confirmPassword"
          label="Confirm Password"
          autoComplete="new-password"
          required
        />
        <SubmitButton form={form} busy="Saving...">
          Save password
        </SubmitButton>
      </Form>
    </>
  )
}

interface AfterReset {
  others?: RouterOutputs['auth']['removeAfterReset']
  removed?: Provider
}

/**
 * The account's other sign-in methods, shown after a password change. A thief with the old password may have added
 * some.
 */
function OtherWaysIn({
  others,
  removed,
  message,
}: {
  others: AfterReset['others'] | null
  removed?: Provider | undefined
  message?: string | undefined
}) {
  return (
    <>
      <AuthHeading title="Your new password is saved">
        You are signed out everywhere. Sign in with your new password.
      </AuthHeading>
      <FormMessage>{message}</FormMessage>
      {removed && (
        <p role="status" className="notice">
          You can no longer sign in with {PROVIDER_NAMES[removed]}.
        </p>
      )}
      {others && others.providers.length > 0 && (
        <>
          <p className="mt-6">You can also sign in with these. Remove any you did not add.</p>
          <ul className="mt-4 divide-y divide-line/60">
            {others.providers.map(({ provider, email }) => (
              <OtherWayIn
                key={`${provider} ${email}`}
                token={others.token}
                provider={provider as Provider}
                email={email}
              />
            ))}
          </ul>
        </>
      )}
      <p className="mt-8">
        <Link to={paths.login()} className="button button-accent">
          Sign In
        </Link>
      </p>
    </>
  )
}

function OtherWayIn({ token, provider, email }: { token: string; provider: Provider; email: string }) {
  const form = usePageForm('after-reset')
  const { Form } = form
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
      <p className="min-w-0 break-words">
        {PROVIDER_NAMES[provider]}
        {email && <span className="block text-sm text-muted">{email}</span>}
      </p>
      <Form {...form.props}>
        <Hidden form="after-reset" token={token} provider={provider} />
        <SubmitButton form={form} busy="One moment..." look="quiet" className="">
          Remove<span className="sr-only"> {PROVIDER_NAMES[provider]}</span>
        </SubmitButton>
      </Form>
    </li>
  )
}

/** An invalid link, and what to do instead. */
export function DeadLink({ title, message, action }: { title: string; message: string; action: ReactNode }) {
  return (
    <>
      <AuthHeading title={title} />
      <p role="alert" className="notice border-sale">
        {message}
      </p>
      <div className="mt-8">{action}</div>
    </>
  )
}
