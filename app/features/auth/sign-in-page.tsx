import { Link } from '#app/components/link.tsx'
import { AuthHeading } from './auth-layout.tsx'
import { SignInFields } from './sign-in-fields.tsx'
import { SocialButtons, type Provider } from '#app/parts/session/social-buttons.tsx'
import { usePageForm } from '#app/lib/form.ts'
import { paths } from '#app/lib/paths.ts'
import { lookup } from '#server/platform/lookup.schema.ts'

/** The error messages of /login, by the key in the URL. */
const SIGN_IN_ERRORS = lookup({
  'no-session': 'No session found after OAuth callback',
  suspended: 'Your account is suspended. We emailed you the reason. If you think this is a mistake, contact us.',
  'too-late': 'Signing in took too long. Please start again.',
  cancelled: 'Signing in was cancelled.',
  google: 'Failed to authenticate with Google. Please try again.',
  apple: 'Failed to authenticate with Apple. Please try again.',
  social: 'Failed to sign in with social provider.',
  partner: 'Invalid partner account',
  unknown: 'Failed to sign in. Please try again.',
})

export interface SignInPageProps {
  accountType?: 'partner'
  providers: readonly Provider[]
  redirectTo: string | undefined
  why: string | null
  error: string | null
  /** The email address of an unverified sign-up in this browser. */
  waitingFor: string | null
}

/** /login, and /brand/login for partners. */
export function SignInPage({ accountType, providers, redirectTo, why, error, waitingFor }: SignInPageProps) {
  const form = usePageForm('sign-in')
  const isPartner = accountType === 'partner'
  return (
    <>
      <AuthHeading title={isPartner ? 'Partner sign-in' : 'Welcome Back'}>
        {isPartner ? 'Your products, your clicks, your store.' : undefined}
      </AuthHeading>
      {why === 'wishlist' && (
        <div className="notice mb-6">
          <strong>Login Required</strong>
          <p className="text-sm text-muted">Please log in to add items to your wishlist</p>
        </div>
      )}
      {waitingFor && (
        <p className="notice mb-6 break-words">
          {waitingFor} is not confirmed yet.{' '}
          <Link to={paths.waitingSignUp()} className="link">
            Enter the code from the email
          </Link>{' '}
          to finish.
        </p>
      )}
      {error && (
        <p role="alert" className="notice mb-6 border-sale">
          {SIGN_IN_ERRORS[Object.hasOwn(SIGN_IN_ERRORS, error) ? error : 'unknown']}
        </p>
      )}
      <SocialButtons providers={providers} accountType={accountType ?? 'customer'} redirectTo={redirectTo} />
      <div className={providers.length ? 'mt-6' : ''}>
        <SignInFields form={form} accountType={accountType} from="page" redirectTo={redirectTo} />
      </div>
      <p className="mt-3">
        <Link to={paths.magicLink({ redirectTo })} className="link inline-flex min-h-11 items-center text-sm">
          Email me a sign-in link
        </Link>
      </p>
      <div className="mt-4 border-t border-line pt-4 text-sm">
        <p className="flex min-h-11 flex-wrap items-center gap-x-1.5">
          {isPartner ? 'Not a partner yet?' : "Don't have an account?"}{' '}
          <Link
            to={isPartner ? paths.partnerSignUp() : paths.signUp({ redirectTo })}
            className="link inline-flex min-h-11 items-center"
          >
            Sign Up
          </Link>
        </p>
        <p className="flex min-h-11 flex-wrap items-center gap-x-1.5 text-muted">
          {isPartner ? 'Looking for clothes?' : 'Selling on WTF?'}{' '}
          <Link
            to={isPartner ? paths.login() : paths.partnerLogin()}
            className="link inline-flex min-h-11 items-center"
          >
            {isPartner ? 'Customer sign-in' : 'Partner sign-in'}
          </Link>
        </p>
      </div>
    </>
  )
}
