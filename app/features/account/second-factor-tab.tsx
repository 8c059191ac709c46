import { Link } from '#app/components/link.tsx'
import type { ReactNode } from 'react'
import { RecoveryCodes } from './recovery-codes.tsx'
import type { SecondFactor } from './second-factor-section.tsx'
import { Section } from '#app/components/settings-section.tsx'
import { TabHeading } from './settings-page.tsx'
import { CodeField } from '#app/components/code-field.tsx'
import { Field, FormMessage, SubmitButton } from '#app/components/field.tsx'
import { useActionAnswer } from '#app/lib/action-answer.ts'
import { parseFormAnswer, usePageForm } from '#app/lib/form.ts'
import { formatDate } from '#app/lib/format.ts'
import { paths } from '#app/lib/paths.ts'

/** /settings/second-factor: sets up, changes or removes the second factor, one step at a time. */
export function SecondFactorTab({ factor, email }: { factor: SecondFactor; email: string }) {
  const recoveryCodes = useActionAnswer<{ recoveryCodes?: string[] }>()?.recoveryCodes
  return (
    <>
      <TabHeading title="Two-factor authentication">
        Sign in with a code from your phone as well as your password, so a stolen password alone is not enough.
      </TabHeading>
      {factor.isRequired && !factor.confirmedAt && (
        <p role="status" className="notice mb-8 max-w-[60ch]">
          Administrators of this site need two-factor authentication. Set it up to open the admin pages.
        </p>
      )}
      {recoveryCodes ? <RecoveryCodes codes={recoveryCodes} email={email} /> : <Step factor={factor} />}
      {!recoveryCodes && (
        <p className="mt-6 border-t border-line pt-6">
          <Link to={`${paths.settings()}#second-factor`} className="link inline-flex min-h-11 items-center text-sm">
            Back to your settings
          </Link>
        </p>
      )}
    </>
  )
}

function Step({ factor }: { factor: SecondFactor }) {
  const { isProvenRecently, setup, confirmedAt } = factor
  if (!isProvenRecently) {
    return (
      <>
        <p className="max-w-[60ch]">Before you change this, confirm it’s you.</p>
        <p className="mt-5">
          <Link to={paths.proveAgain({ redirectTo: paths.settingsSecondFactor() })} className="button button-accent">
            Confirm
          </Link>
        </p>
      </>
    )
  }
  if (setup) return <Setup setup={setup} />
  return confirmedAt ? <Manage factor={factor} confirmedAt={confirmedAt} /> : <Begin />
}

function Begin() {
  const form = usePageForm('start')
  const { Form } = form
  return (
    <>
      <ol className="max-w-[60ch] list-decimal space-y-2 pl-5 marker:text-muted">
        <li>
          You need an authenticator app on your phone, or a password manager that creates one-time codes. Any app works.
        </li>
        <li>Scan the QR code on the next page. The app then shows a new six-digit code every 30 seconds.</li>
        <li>Enter the first code here, then save ten recovery codes in case you lose your phone.</li>
      </ol>
      <Form {...form.props} className="mt-7">
        <input type="hidden" name="form" value="start" />
        <FormMessage>{form.message}</FormMessage>
        <SubmitButton form={form} busy="One moment..." className="">
          Set it up
        </SubmitButton>
      </Form>
    </>
  )
}

function Setup({ setup: { secret, link, qrSvg } }: { setup: NonNullable<SecondFactor['setup']> }) {
  const form = usePageForm('confirm')
  const { Form } = form
  return (
    <>
      <Section id="read" title="1. Scan the QR code" hint="With your authenticator app.">
        <img
          src={`data:image/svg+xml,${encodeURIComponent(qrSvg)}`}
          alt="QR code for your authenticator app. The setup key is below as text."
          width={232}
          height={232}
          className="rounded-sm bg-white"
        />
        <p className="mt-5 text-sm text-muted">
          No camera?{' '}
          <a href={link} className="link">
            Open the app on this device
          </a>
          , or enter this setup key (time-based, 6 digits):
        </p>
        <p className="mt-2 font-mono text-lg [overflow-wrap:anywhere]">{(secret.match(/.{1,4}/g) ?? []).join(' ')}</p>
      </Section>
      <Section id="confirm" title="2. Enter the code" hint="This signs you out on every other device.">
        <Form {...form.props} className="grid max-w-md gap-5">
          <input type="hidden" name="form" value="confirm" />
          <FormMessage>{form.message}</FormMessage>
          <CodeField form={form} />
          <div className="flex flex-wrap gap-3">
            <SubmitButton form={form} busy="Checking..." className="">
              Turn it on
            </SubmitButton>
          </div>
        </Form>
      </Section>
    </>
  )
}

function Manage({
  factor: { canSetUp, isRequired, recoveryCodesLeft },
  confirmedAt,
}: {
  factor: SecondFactor
  confirmedAt: Date
}) {
  return (
    <>
      <Section id="state" title="Two-factor authentication is on" hint={`Since ${formatDate(confirmedAt)}`}>
        <p className="max-w-[60ch]">
          You need a code from your app to sign in. You have {recoveryCodesLeft} recovery{' '}
          {recoveryCodesLeft === 1 ? 'code' : 'codes'} left for when you don&apos;t have the app.
        </p>
      </Section>
      <Section id="renew" title="Recovery codes" hint="New codes replace the ones you have.">
        <WithCode name="renew" label="Create new recovery codes" submit="Create new codes" busy="Creating codes..." />
      </Section>
      {canSetUp && (
        <Section
          id="move"
          title="Change your phone or app"
          hint="Your current app works until you enter the first code from the new one."
        >
          <WithCode name="start" label="Switch to another app" submit="Continue" busy="One moment..." />
        </Section>
      )}
      {isRequired ? (
        <p className="border-t border-line pt-6 text-sm text-muted">
          You can&apos;t turn it off: administrators of this site need two-factor authentication.
        </p>
      ) : (
        <Section id="remove" title="Turn it off" hint="You will sign in with just your password again.">
          <WithCode name="remove" label="Turn it off" submit="Yes, turn it off" busy="Turning it off..." isSevere />
        </Section>
      )}
    </>
  )
}

/** An action that needs a code. Its form is closed until the user opens it. */
function WithCode({
  name,
  label,
  submit,
  busy,
  isSevere = false,
}: {
  name: string
  label: ReactNode
  submit: ReactNode
  busy: string
  isSevere?: boolean
}) {
  const form = usePageForm(name)
  const { Form } = form
  const isRefused = parseFormAnswer(useActionAnswer(), name) !== undefined
  return (
    <details className="ask" open={isRefused || undefined}>
      <summary className="button button-quiet">{label}</summary>
      <Form {...form.props} className="mt-5 grid max-w-md gap-5">
        <input type="hidden" name="form" value={name} />
        <FormMessage>{form.message}</FormMessage>
        <Field
          form={form}
          name="code"
          label="Code from your app, or a recovery code"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
          required
        />
        <div>
          <SubmitButton form={form} busy={busy} look="quiet" className={isSevere ? 'border-sale text-sale' : ''}>
            {submit}
          </SubmitButton>
        </div>
      </Form>
    </details>
  )
}
