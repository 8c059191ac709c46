import { Link } from '#app/components/link.tsx'
import { SettingsFrame } from './settings-frame.tsx'
import { ExactTime } from '#app/components/exact-time.tsx'
import { FormMessage, SubmitButton } from '#app/components/field.tsx'
import { PasswordField } from '#app/components/password-field.tsx'
import { Section } from '#app/components/settings-section.tsx'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { usePageForm } from '#app/lib/form.ts'
import { formatDate } from '#app/lib/format.ts'
import { paths } from '#app/lib/paths.ts'
import { SessionFacts } from '#app/parts/session/session-facts.tsx'

type Session = RouterOutputs['auth']['sessions'][number]
interface SecurityTabProps {
  account: RouterOutputs['account']['get']
  factor: Pick<RouterOutputs['auth']['secondFactor'], 'confirmedAt' | 'recoveryCodesLeft'>
  sessions: Session[]
  signIns: RouterOutputs['partnerSettings']['recentSignIns']
}

/** The security settings of the viewer's own account. */
export function SecurityTab({ account, factor, sessions, signIns }: SecurityTabProps) {
  return (
    <SettingsFrame
      title="Security"
      lead={
        <>
          These settings are for your personal account, {account.email}. Change its email and sign-in methods in your{' '}
          <Link to={paths.settings()} className="link">
            account settings
          </Link>
          .
        </>
      }
    >
      <Password account={account} />
      <TwoFactor factor={factor} />
      <Section
        id="sessions"
        title="Where you are signed in"
        hint="Sign out any device you don't recognise, then change your password."
      >
        <ul className="divide-y divide-line/60">
          {sessions.map((session) => (
            <SessionRow key={session.id} session={session} />
          ))}
        </ul>
      </Section>
      <Section id="sign-ins" title="Recent sign-ins" hint="Your last ten sign-ins. Times are in UTC.">
        {signIns.length ? (
          <ul className="space-y-1.5 text-sm text-muted tabular-nums">
            {signIns.map(({ id, at }) => (
              <li key={id}>
                <ExactTime date={at} />
              </li>
            ))}
          </ul>
        ) : (
          <p className="text-sm text-muted">No sign-ins recorded.</p>
        )}
      </Section>
    </SettingsFrame>
  )
}

function Password({ account: { email, passwordChangedAt } }: Pick<SecurityTabProps, 'account'>) {
  const form = usePageForm('password')
  const { Form } = form
  return (
    <Section
      id="password"
      title="Password"
      hint={
        passwordChangedAt
          ? `Last changed on ${formatDate(passwordChangedAt)}. Changing it signs you out everywhere else.`
          : 'Not set up. You sign in with an email link or through a provider.'
      }
    >
      <Form {...form.props} className="grid max-w-md gap-5">
        <input type="hidden" name="form" value="password" />
        {/* Tells password managers whose password this is. */}
        <input type="email" name="username" value={email} autoComplete="username" readOnly hidden />
        <FormMessage>{form.message}</FormMessage>
        {passwordChangedAt && (
          <PasswordField form={form} name="currentPassword" label="Current password" autoComplete="current-password" />
        )}
        <PasswordField
          form={form}
          name="password"
          label="New password"
          autoComplete="new-password"
          hint="At least 8 characters with 1 uppercase letter and 1 number."
        />
        <PasswordField form={form} name="confirmPassword" label="Confirm new password" autoComplete="new-password" />
        <SubmitButton form={form} busy="Saving..." look="quiet" className="justify-self-start">
          {passwordChangedAt ? 'Change password' : 'Set a password'}
        </SubmitButton>
      </Form>
    </Section>
  )
}

/** At this number of remaining codes we ask for new ones. */
const FEW_CODES = 3

function TwoFactor({ factor: { confirmedAt, recoveryCodesLeft } }: Pick<SecurityTabProps, 'factor'>) {
  return (
    <Section
      id="two-factor"
      title="Two-factor authentication"
      hint="You enter a code from your phone as well as your password, so a stolen password alone is not enough to sign in."
      edit={{
        to: paths.settingsSecondFactor(),
        label: confirmedAt ? 'Manage two-factor authentication' : 'Set up two-factor authentication',
      }}
    >
      {confirmedAt ? (
        <>
          <p>Enabled since {formatDate(confirmedAt)}</p>
          <p className={`mt-1 text-sm ${recoveryCodesLeft > FEW_CODES ? 'text-muted' : 'text-sale'}`}>
            {recoveryCodesLeft} recovery {recoveryCodesLeft === 1 ? 'code' : 'codes'} left
          </p>
        </>
      ) : (
        <p>Disabled</p>
      )}
    </Section>
  )
}

function SessionRow({ session }: { session: Session }) {
  const { id, device, isThis } = session
  const form = usePageForm(`revoke-${id}`)
  const { Form } = form
  const name = device || 'Unknown device'
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-3 first:pt-0">
      <div>
        <SessionFacts {...session} name={name} />
        <FormMessage>{form.message}</FormMessage>
      </div>
      {!isThis && (
        <Form {...form.props}>
          <input type="hidden" name="form" value={`revoke-${id}`} />
          <SubmitButton form={form} busy="Signing out..." look="quiet" className="">
            Sign out<span className="sr-only"> {name}</span>
          </SubmitButton>
        </Form>
      )}
    </li>
  )
}
