import { FormMessage } from '#app/components/field.tsx'
import { useFetcherForm, usePageForm, type FormState } from '#app/lib/form.ts'

export type Provider = 'google' | 'apple'
const LABELS: Record<Provider, string> = { google: 'Continue with Google', apple: 'Continue with Apple' }

interface SocialButtonsProps {
  /** The configured providers. */
  providers: readonly Provider[]
  accountType: 'customer' | 'partner'
  redirectTo: string | undefined
}

/** 'Continue with Google' and so on. Renders nothing if no provider is configured. */
export function SocialButtons(props: SocialButtonsProps) {
  return <Buttons {...props} form={usePageForm('social')} />
}

/** The buttons for the dialog. */
export function DialogSocialButtons({ action, ...props }: SocialButtonsProps & { action: string }) {
  return <Buttons {...props} form={useFetcherForm('social')} action={action} />
}

function Buttons({
  providers,
  accountType,
  redirectTo,
  form,
  action,
}: SocialButtonsProps & { form: FormState; action?: string }) {
  const { Form } = form
  if (providers.length === 0) return null
  return (
    <div>
      <Form {...form.props} action={action} className="grid gap-3">
        <input type="hidden" name="form" value="social" />
        <input type="hidden" name="accountType" value={accountType} />
        {redirectTo && <input type="hidden" name="redirectTo" value={redirectTo} />}
        <FormMessage>{form.message}</FormMessage>
        {providers.map((provider) => (
          <button
            key={provider}
            type="submit"
            name="provider"
            value={provider}
            aria-disabled={form.isBusy || undefined}
            className="button button-quiet min-h-12 w-full aria-disabled:opacity-70"
          >
            <Mark provider={provider} />
            {LABELS[provider]}
          </button>
        ))}
      </Form>
      <p className="mt-6 flex items-center gap-4 text-sm text-muted before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line">
        Or continue with email
      </p>
    </div>
  )
}

function Mark({ provider }: { provider: Provider }) {
  if (provider === 'apple') {
    return (
      <svg aria-hidden viewBox="0 0 24 24" width="18" height="18" fill="currentColor">
        <path d="M16.6 12.7c0-2.3 1.9-3.4 2-3.5-1.1-1.6-2.8-1.8-3.4-1.8-1.4-.2-2.8.8-3.5.8s-1.9-.8-3-.8c-1.6 0-3 .9-3.8 2.3-1.6 2.8-.4 7 1.2 9.300.8 1.100 1.700 2.400 2.900 2.300 1.200 0 1.600-.7 3-.7s1.800.7 3 .7 2-1.100 2.800-2.200c.9-1.300 1.200-2.500 1.300-2.600-.100 0-2.500-1-2.500-3.800zM14.300 5.900c.6-.8 1.100-1.900 1-2.900-.900 0-2.100.6-2.700 1.400-.6.7-1.100 1.800-1 2.800 1 .1 2.100-.5 2.700-1.300z" />
      </svg>
    )
  }
  return (
    <svg aria-hidden viewBox="0 0 24 24" width="18" height="18">
      <path
        fill="#4285f4"
        d="M22 12.200c0-.7-.1-1.400-.2-2H12v3.900h5.600a4.800 4.800 0 0 1-2.100 3.100v2.600h3.300c2-1.800 3.200-4.500 3.200-7.600z"
      />
      <path
        fill="#34a853"
        d="M12 22.400c2.800 0 5.100-.9 6.800-2.500l-3.300-2.600c-.9.6-2.100 1-3.500 1-2.700 0-5-1.800-5.800-4.300H2.800v2.700A10.300 10.300 0 0 0 12 22.400z"
      />
      <path fill="#fbbc05" d="M6.200 14a6.200 6.200 0 0 1 0-3.900V7.400H2.800a10.300 10.300 0 0 0 0 9.300z" />
      <path
        fill="#ea4335"
        d="M12 5.800c1.500 0 2.900.5 4 1.600l2.900-2.900A10.300 10.300 0 0 0 2.800 7.400l3.400 2.700C7 7.600 9.300 5.800 12 5.800z"
      />
    </svg>
  )
}
