import { useEffect, useId } from 'react'
import { useWaitlistForm } from '#app/parts/waitlist/use-waitlist-form.ts'
import { toast } from '#app/lib/toast.ts'
import { lazyPart } from '#app/lib/use-part.ts'
import type { WaitlistSource } from '#server/waitlist/waitlist.schema.ts'

const openJoinedDialog = () => import('./joined-dialog.tsx')
const JoinedDialog = lazyPart(openJoinedDialog)

/** An email field and a button; a dialog shows the success. */
export function JoinForm({
  source,
  given,
}: {
  source: WaitlistSource
  /** The typed address and its error, after a submission without JavaScript. */ given?:
    { email: string; error: string } | undefined
}) {
  const { form, props, joined, forget } = useWaitlistForm(source)
  const { Form } = form
  const id = useId()
  const isAnswered = form.isRefused || joined !== null
  const error = form.error('email') ?? form.message ?? (isAnswered ? undefined : given?.error)
  useEffect(() => {
    // Starts loading the success dialog while the form is being sent.
    if (form.isBusy) void openJoinedDialog().catch(() => undefined)
  }, [form.isBusy])
  const tellAndForget = () => {
    toast.set({ tone: 'plain', title: "You're on the list!" })
    forget()
  }
  return (
    <>
      <Form {...props} className="join-form">
        <input type="hidden" name="source" value={source} />
        <label htmlFor={id} className="sr-only">
          Email address
        </label>
        <div className="join-line" data-invalid={error ? '' : undefined}>
          <input
            id={id}
            type="email"
            name="email"
            required
            autoComplete="email"
            inputMode="email"
            placeholder="Enter your email"
            defaultValue={form.value('email') ?? given?.email}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `${id}-error` : undefined}
          />
          <button
            type="submit"
            aria-disabled={form.isBusy || undefined}
            className="button button-accent aria-disabled:opacity-70"
          >
            {form.isBusy ? 'Processing...' : 'Notify Me'}
          </button>
        </div>
        <div role="alert">
          {error && (
            <p id={`${id}-error`} className="mt-3 text-sale">
              {error}
            </p>
          )}
        </div>
      </Form>
      {joined && <JoinedDialog joined={joined} onClose={forget} onMissing={tellAndForget} />}
    </>
  )
}
