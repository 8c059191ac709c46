import { Form } from '@remix-run/react'
import { Link } from '#app/components/link.tsx'
import { AuthHeading } from './auth-layout.tsx'
import { paths } from '#app/lib/paths.ts'
import { tastePaths } from '#app/lib/taste-paths.ts'

/** Shown for a GET of /logout, because only a button press may sign people out. */
export function SignOutPage({ email }: { email: string | null }) {
  return (
    <>
      <AuthHeading title={email ? 'Sign out?' : 'You are signed out'}>
        {email ? `You are signed in as ${email}.` : 'See you soon.'}
      </AuthHeading>
      {email ? (
        <>
          <Form method="post">
            <button type="submit" className="button button-accent min-h-12 px-8">
              Sign Out
            </button>
          </Form>
          <p className="mt-6 text-sm text-muted">
            Your taste profile stays on this device:{' '}
            <Link to={tastePaths.forYou()} className="link inline-flex min-h-11 items-center">
              see or delete it
            </Link>
            .
          </p>
        </>
      ) : (
        <Link to={paths.login()} className="button button-accent">
          Sign In
        </Link>
      )}
    </>
  )
}
