import { Link } from '#app/components/link.tsx'
import { useState } from 'react'
import { Hidden } from './sign-in-fields.tsx'
import { Field, FormMessage, SubmitButton } from '#app/components/field.tsx'
import { PasswordField } from '#app/components/password-field.tsx'
import type { FormState } from '#app/lib/form.ts'
import { paths } from '#app/lib/paths.ts'
import { useDeviceTimeZone } from '#app/lib/time-zone.ts'
import { CountryAndCurrency, type MoneyChoices } from '#app/parts/partners/country-and-currency.tsx'
import { PlatformHint } from '#app/parts/partners/platform-hint.tsx'

interface SignUpFieldsProps {
  form: FormState
  accountType: 'customer' | 'partner'
  /** Pages and the dialog have different error messages; the action uses this to choose. */
  from: 'page' | 'dialog'
  redirectTo: string | undefined
  action?: string
  /** For partners only. */
  choices?: MoneyChoices | null
}

/** The fields of a sign-up, for pages and the dialog. */
export function SignUpFields({ form, accountType, from, redirectTo, action, choices }: SignUpFieldsProps) {
  const { Form } = form
  const timeZone = useDeviceTimeZone()
  const isPartner = accountType === 'partner'
  return (
    <Form {...form.props} action={action} className="space-y-5">
      <Hidden form="sign-up" from={from} redirectTo={redirectTo} />
      <FormMessage>{form.message}</FormMessage>
      {isPartner && (
        <Hidden
          contactPerson={form.value('contactPerson')}
          businessAddress={form.value('businessAddress')}
          businessType={form.value('businessType')}
          timeZone={timeZone}
        />
      )}
      {isPartner ? (
        <Field form={form} name="businessName" label="Business Name" autoComplete="organization" required />
      ) : (
        <Field form={form} name="fullName" label="Full Name" autoComplete="name" required />
      )}
      <Field
        form={form}
        name="email"
        label={isPartner ? 'Business Email' : 'Email Address'}
        type="email"
        autoComplete="username"
        inputMode="email"
        required
      />
      <Field
        form={form}
        name="phone"
        label={isPartner && from === 'dialog' ? 'Phone Number' : 'Phone Number (Optional)'}
        type="tel"
        autoComplete="tel"
        inputMode="tel"
        required={isPartner && from === 'dialog'}
      />
      {isPartner && <WebsiteField form={form} from={from} />}
      {isPartner && choices && <CountryAndCurrency form={form} choices={choices} />}
      {isPartner && !choices && form.error('country') && (
        <FormMessage>The list of countries did not load. Please reload the page and try again.</FormMessage>
      )}
      <PasswordField
        form={form}
        name="password"
        label="Password"
        autoComplete="new-password"
        required
        hint="At least 8 characters, with 1 uppercase letter and 1 number."
      />
      <PasswordField form={form} name="confirmPassword" label="Confirm Password" autoComplete="new-password" required />
      <SubmitButton form={form} busy="Creating Account...">
        {isPartner ? 'Create Partner Account' : 'Create Customer Account'}
      </SubmitButton>
      {/* The links open in new windows, so that typed text is not lost. */}
      <p className="text-sm text-muted">
        By creating an account you agree to our{' '}
        <Link to={paths.terms()} target="_blank" className="link">
          terms of service
        </Link>{' '}
        and our{' '}
        <Link to={paths.privacy()} target="_blank" className="link">
          privacy policy
        </Link>
        .
      </p>
    </Form>
  )
}

function WebsiteField({ form, from }: Pick<SignUpFieldsProps, 'form' | 'from'>) {
  const [typed, setTyped] = useState(form.value('websiteUrl') ?? '')
  return (
    <div>
      <Field
        form={form}
        name="websiteUrl"
        label="Website URL (Optional)"
        type="url"
        autoComplete="url"
        inputMode="url"
        placeholder="https://"
        onChange={(event) => setTyped(event.target.value)}
      />
      {from === 'page' && <PlatformHint websiteUrl={form.error('websiteUrl') ? '' : typed} />}
    </div>
  )
}
