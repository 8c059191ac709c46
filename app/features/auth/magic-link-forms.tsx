import { useId } from 'react'
import { Hidden } from './sign-in-fields.tsx'
import { Field, FormMessage, SubmitButton } from '#app/components/field.tsx'
import { usePageForm } from '#app/lib/form.ts'

/** Asks for a sign-in link by mail; folded away until somebody wants it. */
export function MagicLinkRequest({ redirectTo, email }: { redirectTo: string | undefined; email?: string }) {
  const form = usePageForm('magic-link')
  const { Form } = form
  const isOpen = form.message !== undefined || form.value('email') !== undefined
  return (
    <details open={isOpen} className="tick-more mt-6 border-t border-line pt-3">
      <summary>Email me a sign-in link</summary>
      <Form {...form.props} className="mt-2 space-y-4">
        <Hidden form="magic-link" redirectTo={redirectTo} />
        <FormMessage>{form.message}</FormMessage>
        <Field form={form} name="email" label="Send the link to" type="email" autoComplete="email" inputMode="email" required defaultValue={email} hint="It works once, within 15 minutes, in this browser. A code for it comes along." />
        <SubmitButton form={form} busy="Sending..." look="quiet">Send link</SubmitButton>
      </Form>
    </details>
  )
}

/** After the request: the mail may be read on another device, then its code is typed here. */
export function MagicCodeForm({ email, redirectTo }: { email: string; redirectTo: string | undefined }) {
  const form = usePageForm('magic-code')
  const { Form } = form
  const titleId = useId()
  return (
    <section aria-labelledby={titleId}>
      <h2 id={titleId} className="text-3xl">Check your mail</h2>
      <p role="status" className="mt-3 text-muted">If {email} has an account, a sign-in link is on its way. Open it in this browser, or type the code from the mail here.</p>
      <Form {...form.props} className="mt-6 space-y-5">
        <Hidden form="magic-code" email={email} redirectTo={redirectTo} />
        <FormMessage>{form.message}</FormMessage>
        <Field form={form} name="code" label="6-digit code" inputMode="numeric" autoComplete="one-time-code" maxLength={12} required />
        <SubmitButton form={form} busy="Signing in...">Sign in with the code</SubmitButton>
      </Form>
    </section>
  )
}
