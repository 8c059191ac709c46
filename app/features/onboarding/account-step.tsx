import { useEffect, type ReactNode } from 'react'
import { AnswerField } from './answer-field.tsx'
import { isMissing, type OnboardingData } from './onboarding-data.ts'
import type { Admitted, OnboardingPageProps } from './admitted.ts'
import { StepHeading } from './step-heading.tsx'
import { ACCOUNT_FORM } from './use-join.ts'
import type { Change } from './use-onboarding.ts'
import { VerifyEmail } from './verify-email.tsx'
import { FormMessage } from '#app/components/field.tsx'
import { CountryAndCurrency } from '#app/parts/partners/country-and-currency.tsx'
import { PlatformHint } from '#app/parts/partners/platform-hint.tsx'
import { PasswordField } from '#app/components/password-field.tsx'
import type { FormState } from '#app/lib/form.ts'
import { useEvent } from '#app/lib/use-event.ts'
import { paths } from '#app/lib/paths.ts'

interface AccountStepProps {
  invitation: Admitted['invitation']
  account: Admitted['account']
  plan: Admitted['plan']
  moneyChoices: Admitted['moneyChoices']
  /** The version of the plan and the terms. */
  version: string
  data: OnboardingData
  change: Change
  providers: OnboardingPageProps['providers']
  sendsMail: boolean
  /** The form of the final submit. */
  form: FormState
  /** Whether to mark required fields that are empty. */
  marksMissing: boolean
}

export function AccountStep({ plan, moneyChoices, version, data, change, marksMissing, ...props }: AccountStepProps) {
  const { form: submitted, ...verifying } = props
  const { account } = verifying
  const form: FormState = {
    ...submitted,
    error: (name) =>
      submitted.error(name) ?? (marksMissing && isMissing(name, data) ? 'This field is required' : undefined),
  }
  const { Form } = form
  const isVerified = account !== null
  // Prefills the contact person from the account if nothing was typed. Does not do so again after the user clears the
  // field.
  const onAccount = useEvent(() => {
    if (account?.fullName && data.contactPerson === '') change({ contactPerson: account.fullName })
  })
  const email = account?.email
  useEffect(() => onAccount(), [email, onAccount])
  const answer = (name: 'businessName' | 'contactPerson' | 'businessAddress' | 'phone' | 'websiteUrl') => ({
    name,
    value: data[name],
    onValue: (value: string) => change({ [name]: value }),
    error: form.error(name),
  })
  return (
    <>
      <StepHeading title="Account setup">
        <p>Who you are, and how you sign in. Fields with an asterisk are required.</p>
      </StepHeading>
      <div className="max-w-2xl space-y-12">
        <Part title="Your account">
          <VerifyEmail data={data} change={change} {...verifying} />
          {form.error('email') && <FormMessage>{form.error('email')}</FormMessage>}
        </Part>
        <Form id={ACCOUNT_FORM} {...form.props} onSubmit={(event) => event.preventDefault()} className="space-y-12">
          <Part title="Your business">
            <div className="grid gap-x-6 gap-y-5 sm:grid-cols-2">
              <AnswerField label="Business Name" autoComplete="organization" required {...answer('businessName')} />
              <AnswerField label="Contact Person" autoComplete="name" required {...answer('contactPerson')} />
              <AnswerField
                label="Phone Number"
                type="tel"
                autoComplete="tel"
                inputMode="tel"
                required
                {...answer('phone')}
              />
              <AnswerField
                label="Website URL"
                type="url"
                autoComplete="url"
                inputMode="url"
                placeholder="https://"
                hint={form.error('websiteUrl') ? undefined : <PlatformHint websiteUrl={data.websiteUrl} />}
                {...answer('websiteUrl')}
              />
              <AnswerField
                label="Business Address"
                autoComplete="street-address"
                required
                className="sm:col-span-2"
                {...answer('businessAddress')}
              />
              <CountryAndCurrency
                form={form}
                choices={moneyChoices}
                answers={{ country: data.country, currency: data.currency, onAnswer: change }}
                isMarked
              />
            </div>
            {isVerified && !account.hasPassword && (
              <div className="mt-5 sm:max-w-[calc(50%-0.75rem)]">
                <PasswordField
                  form={form}
                  name="password"
                  label="Password (optional)"
                  autoComplete="new-password"
                  hint="At least 8 characters, with 1 uppercase letter and 1 number. Without a password, you sign in by email."
                />
              </div>
            )}
          </Part>
          <Part title="Your agreement">
            <label className="tick !items-start !text-base has-[:disabled]:opacity-60 [&_input]:mt-0.5">
              <input
                type="checkbox"
                required
                disabled={!isVerified}
                checked={data.agreedToTerms}
                onChange={(event) => change({ agreedToTerms: event.currentTarget.checked, agreedVersion: version })}
              />
              <span>
                I accept the <NewTab href={paths.terms()}>terms of service</NewTab>, the{' '}
                <NewTab href={paths.privacy()}>privacy policy</NewTab> and the commission plan {plan.name}, version{' '}
                {plan.version} *
              </span>
            </label>
            <label className="tick mt-3 !items-start !text-base has-[:disabled]:opacity-60 [&_input]:mt-0.5">
              <input
                type="checkbox"
                disabled={!isVerified}
                checked={data.agreedToMarketing}
                onChange={(event) => change({ agreedToMarketing: event.currentTarget.checked })}
              />
              <span>Email me about new ways to sell on WTF (optional)</span>
            </label>
            {data.currency !== '' && data.currency !== plan.currency && (
              <p className="mt-3 text-sm text-muted">
                Your plan is in {plan.currency}, and you sell in {data.currency}. We convert each sale to{' '}
                {plan.currency} when we record its payment, at our latest exchange rate.
              </p>
            )}
            {!isVerified && (
              <p className="mt-3 text-sm text-muted">You can tick these once your email address is verified.</p>
            )}
          </Part>
        </Form>
      </div>
    </>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="border-t border-line pt-5">
      <h2 className="mb-5 text-2xl leading-tight">{title}</h2>
      {children}
    </section>
  )
}

/** Opens in a new tab, so that nothing typed is lost. */
function NewTab({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noreferrer" className="link">
      {children}
    </a>
  )
}
