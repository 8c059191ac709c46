import ArrowRight from 'lucide-react/icons/arrow-right'
import { useId } from 'react'
import { useWaitlistForm } from './use-waitlist-form.ts'

/** A one-line email form for the footer of every page. */
export function NewsletterForm() {
  const { form, props, joined } = useWaitlistForm('newsletter')
  const { Form } = form
  const id = useId()
  const error = form.error('email') ?? form.message
  return (
    <div className="max-w-md">
      <Form {...props}>
        <input type="hidden" name="source" value="newsletter" />
        <label htmlFor={id} className="eyebrow">
          Newsletter
        </label>
        <div className="newsletter-line mt-2">
          <input
            id={id}
            type="email"
            name="email"
            required
            autoComplete="email"
            inputMode="email"
            placeholder="Your email address"
            defaultValue={form.value('email')}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `${id}-error` : undefined}
          />
          <button
            type="submit"
            aria-disabled={form.isBusy || undefined}
            aria-label={form.isBusy ? 'Processing...' : 'Subscribe'}
            className="icon-button shrink-0"
          >
            <ArrowRight aria-hidden size={20} />
          </button>
        </div>
      </Form>
      <div role="status">
        {error && (
          <p id={`${id}-error`} className="mt-2 text-sm text-sale">
            {error}
          </p>
        )}
        {joined && !error && (
          <p className="mt-2 text-sm">
            <strong className="font-semibold">Welcome to the community!</strong>{' '}
            <span className="text-muted">Open the email we sent to {joined.email} and confirm your address.</span>
          </p>
        )}
      </div>
    </div>
  )
}
