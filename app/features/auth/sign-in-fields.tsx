import { Link } from '#app/components/link.tsx'
import { useState } from 'react'
import { Field, FormMessage, SubmitButton } from '#app/components/field.tsx'
import { PasswordField } from '#app/components/password-field.tsx'
import type { FormState } from '#app/lib/form.ts'
import { paths } from '#app/lib/paths.ts'

/** Renders hidden fields. `form` tells the action which form was sent. */
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
  /** The dialog shows an error above the form. Pages show it next to both fields. */
  from: 'page' | 'dialog'
  redirectTo: string | undefined
  /** Called when a link navigates away, to close the dialog. */
  onLeave?: () => void
  action?: string
}

/** Email, password and 'remember me', for pages and the dialog. */
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
        aside={<ForgotLink form={form} onLeave={onLeave} />}
      />
      <RememberMe form={form} />
      <SubmitButton form={form} busy="Signing in...">
        Sign In
      </SubmitButton>
    </Form>
  )
}

/** Links to the reset page with the typed email. Without JavaScript, it uses the email of the failed sign-in. */
function ForgotLink({ form, onLeave }: Pick<SignInFieldsProps, 'form' | 'onLeave'>) {
  const [typed, setTyped] = useState<string>()
  /** Reads the field just before the link is followed, because browsers can autofill it without an event. */
  const emailInput = () => {
    const field = form.props.ref.current?.elements.namedItem('email')
    if (field instanceof HTMLInputElement) setTyped(field.value.trim())
  }
  return (
    <Link
      to={paths.forgotPassword({ email: (typed ?? form.value('email')) || undefined })}
      onPointerDown={emailInput}
      onFocus={emailInput}
      onClick={onLeave}
      className="link inline-flex min-h-7 items-center text-sm"
    >
      Forgot Password?
    </Link>
  )
}

/** A checkbox that keeps the session after the browser closes. */
export function RememberMe({ form }: { form: FormState }) {
  return (
    <label className="tick w-fit">
      <input type="checkbox" name="remember" defaultChecked={form.value('remember') !== undefined} />
      Remember me
    </label>
  )
}
