import { Link } from '#app/components/link.tsx'
import { useEffect, useRef } from 'react'
import { forgetDraft } from '#app/lib/kept-form.ts'

/** Replaces a sent form: shows the reference number. */
export function MessageReceived({
  reference,
  email,
  draft,
  again,
}: {
  reference: string
  email: string
  draft: string
  /** The URL of the page with the empty form. */ again: string
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    forgetDraft(draft)
    heading.current?.focus()
  }, [draft, reference])
  return (
    <div role="status" className="border-t border-accent pt-8">
      <h3 ref={heading} tabIndex={-1} className="text-3xl outline-none">
        We received your message
      </h3>
      <p className="mt-6 text-sm text-muted">Your reference</p>
      <p className="mt-1 font-display text-[clamp(2rem,5vw,3.25rem)] leading-none tracking-tight tabular-nums select-all">
        {reference}
      </p>
      <p className="mt-6 max-w-[52ch] text-muted">
        We have also emailed this reference to <span className="text-text [overflow-wrap:anywhere]">{email}</span> and
        will reply to that address. If no email arrives, check your spam folder. Your reference is valid either way.
      </p>
      <p className="mt-7">
        <Link to={again} className="button button-quiet">
          Write another message
        </Link>
      </p>
    </div>
  )
}
