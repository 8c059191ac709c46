import { Link, useActionData } from '@remix-run/react'
import type { ReactNode } from 'react'
import { AuthHeading } from './auth-layout.tsx'
import { Hidden } from './sign-in-fields.tsx'
import { Field, FormMessage, SubmitButton } from '#app/components/field.tsx'
import { PasswordField } from '#app/components/password-field.tsx'
import { usePageForm } from '#app/lib/form.ts'
import { paths } from '#app/lib/paths.ts'

/** /forgot-password: the same answer for everyone. */
export function ForgotPasswordPage() {
  const form = usePageForm('forgot')
  const sentTo = useActionData<{ sentTo?: string }>()?.sentTo
  const { Form } = form
  if (sentTo) {
    return (
      <>
        <AuthHeading title="Check your mail" />
        <p role="status">If {sentTo} has an account, a link for a new password is on its way. It works once.</p>
        <p className="mt-3 text-muted">Nothing there after a few minutes? Look into the spam folder, or <Link to={paths.forgotPassword()} reloadDocument className="link">ask again</Link>.</p>
      </>
    )
  }
  return (
    <>
      <AuthHeading title="Forgot your password?">Tell us your address, and we send a link for a new one.</AuthHeading>
      <Form {...form.props} className="space-y-5">
        <Hidden form="forgot" />
        <FormMessage>{form.message}</FormMessage>
        <Field form={form} name="email" label="Email Address" type="email" autoComplete="username" inputMode="email" required />
        <SubmitButton form={form} busy="Sending...">Send link</SubmitButton>
      </Form>
      <p className="mt-4"><Link to={paths.login()} className="link inline-flex min-h-11 items-center text-sm">Back to sign in</Link></p>
    </>
  )
}

/** Where the mailed link leads: a new password. */
export function ResetPasswordPage({ token }: { token: string }) {
  const form = usePageForm('reset')
  const { Form } = form
  const deadLink = token === '' ? 'This link is not complete. Open it from the mail once more.' : form.error('token')
  if (deadLink) return <DeadLink title="Choose a new password" message={deadLink} action={<Link to={paths.forgotPassword()} className="button button-accent">Ask for a new link</Link>} />
  return (
    <>
      <AuthHeading title="Choose a new password">You are signed out everywhere, and sign in with the new one.</AuthHeading>
      <Form {...form.props} className="space-y-5">
        <Hidden form="reset" token={token} />
        <FormMessage>{form.message}</FormMessage>
        <PasswordField form={form} name="password" label="New password" autoComplete="new-password" required hint="At least 8 characters, with 1 uppercase letter and 1 number." />
        <PasswordField form={form} name="confirmPassword" label="Confirm Password" autoComplete="new-password" required />
        <SubmitButton form={form} busy="Saving...">Save password</SubmitButton>
      </Form>
    </>
  )
}

/** A link that does nothing any more, and what to do instead. */
export function DeadLink({ title, message, action }: { title: string; message: string; action: ReactNode }) {
  return (
    <>
      <AuthHeading title={title} />
      <p role="alert" className="notice border-sale!">{message}</p>
      <div className="mt-8">{action}</div>
    </>
  )
}
