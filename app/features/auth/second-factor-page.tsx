import { Link } from '#app/components/link.tsx'
import { AuthHeading } from './auth-layout.tsx'
import { Hidden } from './sign-in-fields.tsx'
import { CodeField } from '#app/components/code-field.tsx'
import { Field, FormMessage, SubmitButton } from '#app/components/field.tsx'
import { usePageForm } from '#app/lib/form.ts'
import { paths } from '#app/lib/paths.ts'

/** /second-factor: asks for the second factor, a code from the app or a recovery code. */
export function SecondFactorPage({ byRecovery }: { byRecovery: boolean }) {
  const form = usePageForm('second-factor')
  const { Form } = form
  return (
    <>
      <AuthHeading title={byRecovery ? 'Recovery code' : 'One more step'}>
        {byRecovery
          ? 'Enter one of the ten codes you saved when you set up two-factor authentication. Each code works once.'
          : 'Open your authenticator app and enter the code it shows for WTF.'}
      </AuthHeading>
      <Form {...form.props} className="space-y-5">
        <Hidden form="second-factor" />
        <FormMessage>{form.message}</FormMessage>
        {byRecovery ? (
          <Field
            key="recovery"
            form={form}
            name="code"
            label="Recovery code"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={40}
            required
          />
        ) : (
          <CodeField key="app" form={form} />
        )}
        <SubmitButton form={form} busy="Signing in...">
          Sign In
        </SubmitButton>
      </Form>
      <ul className="mt-4 text-sm">
        <li>
          {byRecovery ? (
            <Link to={paths.secondFactor()} className="link inline-flex min-h-11 items-center">
              Use the app instead
            </Link>
          ) : (
            <Link to={paths.secondFactor({ by: 'recovery' })} className="link inline-flex min-h-11 items-center">
              Use a recovery code
            </Link>
          )}
        </li>
        <li>
          <Link to={paths.login()} className="link inline-flex min-h-11 items-center">
            Start again
          </Link>
        </li>
      </ul>
      <p className="mt-4 text-sm text-muted">
        Lost both the app and your recovery codes?{' '}
        <Link to={paths.contact()} className="link">
          Contact us
        </Link>
        . We’ll check your identity, then turn off two-factor authentication.
      </p>
    </>
  )
}
