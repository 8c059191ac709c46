import { Link } from '#app/components/link.tsx'
import { AuthHeading } from './auth-layout.tsx'
import type { KnownBusiness } from './known-business.ts'
import { Hidden } from './sign-in-fields.tsx'
import { SignUpFields } from './sign-up-fields.tsx'
import { SocialButtons, type Provider } from '#app/parts/session/social-buttons.tsx'
import { Field, FormMessage, SubmitButton } from '#app/components/field.tsx'
import type { MoneyChoices } from '#app/parts/partners/country-and-currency.tsx'
import { usePageForm } from '#app/lib/form.ts'
import { paths } from '#app/lib/paths.ts'

/** /signup for customers, with a link for partners. */
export function CustomerSignUpPage({
  providers,
  redirectTo,
}: {
  providers: readonly Provider[]
  redirectTo: string | undefined
}) {
  const form = usePageForm('sign-up')
  return (
    <>
      <AuthHeading title="Create Account">Join the future of fashion discovery</AuthHeading>
      <nav aria-label="Account type" className="mb-7 grid grid-cols-2 gap-3">
        <Link
          to={paths.signUp({ redirectTo })}
          aria-current="page"
          className="flex min-h-14 items-center justify-center rounded-2xl border border-text font-semibold"
        >
          Customer
        </Link>
        <Link
          to={paths.partnerSignUp()}
          className="flex min-h-14 items-center justify-center rounded-2xl border border-line text-muted transition-colors hover:border-text hover:text-text"
        >
          Partner
        </Link>
      </nav>
      <SocialButtons providers={providers} accountType="customer" redirectTo={redirectTo} />
      <div className={providers.length ? 'mt-6' : ''}>
        <SignUpFields form={form} accountType="customer" from="page" redirectTo={redirectTo} />
      </div>
      <p className="mt-4 flex min-h-11 flex-wrap items-center gap-x-1.5 text-sm">
        Already have an account?{' '}
        <Link to={paths.login({ redirectTo })} className="link inline-flex min-h-11 items-center">
          Sign In
        </Link>
      </p>
    </>
  )
}

/** /brand/signup, prefilled with known details of the business. */
export function PartnerSignUpPage({ known, choices }: { known: KnownBusiness; choices: MoneyChoices }) {
  const page = usePageForm('sign-up')
  const form = { ...page, value: (field: string) => page.value(field) ?? known[field as keyof KnownBusiness] }
  return (
    <>
      <AuthHeading title="Sell on WTF">Partner with us to grow your brand</AuthHeading>
      <SignUpFields form={form} accountType="partner" from="page" redirectTo={undefined} choices={choices} />
      <p className="mt-4 flex min-h-11 flex-wrap items-center gap-x-1.5 text-sm">
        Already have an account?{' '}
        <Link to={paths.partnerLogin()} className="link inline-flex min-h-11 items-center">
          Sign In
        </Link>
      </p>
    </>
  )
}

/** The page for an account without a profile. */
export function CompleteRegistrationPage() {
  const form = usePageForm('complete')
  const { Form } = form
  return (
    <>
      <AuthHeading title="Complete Registration">Almost done. We just need two more details.</AuthHeading>
      <Form {...form.props} className="space-y-5">
        <Hidden form="complete" />
        <FormMessage>{form.message}</FormMessage>
        <Field form={form} name="fullName" label="Full Name" autoComplete="name" required />
        <Field form={form} name="phone" label="Phone Number (Optional)" type="tel" autoComplete="tel" inputMode="tel" />
        <SubmitButton form={form} busy="Saving...">
          Save
        </SubmitButton>
      </Form>
    </>
  )
}
