import { Link } from '#app/components/link.tsx'
import { useEffect, useRef, type ReactNode } from 'react'
import { BackLink } from '#app/components/back-link.tsx'
import { Field, FormMessage, SubmitButton } from '#app/components/field.tsx'
import { SelectField } from '#app/components/select-field.tsx'
import { StarField } from '#app/components/star-field.tsx'
import { TextAreaField } from '#app/components/text-area.tsx'
import { useActionAnswer } from '#app/lib/action-answer.ts'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { usePageForm } from '#app/lib/form.ts'
import { forgetDraft, useKeptForm } from '#app/lib/kept-form.ts'
import { paths } from '#app/lib/paths.ts'
import { FEEDBACK_CATEGORY_NAMES } from '#app/parts/store-feedback/feedback-names.ts'
import { FEEDBACK_CATEGORIES, FEEDBACK_LENGTHS } from '#server/feedback/store-feedback-values.schema.ts'
import { OwnFeedback } from './own-feedback.tsx'

interface StoreFeedbackProps {
  store: { id: string; businessName: string }
  feedback: RouterOutputs['storeFeedback']['mine']
}

/** The page where a shopper writes to a store and reads the answers. Both are private. */
export function StoreFeedbackPage({ store, feedback: { sent, obstacle, name } }: StoreFeedbackProps) {
  const isSent = useActionAnswer<{ feedback?: object }>()?.feedback !== undefined
  return (
    <main id="content" className="page pb-28">
      <BackLink fallback={paths.brand(store.id)} label={store.businessName} />
      <h1 className="mt-[clamp(1.5rem,5vw,4.5rem)] max-w-[18ch] text-(length:--text-title) leading-[0.95] tracking-[-0.02em] text-balance wrap-anywhere">
        Write to <em>{store.businessName}</em>
      </h1>
      <div className="mt-12 grid grid-cols-1 gap-x-14 gap-y-14 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <section aria-label="New message" className="min-w-0">
          {isSent ? (
            <Arrived key={sent.length} store={store} />
          ) : obstacle === null ? (
            <FeedbackForm store={store} />
          ) : (
            <Obstacle obstacle={obstacle} />
          )}
        </section>
        <aside aria-label="What happens next" className="border-l border-line pl-6 lg:pl-10">
          <dl className="grid gap-7">
            <Detail name="Who reads it">
              Only the team at {store.businessName}, and ours if they ask us to review it. It is never published.
            </Detail>
            <Detail name="Your name">
              They see {name ? <span className="text-text">{name}</span> : 'a message without a name'}, but never your
              email address.
            </Detail>
            <Detail name="Their reply">The store&apos;s reply will appear on this page, below your message.</Detail>
            <Detail name="About WTF">
              Questions about WTF itself?{' '}
              <Link to={paths.support()} className="link">
                {' '}
                Write to us{' '}
              </Link>
            </Detail>
          </dl>
        </aside>
      </div>
      <OwnFeedback sent={sent} businessName={store.businessName} />
    </main>
  )
}

function Detail({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="font-display text-2xl leading-tight">{name}</dt>
      <dd className="mt-2 max-w-[44ch] leading-relaxed text-muted wrap-anywhere">{children}</dd>
    </div>
  )
}

const draftOf = ({ id }: StoreFeedbackProps['store']) => `store-${id}`

function FeedbackForm({ store }: { store: StoreFeedbackProps['store'] }) {
  const form = useKeptForm(usePageForm('store-feedback'), { draft: draftOf(store), limits: FEEDBACK_LENGTHS })
  const { Form } = form
  return (
    <Form {...form.props} preventScrollReset className="grid grid-cols-1 gap-6 sm:grid-cols-2">
      <input type="hidden" name="form" value="store-feedback" />
      <SelectField form={form} name="category" label="Topic" defaultValue="overall">
        {FEEDBACK_CATEGORIES.map((each) => (
          <option key={each} value={each}>
            {FEEDBACK_CATEGORY_NAMES[each]}
          </option>
        ))}
      </SelectField>
      <StarField form={form} name="rating" label="Your rating" />
      <Field form={form} name="title" label="Summary (optional)" className="sm:col-span-2" />
      <TextAreaField
        form={form}
        name="comment"
        label="Your message"
        required
        hint="10 to 5,000 characters, as plain text."
        className="sm:col-span-2"
      />
      <Field
        form={form}
        name="orderId"
        label="Order number (optional)"
        hint="From the store's order confirmation."
        autoComplete="off"
        className="sm:col-span-2 lg:col-span-1"
      />
      <div className="grid gap-4 sm:col-span-2">
        <FormMessage>{form.message}</FormMessage>
        <SubmitButton form={form} busy="Sending..." className="w-full sm:w-auto sm:justify-self-start">
          Send message
        </SubmitButton>
      </div>
    </Form>
  )
}

function Arrived({ store }: { store: StoreFeedbackProps['store'] }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const draft = draftOf(store)
  useEffect(() => {
    forgetDraft(draft)
    heading.current?.focus()
  }, [draft])
  return (
    <div role="status" className="border-t border-accent pt-8">
      <h2 ref={heading} tabIndex={-1} className="text-3xl leading-tight outline-none wrap-anywhere">
        {store.businessName} has received your message
      </h2>
      <p className="mt-5 max-w-[52ch] leading-relaxed text-muted">
        Their team reads messages on their dashboard. You will find their reply here, below your message. How soon they
        reply is up to them.
      </p>
      <p className="mt-7">
        <Link to={paths.storeFeedback(store.id)} className="button button-quiet">
          Write another message
        </Link>
      </p>
    </div>
  )
}

function Obstacle({ obstacle }: { obstacle: 'own store' | 'unproven address' }) {
  return (
    <div className="border-t border-line pt-8">
      <h2 className="text-3xl leading-tight">
        {obstacle === 'own store' ? 'This is your own store' : 'Confirm your email address first'}
      </h2>
      <p className="mt-4 max-w-[52ch] leading-relaxed text-muted">
        {obstacle === 'own store'
          ? 'Shoppers use this page to write to the store. You can read their messages on your dashboard.'
          : 'We email you when the store replies, so we need a confirmed address. Request a confirmation email in your settings, then come back here.'}
      </p>
      <p className="mt-7">
        <Link to={obstacle === 'own store' ? paths.dashboard() : paths.settings()} className="button button-accent">
          {obstacle === 'own store' ? 'Open the dashboard' : 'Open your settings'}
        </Link>
      </p>
    </div>
  )
}
