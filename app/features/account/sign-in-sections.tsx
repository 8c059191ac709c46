import { useEffect, type ReactNode } from 'react'
import { editPath, FormEnd, profileAction, type Account } from './profile-section.tsx'
import { useSaved } from './saved-notices.ts'
import { Section } from '#app/components/settings-section.tsx'
import { Field, FormMessage, SubmitButton } from '#app/components/field.tsx'
import { PasswordField } from '#app/components/password-field.tsx'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { usePageForm, type FormState } from '#app/lib/form.ts'
import { formatDate } from '#app/lib/format.ts'
import { paths } from '#app/lib/paths.ts'
import { PROVIDER_NAMES } from '#app/parts/session/provider-names.ts'

export type Connection = RouterOutputs['auth']['connections'][number]

/** Without a password to ask for, the form needs a recent sign-in first. */
const wayTo = (section: 'email' | 'password', { passwordChangedAt, isProvenRecently }: Account) =>
  passwordChangedAt || isProvenRecently ? editPath(section) : paths.proveAgain({ redirectTo: editPath(section) })

/** The email address, whether it is verified, and the link to change it. */
export function EmailSection({ account, isEditing }: { account: Account; isEditing: boolean }) {
  const { email, isEmailVerified, pendingEmail, passwordChangedAt } = account
  const saved = useSaved('email')
  const form = usePageForm('email')
  const { Form } = form
  if (isEditing) {
    return (
      <Section
        id="email"
        title="Email address"
        hint="We’ll send a link to your new address and keep using your current one until you open that link."
      >
        <Form {...form.props} action={profileAction('email')} className="grid max-w-md gap-5">
          <input type="hidden" name="form" value="email" />
          <FirstField form={form} name="email">
            <Field form={form} name="email" label="New email address" type="email" autoComplete="email" />
          </FirstField>
          {passwordChangedAt && (
            <PasswordField form={form} name="currentPassword" label="Your password" autoComplete="current-password" />
          )}
          <FormEnd form={form} section="email" busy="Sending..." submit="Send link" />
        </Form>
      </Section>
    )
  }
  return (
    <Section
      id="email"
      title="Email address"
      saved={saved}
      edit={{ to: wayTo('email', account), label: 'Change email' }}
    >
      <p className="break-words">{email}</p>
      {isEmailVerified ? <p className="mt-1 text-sm text-muted">Confirmed</p> : <Unconfirmed />}
      {pendingEmail && (
        <p className="notice text-sm">
          We have sent a link to <strong>{pendingEmail}</strong>. Your address changes when you open it.
        </p>
      )}
    </Section>
  )
}

function Unconfirmed() {
  const form = usePageForm('verify')
  const { Form } = form
  return (
    <div className="notice text-sm">
      <p>Not confirmed yet. Open the link in the email we sent you.</p>
      <FormMessage>{form.message}</FormMessage>
      <Form {...form.props} action={profileAction()} className="mt-3">
        <input type="hidden" name="form" value="verify" />
        <SubmitButton form={form} busy="Sending..." look="quiet" className="">
          Send it again
        </SubmitButton>
      </Form>
    </div>
  )
}

export function PasswordSection({ account, isEditing }: { account: Account; isEditing: boolean }) {
  const { email, passwordChangedAt } = account
  const saved = useSaved('password')
  const form = usePageForm('password')
  const { Form } = form
  const label = passwordChangedAt ? 'Change password' : 'Set a password'
  if (isEditing) {
    return (
      <Section
        id="password"
        title="Password"
        hint="At least 8 characters with 1 uppercase letter and 1 number. You'll be signed out everywhere else."
      >
        <Form {...form.props} action={profileAction('password')} className="grid max-w-md gap-5">
          <input type="hidden" name="form" value="password" />
          {/* Tells password managers whose password this is. */}
          <input type="email" name="username" value={email} autoComplete="username" readOnly hidden />
          {passwordChangedAt && (
            <FirstField form={form} name="currentPassword">
              <PasswordField
                form={form}
                name="currentPassword"
                label="Current password"
                autoComplete="current-password"
              />
            </FirstField>
          )}
          <PasswordField form={form} name="password" label="New password" autoComplete="new-password" />
          <PasswordField form={form} name="confirmPassword" label="New password again" autoComplete="new-password" />
          <FormEnd form={form} section="password" busy="Saving..." submit={label} />
        </Form>
      </Section>
    )
  }
  return (
    <Section id="password" title="Password" saved={saved} edit={{ to: wayTo('password', account), label }}>
      <p className={passwordChangedAt ? '' : 'text-muted'}>
        {passwordChangedAt
          ? `Last changed on ${formatDate(passwordChangedAt)}`
          : 'Not set. You sign in with an email link, Google or Apple.'}
      </p>
    </Section>
  )
}

/** Google and Apple, if they are configured or connected. */
export function ProvidersSection({ connections }: { connections: Connection[] }) {
  const saved = useSaved('providers')
  if (connections.length === 0) return null
  return (
    <Section id="providers" title="Connected accounts" hint="Other ways to sign in." saved={saved}>
      <ul className="divide-y divide-line/60">
        {connections.map((connection) => (
          <ProviderRow key={connection.provider} connection={connection} />
        ))}
      </ul>
    </Section>
  )
}

function ProviderRow({ connection: { provider, isConnected, email } }: { connection: Connection }) {
  const form = usePageForm(`${isConnected ? 'disconnect' : 'connect'}-${provider}`)
  const { Form } = form
  const name = PROVIDER_NAMES[provider]
  return (
    <li className="py-3 first:pt-0">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p>
          {name}
          <span className="block text-sm text-muted">
            {isConnected ? (email ? `Connected as ${email}` : 'Connected') : 'Not connected'}
          </span>
        </p>
        <Form {...form.props} action={profileAction()}>
          <input type="hidden" name="form" value={`${isConnected ? 'disconnect' : 'connect'}-${provider}`} />
          <SubmitButton form={form} busy="One moment..." look="quiet" className="">
            {isConnected ? 'Disconnect' : 'Connect'}
            <span className="sr-only"> {name}</span>
          </SubmitButton>
        </Form>
      </div>
      <FormMessage>{form.message}</FormMessage>
    </li>
  )
}

/** The field that gets the focus when the form opens. */
function FirstField({ form, name, children }: { form: FormState; name: string; children: ReactNode }) {
  const { ref } = form.props
  useEffect(() => {
    // If a field was refused, that one has the focus.
    if (!ref.current?.querySelector('[aria-invalid]'))
      ref.current?.querySelector<HTMLInputElement>(`[name="${name}"]`)?.focus()
  }, [ref, name])
  return <>{children}</>
}
