import { Link } from '#app/components/link.tsx'
import { useEffect } from 'react'
import { Field, FormMessage, SubmitButton } from '#app/components/field.tsx'
import { TextAreaField } from '#app/components/text-area.tsx'
import { forgetDraft, useKeptForm } from '#app/lib/kept-form.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { MAX_MESSAGE_CHARACTERS, VALID_DAYS } from '#server/invitations/invitation-values.schema.ts'
import { CopyLink } from './copy-link.tsx'
import { useInvitationForm } from './invitation-answer.ts'

const DRAFT = 'invite'
const LIMITS = { personalMessage: MAX_MESSAGE_CHARACTERS }

export function InviteForm({ sendsMail, siteUrl }: { sendsMail: boolean; siteUrl: string }) {
  const { form: sent, done } = useInvitationForm('invite')
  const form = useKeptForm(sent, { draft: DRAFT, limits: LIMITS })
  const { Form } = form
  const { ref } = form.props
  useEffect(() => {
    if (!done) return
    forgetDraft(DRAFT)
    ref.current?.reset()
  }, [done, ref])
  return (
    <Form {...form.props} className="grid gap-4">
      <input type="hidden" name="form" value="invite" />
      <Field form={form} name="email" type="email" label="Business email" required autoComplete="off" defaultValue="" />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field form={form} name="businessName" label="Business name" required autoComplete="off" defaultValue="" />
        <Field form={form} name="contactPerson" label="Contact person" required autoComplete="off" defaultValue="" />
      </div>
      <TextAreaField
        form={form}
        name="personalMessage"
        label="Personal message (optional)"
        rows={4}
        defaultValue=""
        hint="Appears in the email after the introduction."
      />
      <div>
        <FormMessage>{form.message}</FormMessage>
        <div role="status">
          {done && (
            <div className="notice">
              <p>Partner invitation sent to {done.invited.email}!</p>
              {!sendsMail && <MailWaits to={done.invited.email} />}
              <div className="mt-1">
                <CopyLink {...done.invited} businessName={done.invited.email} siteUrl={siteUrl} />
              </div>
            </div>
          )}
        </div>
        <div className="mt-5 flex flex-wrap items-center gap-x-5 gap-y-2">
          <SubmitButton form={form} busy="Sending..." className="w-full sm:w-auto">
            Send invitation
          </SubmitButton>
          <p className="text-sm text-muted">The link is valid for {VALID_DAYS} days.</p>
        </div>
      </div>
    </Form>
  )
}

/** Shown if no mail server is set up. */
export function MailWaits({ to }: { to?: string }) {
  return (
    <p className="mt-1 max-w-[60ch] text-sm text-muted">
      No mail server is set up, so the email stays in the{' '}
      <Link to={adminPaths.outbox(to === undefined ? {} : { to })} className="link">
        outbox
      </Link>
      . Copy the link and send it yourself.
    </p>
  )
}
