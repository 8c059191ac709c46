import { Link } from '#app/components/link.tsx'
import { AuthHeading } from './auth-layout.tsx'
import { NoMailServer } from './no-mail-server.tsx'
import { Hidden, RememberMe } from './sign-in-fields.tsx'
import { CodeField } from '#app/components/code-field.tsx'
import { Field, FormMessage, SubmitButton } from '#app/components/field.tsx'
import { useActionAnswer } from '#app/lib/action-answer.ts'
import { parseFormAnswer, usePageForm } from '#app/lib/form.ts'
import { paths } from '#app/lib/paths.ts'

/** /auth/magic without a token: sends a sign-in link by email, then asks for the code from the email. */
export function MagicLinkRequestPage({ redirectTo }: { redirectTo: string | undefined }) {
  const answer = useActionAnswer<{ sentTo?: string }>()
  const codeFor = answer?.sentTo ?? parseFormAnswer(answer, 'magic-code')?.values.email
  return (
    <>
      {codeFor ? <CodeForm email={codeFor} redirectTo={redirectTo} /> : <LinkForm redirectTo={redirectTo} />}
      <p className="mt-4">
        <Link to={paths.login({ redirectTo })} className="link inline-flex min-h-11 items-center text-sm">
          Sign in another way
        </Link>
      </p>
    </>
  )
}

function LinkForm({ redirectTo }: { redirectTo: string | undefined }) {
  const form = usePageForm('magic-link')
  const { Form } = form
  return (
    <>
      <AuthHeading title="Sign in by email">
        No password needed. We’ll email you a link and a code. If you open the email on another device, enter the code
        here.
      </AuthHeading>
      <Form {...form.props} className="space-y-5">
        <Hidden form="magic-link" redirectTo={redirectTo} />
        <FormMessage>{form.message}</FormMessage>
        <Field
          form={form}
          name="email"
          label="Email address"
          type="email"
          autoComplete="email"
          inputMode="email"
          required
          hint="The link works once, in this browser, and expires in 15 minutes."
        />
        <RememberMe form={form} />
        <SubmitButton form={form} busy="Sending...">
          Send link
        </SubmitButton>
      </Form>
    </>
  )
}

/** The form for the code, for people who read their email on another device. */
function CodeForm({ email, redirectTo }: { email: string; redirectTo: string | undefined }) {
  const form = usePageForm('magic-code')
  const { Form } = form
  return (
    <>
      <AuthHeading title="Check your email" />
      <p role="status" className="-mt-4 text-muted">
        If {email} has an account, a sign-in link is on its way. Open it in this browser, or enter the code from the
        email here.
      </p>
      <NoMailServer to={email} />
      <Form {...form.props} className="mt-8 space-y-5">
        <Hidden form="magic-code" email={email} redirectTo={redirectTo} />
        <FormMessage>{form.message}</FormMessage>
        <CodeField form={form} />
        <SubmitButton form={form} busy="Signing in...">
          Sign in with the code
        </SubmitButton>
      </Form>
      <p className="mt-5 text-muted">
        No email after a few minutes? Check your spam folder, or{' '}
        <Link to={paths.magicLink({ redirectTo })} reloadDocument className="link">
          request another one
        </Link>
        .
      </p>
    </>
  )
}
