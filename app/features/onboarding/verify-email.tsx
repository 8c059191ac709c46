import Check from 'lucide-react/icons/check'
import { Link } from '#app/components/link.tsx'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { AnswerField } from './answer-field.tsx'
import type { OnboardingData } from './onboarding-data.ts'
import type { Admitted, OnboardingPageProps } from './admitted.ts'
import { useProveEmail } from './use-prove-email.ts'
import type { Change } from './use-onboarding.ts'
import { CodeField } from '#app/components/code-field.tsx'
import { Field, FormMessage, SubmitButton } from '#app/components/field.tsx'
import { PasswordField } from '#app/components/password-field.tsx'
import { useFetcherForm } from '#app/lib/form.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { paths } from '#app/lib/paths.ts'
import { SocialButtons } from '#app/parts/session/social-buttons.tsx'

interface VerifyEmailProps {
  invitation: Admitted['invitation']
  account: Admitted['account']
  data: OnboardingData
  change: Change
  providers: OnboardingPageProps['providers']
  sendsMail: boolean
}

/** The email verification of a new partner's account: not sent, waiting or verified. */
export function VerifyEmail(props: VerifyEmailProps) {
  if (props.account) return <Verified {...props} account={props.account} />
  return props.data.sentTo ? <Awaited {...props} /> : <NotSent {...props} />
}

function Verified({ invitation, account, change }: VerifyEmailProps & { account: NonNullable<Admitted['account']> }) {
  const form = useFetcherForm('other-account')
  const { Form } = form
  return (
    <div role="status">
      <p className="flex items-start gap-3">
        <Check aria-hidden size={22} className="mt-0.5 shrink-0 text-good" />
        <span className="min-w-0 break-words">
          <span className="font-medium">{account.email}</span>
          <span className="block text-sm text-muted">Verified. You will sign in with this address.</span>
        </span>
      </p>
      {invitation && invitation.email !== account.email && (
        <p className="notice mt-4 text-sm">
          Your invitation went to {invitation.email}. You can also join with this address. We will then review your
          brand before it is listed.
        </p>
      )}
      <Form {...form.props} action={paths.onboarding()} onSubmit={() => change({ sentTo: '' })} className="mt-3">
        <input type="hidden" name="form" value="other-account" />
        <button type="submit" className="link min-h-11 text-sm">
          Use a different email
        </button>
      </Form>
    </div>
  )
}

function Awaited({ data, change, sendsMail }: VerifyEmailProps) {
  const form = useFetcherForm('prove-code')
  const again = useProveEmail(data, change)
  const isSentAgain = useHasWorked(again)
  const { Form } = form
  return (
    <>
      <p role="status" className="break-words">
        We have sent a link to <span className="font-medium">{data.sentTo}</span>. Open it in this browser and come
        back, or type the code from the email here. This page updates automatically.
      </p>
      {!sendsMail && <WaitsInOutbox to={data.sentTo} />}
      <Form {...form.props} action={paths.onboarding()} className="mt-5 flex flex-wrap items-start gap-3">
        <input type="hidden" name="form" value="prove-code" />
        <div className="grow sm:max-w-60">
          <CodeField form={form} />
        </div>
        <SubmitButton form={form} busy="Verifying..." className="mt-8 px-7" look="quiet">
          Verify
        </SubmitButton>
        <div className="basis-full">
          <FormMessage>{form.message}</FormMessage>
        </div>
      </Form>
      <p className="mt-3 flex flex-wrap gap-x-6 text-sm">
        <button type="button" onClick={again.send} className="link min-h-11">
          {again.isBusy ? 'Sending...' : 'Send it again'}
        </button>
        <button type="button" onClick={() => change({ sentTo: '' })} className="link min-h-11">
          Use a different email
        </button>
      </p>
      <p role="status" className="text-sm break-words text-muted">
        {isSentAgain && `Sent again to ${data.sentTo}.`}
      </p>
      <div role="alert">{again.error && <p className="text-sm text-sale">{again.error}</p>}</div>
    </>
  )
}

function NotSent({ data, change, providers }: VerifyEmailProps) {
  const prove = useProveEmail(data, change)
  const isSafari = useIsSafari()
  const shown = providers.filter((provider) => provider !== 'apple' || isSafari)
  return (
    <>
      <SocialButtons providers={shown} accountType="customer" redirectTo={undefined} />
      <form
        onSubmit={(event) => {
          event.preventDefault()
          prove.send()
        }}
        noValidate
        className={`flex flex-wrap items-start gap-3 ${shown.length ? 'mt-5' : ''}`}
      >
        <AnswerField
          label="Email Address"
          type="email"
          autoComplete="email"
          inputMode="email"
          required
          value={data.email}
          onValue={(email) => {
            prove.forget()
            change({ email })
          }}
          error={prove.error}
          className="min-w-0 grow"
        />
        <button
          type="submit"
          disabled={data.email.trim() === '' || prove.isBusy}
          className="button button-quiet mt-8 min-h-12 px-7 disabled:opacity-60"
        >
          {prove.isBusy ? 'Sending...' : 'Send magic link'}
        </button>
      </form>
      <p className="mt-2 text-sm text-muted">
        We will email you a link and a code to confirm your address. No password is needed.
      </p>
      <WithPassword email={data.email} />
    </>
  )
}

/** For people who already have an account. It keeps its wishlist and also becomes a partner account. */
function WithPassword({ email }: { email: string }) {
  const form = useFetcherForm('sign-in')
  const { Form } = form
  return (
    <details className="ask mt-4" open={form.isRefused || undefined}>
      <summary className="link inline-flex min-h-11 items-center text-sm">I have an account with a password</summary>
      <Form {...form.props} action={paths.onboarding()} className="mt-2 space-y-4 border-l border-line pl-5">
        <input type="hidden" name="form" value="sign-in" />
        <FormMessage>{form.message}</FormMessage>
        <Field
          form={form}
          name="email"
          label="Email Address"
          type="email"
          autoComplete="username"
          inputMode="email"
          required
          defaultValue={email}
        />
        <PasswordField form={form} name="password" label="Password" autoComplete="current-password" required />
        <SubmitButton form={form} busy="Signing in..." look="quiet" className="px-7">
          Sign In
        </SubmitButton>
      </Form>
    </details>
  )
}

/**
 * Returns whether the last attempt succeeded. False while the next one is running, so that its result is announced,
 * too.
 */
function useHasWorked({ isBusy, error }: { isBusy: boolean; error: string | undefined }): boolean {
  const [hasTried, setTried] = useState(false)
  const wasBusy = useRef(false)
  useEffect(() => {
    if (wasBusy.current && !isBusy) setTried(true)
    wasBusy.current = isBusy
  }, [isBusy])
  return hasTried && !isBusy && !error
}

function WaitsInOutbox({ to }: { to: string }): ReactNode {
  return (
    <p className="notice mt-4 text-sm">
      This shop has no mail server yet. The email is in{' '}
      <Link to={adminPaths.outbox({ to })} target="_blank" className="link">
        its outbox
      </Link>
      , which administrators can read.
    </p>
  )
}

/** Returns whether the browser is Safari, for Apple's button. Other Apple browsers have 'Chrome' in their name, too. */
function useIsSafari(): boolean {
  const [isSafari, setSafari] = useState(false)
  useEffect(() => setSafari(/Safari/.test(navigator.userAgent) && !/Chrom|CriOS|Android/.test(navigator.userAgent)), [])
  return isSafari
}
