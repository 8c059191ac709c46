import { Link } from '#app/components/link.tsx'
import { AuthHeading } from './auth-layout.tsx'
import { Hidden } from './sign-in-fields.tsx'
import { DialogSocialButtons, type Provider } from '#app/parts/session/social-buttons.tsx'
import { FormMessage, SubmitButton } from '#app/components/field.tsx'
import { PasswordField } from '#app/components/password-field.tsx'
import { usePageForm } from '#app/lib/form.ts'
import { paths } from '#app/lib/paths.ts'

interface ProveAgainPageProps {
  email: string
  hasPassword: boolean
  /** The providers connected to the account. */
  providers: readonly Provider[]
  redirectTo: string
}

/**
 * Asks users to prove their identity before they add a sign-in method. Protects against strangers at an unlocked
 * browser.
 */
export function ProveAgainPage({ email, hasPassword, providers, redirectTo }: ProveAgainPageProps) {
  const form = usePageForm('prove-again')
  const { Form } = form
  return (
    <>
      <AuthHeading title="Confirm it’s you">You are about to change how you sign in.</AuthHeading>
      {hasPassword ? (
        <Form {...form.props} className="space-y-5">
          <Hidden form="prove-again" redirectTo={redirectTo} />
          {/* Tells password managers whose password this is. */}
          <input type="email" name="username" value={email} autoComplete="username" readOnly hidden />
          <FormMessage>{form.message}</FormMessage>
          <PasswordField
            form={form}
            name="currentPassword"
            label="Your password"
            autoComplete="current-password"
            required
            aside={
              <Link to={paths.forgotPassword({ email })} className="link inline-flex min-h-7 items-center text-sm">
                Forgot Password?
              </Link>
            }
          />
          <SubmitButton form={form} busy="One moment...">
            Continue
          </SubmitButton>
        </Form>
      ) : (
        <>
          <DialogSocialButtons
            providers={providers}
            accountType="customer"
            redirectTo={redirectTo}
            action={paths.login()}
          />
          <p className={providers.length ? 'mt-6' : ''}>
            <Link to={paths.magicLink({ redirectTo, why: 'again' })} className="button button-accent">
              Email me a sign-in link
            </Link>
          </p>
        </>
      )}
      <p className="mt-6">
        <Link to={redirectTo} className="link inline-flex min-h-11 items-center text-sm">
          Go back without changes
        </Link>
      </p>
    </>
  )
}
