import { Link } from '@remix-run/react'
import { Field, FormMessage, SubmitButton } from '#app/components/field.tsx'
import { PasswordField } from '#app/components/password-field.tsx'
import type { FormState } from '#app/lib/form.ts'
import { paths } from '#app/lib/paths.ts'

/** The form's name, for its action. */
export function Hidden(texts: Record<string, string | undefined>) {
  return (
    <>
      {Object.entries(texts).map(
        ([name, value]) => value !== undefined && <input key={name} type="hidden" name={name} value={value} />,
      )}
    </>
  )
}

interface SignInFieldsProps {
  form: FormState
  accountType?: 'customer' | 'partner'
  /** In the dialog an error is above the form, on pages at both fields. */
  from: 'page' | 'dialog'
  redirectTo: string | undefined
  /** Called when a link leads away: the dialog closes. */
  onLeave?: () => void
  action?: string
}

/** Email, password, remember me; for pages and the dialog. */
export function SignInFields({ form, accountType, from, redirectTo, onLeave, action }: SignInFieldsProps) {
  const { Form } = form
  return (
    <Form {...form.props} action={action} className="space-y-5">
      <Hidden form="sign-in" from={from} accountType={accountType} redirectTo={redirectTo} />
      <FormMessage>{form.message}</FormMessage>
      <Field
        form={form}
        name="email"
        label="Email Address"
        type="email"
        autoComplete="username"
        inputMode="email"
        required
      />
      <PasswordField
        form={form}
        name="password"
        label="Password"
        autoComplete="current-password"
        required
        aside={
          <Link to={paths.forgotPassword()} onClick={onLeave} className="link inline-flex min-h-7 items-center text-sm">
            Forgot Password?
          </Link>
        }
      />
      <RememberMe form={form} />
      <SubmitButton form={form} busy="Signing in...">
        Sign In
      </SubmitButton>
    </Form>
  )
}

/** The session outlives the browser. */
export function RememberMe({ form }: { form: FormState }) {
  return (
    <label className="tick w-fit">
      <input type="checkbox" name="remember" defaultChecked={form.value('remember') !== undefined} />
      Remember me
    </label>
  )
}
