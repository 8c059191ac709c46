import { Form, useNavigation } from '@remix-run/react'
import { Link } from '#app/components/link.tsx'
import { useEffect, type ReactNode } from 'react'
import { TicketStateMark } from './ticket-state-mark.tsx'
import { BackLink } from '#app/components/back-link.tsx'
import { FormMessage, SubmitButton } from '#app/components/field.tsx'
import { TextAreaField } from '#app/components/text-area.tsx'
import { CATEGORY_NAMES, CHANNEL_NAMES, PRIORITY_NAMES } from '#app/parts/tickets/ticket-names.ts'
import { ExactTime } from '#app/components/exact-time.tsx'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { usePageForm } from '#app/lib/form.ts'
import { forgetDraft, useKeptForm } from '#app/lib/kept-form.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { MAX_LENGTH } from '#server/support/ticket-values.schema.ts'
import { MAIL_STATE_NAMES } from './mail-status.tsx'

type Ticket = RouterOutputs['support']['ticket']

const LIMITS = { text: MAX_LENGTH.answer }
const WRITERS: Record<Ticket['writer'], string> = {
  proven: 'Signed in, email verified',
  signed_in: 'Signed in, email not verified',
  visitor: 'Not signed in, so the email address is unverified. Do not share private information.',
}

/** A ticket with its replies and the reply form. */
export function TicketPage({ ticket, problem }: { ticket: Ticket; problem: string | undefined }) {
  const isClosed = ticket.state === 'closed'
  return (
    <>
      <div className="mt-4">
        <BackLink fallback={adminPaths.tickets()} label="Tickets" />
      </div>
      <div className="mt-2 flex flex-wrap items-end justify-between gap-x-10 gap-y-5">
        <h1 className="min-w-0 text-(length:--text-section) leading-tight [overflow-wrap:anywhere]">
          {ticket.subject}
        </h1>
        <div className="flex flex-wrap gap-3">
          {ticket.state !== 'open' && <StateButton act="reopen">Reopen</StateButton>}
          {!isClosed && <StateButton act="close">Close</StateButton>}
        </div>
      </div>
      <div role="alert">{problem && <p className="mt-4 text-sm text-sale">{problem}</p>}</div>
      <dl className="mt-7 grid gap-x-10 gap-y-4 border-y border-line py-5 text-sm sm:grid-cols-2 lg:grid-cols-4">
        <Fact name="Reference">
          <span className="tabular-nums">{ticket.reference}</span>
        </Fact>
        <Fact name="From">
          {ticket.name && <span className="block">{ticket.name}</span>}
          {ticket.email}
        </Fact>
        <Fact name="Source">
          {CHANNEL_NAMES[ticket.channel]}
          {ticket.channel === 'support' &&
            `, ${CATEGORY_NAMES[ticket.category].toLowerCase()}, ${PRIORITY_NAMES[ticket.priority].toLowerCase()} priority`}
        </Fact>
        <Fact name="Received (UTC)">
          <ExactTime date={ticket.createdAt} />
        </Fact>
        <Fact name="Status">
          <TicketStateMark state={ticket.state} />
        </Fact>
        <Fact name="Identity" className="sm:col-span-2 lg:col-span-3">
          {WRITERS[ticket.writer]}
        </Fact>
      </dl>
      <div className="mt-10 grid gap-x-14 gap-y-12 lg:grid-cols-2">
        <section aria-label="Conversation" className="min-w-0">
          <p className="reading max-w-[68ch] whitespace-pre-line [overflow-wrap:anywhere]">{ticket.description}</p>
          {ticket.replies.map((reply) => (
            <Reply key={reply.id} reply={reply} />
          ))}
        </section>
        {isClosed ? (
          <p className="text-muted">This ticket is closed. Reopen it to reply.</p>
        ) : (
          <AnswerForm
            key={ticket.replies.length}
            draft={`answer-${ticket.id}-${ticket.replies.length}`}
            previous={`answer-${ticket.id}-${ticket.replies.length - 1}`}
            email={ticket.email}
          />
        )}
      </div>
    </>
  )
}

function Reply({ reply: { text, mailId, mailState, createdAt } }: { reply: Ticket['replies'][number] }) {
  return (
    <div className="mt-8 border-l border-accent pl-5">
      <p className="text-xs text-muted">
        Replied <ExactTime date={createdAt} /> UTC,{' '}
        {mailState && mailId ? (
          <Link to={adminPaths.outboxMail(mailId)} className="link">
            email {MAIL_STATE_NAMES[mailState].toLowerCase()}
          </Link>
        ) : (
          'email no longer stored'
        )}
      </p>
      <p className="reading mt-2 max-w-[68ch] whitespace-pre-line [overflow-wrap:anywhere]">{text}</p>
    </div>
  )
}

function AnswerForm({ draft, previous, email }: { draft: string; previous: string; email: string }) {
  const form = useKeptForm(usePageForm('answer'), { draft, limits: LIMITS })
  const { Form } = form
  useEffect(() => forgetDraft(previous), [previous])
  return (
    <Form {...form.props} className="grid content-start gap-5">
      <input type="hidden" name="form" value="answer" />
      <TextAreaField
        form={form}
        name="text"
        label="Your reply"
        required
        rows={10}
        hint={`We email this to ${email} as plain text. Up to 10,000 characters.`}
      />
      <div className="grid gap-4">
        <FormMessage>{form.message}</FormMessage>
        <SubmitButton form={form} busy="Sending..." className="w-full sm:w-auto sm:justify-self-start">
          Send reply
        </SubmitButton>
      </div>
    </Form>
  )
}

function StateButton({ act, children }: { act: 'close' | 'reopen'; children: ReactNode }) {
  const isBusy = useNavigation().formData?.get('form') === act
  return (
    <Form method="post" onSubmit={(event) => isBusy && event.preventDefault()}>
      <button type="submit" name="form" value={act} aria-disabled={isBusy || undefined} className="button button-quiet">
        {children}
      </button>
    </Form>
  )
}

function Fact({ name, className = '', children }: { name: string; className?: string; children: ReactNode }) {
  return (
    <div className={`min-w-0 ${className}`}>
      <dt className="text-xs text-muted">{name}</dt>
      <dd className="mt-1 [overflow-wrap:anywhere]">{children}</dd>
    </div>
  )
}
