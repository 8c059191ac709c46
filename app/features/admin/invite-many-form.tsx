import ChevronDown from 'lucide-react/icons/chevron-down'
import { useEffect, type ReactNode } from 'react'
import { FormMessage, SubmitButton } from '#app/components/field.tsx'
import { TextAreaField } from '#app/components/text-area.tsx'
import { formatCount } from '#app/lib/format.ts'
import { forgetDraft, useKeptForm } from '#app/lib/kept-form.ts'
import {
  MAX_AT_ONCE,
  MAX_LIST_CHARACTERS,
  MAX_MESSAGE_CHARACTERS,
} from '#server/invitations/invitation-values.schema.ts'
import { useInvitationForm } from './invitation-answer.ts'
import { MailWaits } from './invite-form.tsx'

const DRAFT = 'invite-many'
const LIMITS = { list: MAX_LIST_CHARACTERS, personalMessage: MAX_MESSAGE_CHARACTERS }

type Result = NonNullable<ReturnType<typeof useManyForm>['done']>['result']

/** Invites the brands in a pasted list. Unreadable lines stay in the form. */
export function InviteManyForm({ sendsMail }: { sendsMail: boolean }) {
  const { form: sent, done } = useManyForm()
  const form = useKeptForm(sent, { draft: DRAFT, limits: LIMITS })
  const { Form } = form
  const { ref } = form.props
  useEffect(() => {
    if (!done) return
    forgetDraft(DRAFT)
    ref.current?.reset()
  }, [done, ref])
  return (
    <details className="ask group border-t border-line" open={done !== null || form.isRefused}>
      <summary className="flex min-h-14 items-center justify-between gap-4">
        <span>
          Invite several brands <span className="ml-2 text-sm text-muted">from a list</span>
        </span>
        <ChevronDown aria-hidden size={18} className="text-muted transition-transform group-open:rotate-180" />
      </summary>
      <div role="status">{done && <Outcome result={done.result} sendsMail={sendsMail} />}</div>
      <Form {...form.props} className="grid gap-4 pt-2 pb-6">
        <input type="hidden" name="form" value="many" />
        <TextAreaField
          form={form}
          name="list"
          label="Brands, one per line"
          required
          spellCheck={false}
          rows={6}
          defaultValue={done?.left.list ?? ''}
          placeholder="ada@maison.example, Maison Aurore, Ada Laurent"
          hint={`Email address, business name and contact person, separated by commas or tabs. Up to ${MAX_AT_ONCE} lines.`}
        />
        <TextAreaField
          form={form}
          name="personalMessage"
          label="Personal message to all brands (optional)"
          rows={3}
          defaultValue={done?.left.personalMessage ?? ''}
        />
        <div>
          <FormMessage>{form.message}</FormMessage>
          <SubmitButton form={form} busy="Sending..." look="quiet" className="mt-5 w-full sm:w-auto">
            Invite all
          </SubmitButton>
        </div>
      </Form>
    </details>
  )
}

const useManyForm = () => useInvitationForm('many')

function Outcome({
  result: { created, alreadyPartners, alreadyInvited, invalid },
  sendsMail,
}: {
  result: Result
  sendsMail: boolean
}) {
  const counts = [
    ['Invited', created.length],
    ['Already partners', alreadyPartners.length],
    ['Already invited', alreadyInvited.length],
    ['Not invited', invalid.length],
  ] as const
  return (
    <div className="mt-1 mb-4 border-y border-line py-4 text-sm">
      <dl className="flex flex-wrap gap-x-10 gap-y-4">
        {counts.map(([name, count]) => (
          <div key={name} className="flex flex-col-reverse justify-end">
            <dt className="mt-1 text-xs text-muted">{name}</dt>
            <dd className={`font-display text-3xl leading-none tabular-nums ${count ? '' : 'text-muted'}`}>
              {formatCount(count)}
            </dd>
          </div>
        ))}
      </dl>
      {created.length > 0 && !sendsMail && (
        <div className="mt-3">
          <MailWaits />
        </div>
      )}
      <Lines title="Not invited: correct these lines below and send again" rows={invalid} isOpen>
        {({ text, reason }) => (
          <>
            {text} <span className="block text-sale">{reason}</span>
          </>
        )}
      </Lines>
      <Lines title="Already partners" rows={alreadyPartners}>
        {({ email }) => email}
      </Lines>
      <Lines title="Already invited" rows={alreadyInvited}>
        {({ email }) => email}
      </Lines>
      <Lines title="Invited" rows={created}>
        {({ email, businessName }) => (
          <>
            {businessName} <span className="text-muted">{email}</span>
          </>
        )}
      </Lines>
    </div>
  )
}

/** Lines of the pasted list, with their line numbers. */
function Lines<Row extends { line: number }>({
  title,
  rows,
  isOpen = false,
  children,
}: {
  title: string
  rows: readonly Row[]
  isOpen?: boolean
  children: (row: Row) => ReactNode
}) {
  if (rows.length === 0) return null
  return (
    <details open={isOpen} className="mt-3">
      <summary className="link inline-flex min-h-8 items-center text-muted hover:text-text">{title}</summary>
      <ul className="divide-y divide-line/60">
        {rows.map((row) => (
          <li key={row.line} className="grid grid-cols-[4.5rem_minmax(0,1fr)] py-1.5 [overflow-wrap:anywhere]">
            <span className="text-muted tabular-nums">Line {row.line}</span>
            <span>{children(row)}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}
