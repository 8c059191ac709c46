import { useRevalidator } from '@remix-run/react'
import { Link } from '#app/components/link.tsx'
import { useEffect, useState, type ReactNode } from 'react'
import { BareFrame } from './bare-frame.tsx'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { paths } from '#app/lib/paths.ts'
import { loadAnswers } from '#app/parts/onboarding/stored-answers.ts'

/** For visitors without an invitation. */
export function OnboardingAccess({ isAdmin }: { isAdmin: boolean }) {
  return (
    <Screen title="Partner Onboarding Access">
      <p>
        Partners join by invitation, which we send by email. The link opens this page, is valid for 7 days and works for
        one brand.
      </p>
      {isAdmin ? (
        <p className="mt-4">
          You are signed in as an administrator, and administrators cannot be partners. To try out onboarding, open an
          invitation in another browser.
        </p>
      ) : (
        <p className="mt-4">
          If you have an invitation, open its link again. If it has expired, ask for a new one, or sign up without one.
          We will then review your brand before it is listed.
        </p>
      )}
      <div className="mt-9 flex flex-wrap gap-3">
        <Link to={paths.home()} className="button button-accent">
          Go to Home
        </Link>
        <Link to={paths.partnerLogin()} className="button button-quiet">
          Partner Login
        </Link>
        {!isAdmin && <SignUpLink className="button button-quiet">Sign up without an invitation</SignUpLink>}
      </div>
      {isAdmin && (
        <p className="mt-8 flex flex-wrap gap-x-6 text-sm">
          <Link to={adminPaths.invitePartners()} className="link inline-flex min-h-11 items-center">
            Invite partners
          </Link>
          <Link to={paths.admin()} className="link inline-flex min-h-11 items-center">
            Admin
          </Link>
        </p>
      )}
    </Screen>
  )
}

/** Shown if the invitation is invalid, or the viewer could not be identified. */
export function AccessError({ message, isDead = false }: { message: string; isDead?: boolean }) {
  const { revalidate, state } = useRevalidator()
  return (
    <Screen title="Access Error">
      <p role="alert">{message}</p>
      {isDead && (
        <p className="mt-4 text-muted">
          Each link works once, only for the email address it was sent to, and expires after 7 days. If you have already
          joined, sign in at{' '}
          <Link to={paths.partnerLogin()} className="link">
            Partner Login
          </Link>
          . If not, ask the person who invited you for another link, or{' '}
          <SignUpLink className="link">sign up without an invitation</SignUpLink>.
        </p>
      )}
      <div className="mt-9 flex flex-wrap gap-3">
        <button type="button" onClick={revalidate} className="button button-accent needs-script">
          {state === 'idle' ? 'Retry' : 'Trying...'}
        </button>
        <Link to={paths.home()} className="button button-quiet">
          Go to Home
        </Link>
      </div>
    </Screen>
  )
}

/** A link to the sign-up, prefilled with the answers given before the invitation ended. */
function SignUpLink({ className, children }: { className: string; children: ReactNode }) {
  const [answers, setAnswers] = useState<unknown>(null)
  useEffect(() => setAnswers(loadAnswers()), [])
  return (
    <Link to={paths.partnerSignUp()} state={answers} className={className}>
      {children}
    </Link>
  )
}

function Screen({ title, children }: { title: string; children: ReactNode }) {
  return (
    <BareFrame>
      <main id="content" className="page grid grow content-center py-16">
        <div className="max-w-2xl animate-appear">
          <h1 className="text-(length:--text-title) leading-[0.98] tracking-[-0.02em]">{title}</h1>
          <div className="mt-7 text-lg">{children}</div>
        </div>
      </main>
    </BareFrame>
  )
}
