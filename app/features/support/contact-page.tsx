import { useSearchParams } from '@remix-run/react'
import { Link } from '#app/components/link.tsx'
import type { ReactNode } from 'react'
import { Field, FormMessage, SubmitButton } from '#app/components/field.tsx'
import { TextAreaField } from '#app/components/text-area.tsx'
import { useActionAnswer } from '#app/lib/action-answer.ts'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { usePageForm } from '#app/lib/form.ts'
import { useKeptForm } from '#app/lib/kept-form.ts'
import { paths } from '#app/lib/paths.ts'
import { MAX_LENGTH } from '#server/support/ticket-values.schema.ts'
import { WriterFields, type Writer } from './writer-fields.tsx'
import { MessageReceived } from './message-received.tsx'

const LIMITS = { name: MAX_LENGTH.name, subject: MAX_LENGTH.subject, message: MAX_LENGTH.description }

/** Our contact options, all in writing. */
export function ContactPage({ writer, contactEmail }: { writer: Writer | null; contactEmail: string | null }) {
  const written = useActionAnswer<{ message?: RouterOutputs['support']['sendMessage'] }>()?.message
  return (
    <main id="content" className="page pb-28">
      <h1 className="mt-[clamp(3rem,8vw,7rem)] text-(length:--text-hero) leading-[0.9] tracking-[-0.03em]">
        Write <em>to us</em>
      </h1>
      <div className="mt-14 grid grid-cols-1 gap-x-14 gap-y-12 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <section aria-label="Your message">
          {written ? (
            <MessageReceived {...written} draft="message" again={paths.contact()} />
          ) : (
            <MessageForm writer={writer} />
          )}
        </section>
        <aside aria-label="How to reach us" className="border-l border-line pl-6 lg:pl-10">
          <dl className="grid gap-8">
            <Detail name="Email">
              {contactEmail ? (
                <>
                  Use the form, or write to{' '}
                  <a href={`mailto:${contactEmail}`} className="link [overflow-wrap:anywhere]">
                    {contactEmail}
                  </a>
                  . A person will reply.
                </>
              ) : (
                'Use the form. You get a reference straight away, and a person replies by email.'
              )}
            </Detail>
            <Detail name="Orders">
              Only the store that took your order can see it. Its confirmation email tells you how to get in touch.{' '}
              <Link to={paths.support('orders')} className="link">
                More about orders
              </Link>
            </Detail>
            <Detail name="Phone">We have no phone line. Use the form.</Detail>
            <Detail name="Visit">
              We have no shop to visit, so there is no map. An embedded map would also tell another company that you
              were here.
            </Detail>
            <Detail name="For brands">
              <Link to={paths.partnerSignUp()} className="link">
                Create a partner account
              </Link>{' '}
              to sell here.
            </Detail>
          </dl>
        </aside>
      </div>
    </main>
  )
}

function Detail({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="font-display text-2xl leading-tight">{name}</dt>
      <dd className="mt-2 max-w-[44ch] leading-relaxed text-muted">{children}</dd>
    </div>
  )
}

function MessageForm({ writer }: { writer: Writer | null }) {
  const [search] = useSearchParams()
  const form = useKeptForm(usePageForm('message'), { draft: 'message', limits: LIMITS })
  const { Form } = form
  return (
    <Form {...form.props} className="grid grid-cols-1 gap-5 sm:grid-cols-2">
      <input type="hidden" name="form" value="message" />
      <WriterFields form={form} writer={writer} />
      <Field
        form={form}
        name="subject"
        label="Subject"
        required
        defaultValue={(search.get('subject') ?? '').slice(0, MAX_LENGTH.subject)}
        className="sm:col-span-2"
      />
      <TextAreaField
        form={form}
        name="message"
        label="Message"
        required
        rows={9}
        hint="Up to 5,000 characters, as plain text."
        className="sm:col-span-2"
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
