import { Link } from './link.tsx'
import type { ReactNode } from 'react'
import { usePageForm } from '#app/lib/form.ts'
import { FormMessage, SubmitButton } from './field.tsx'

/** A page with a single task, or its result. */
export function Sheet({
  title,
  isNews = false,
  children,
}: {
  title: string
  /** True if screen readers should announce the content. */ isNews?: boolean
  children: ReactNode
}) {
  return (
    <main id="content" className="page grow py-[clamp(3rem,9vw,8rem)]">
      <div role={isNews ? 'status' : undefined} className="max-w-xl">
        <h1 className="text-(length:--text-title) leading-[0.98] tracking-[-0.02em]">{title}</h1>
        {children}
      </div>
    </main>
  )
}

interface TokenFormProps {
  name: string
  /** The token from the email's link; '' if it was cut off. */
  token: string
  busy: string
  /** Shown if the link is invalid. */
  instead: { to: string; label: string }
  children: ReactNode
}

/** The form of an emailed link. Only its button makes the change, because mail scanners open links too. */
export function TokenForm({ name, token, busy, instead, children }: TokenFormProps) {
  const form = usePageForm(name)
  const { Form } = form
  const problem =
    token === '' ? 'This link is incomplete. Open it from the email again.' : (form.error('token') ?? form.message)
  return (
    <Form {...form.props} className="mt-8 space-y-5">
      <input type="hidden" name="form" value={name} />
      <input type="hidden" name="token" value={token} />
      <FormMessage>{problem}</FormMessage>
      {problem ? (
        <Link to={instead.to} className="button button-quiet">
          {instead.label}
        </Link>
      ) : (
        <SubmitButton form={form} busy={busy} className="px-8">
          {children}
        </SubmitButton>
      )}
    </Form>
  )
}
