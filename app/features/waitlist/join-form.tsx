import { lazy, Suspense, useEffect, useId } from 'react'
import { useWaitlistForm } from '#app/lib/use-waitlist-form.ts'
import type { WaitlistSource } from '#server/waitlist/waitlist.schema.ts'

const openJoinedDialog = () => import('./joined-dialog.tsx')
const JoinedDialog = lazy(openJoinedDialog)

/** An address and a button; whoever is on the list is told so over the page. */
export function JoinForm({ source, given }: { source: WaitlistSource; /** What was typed and what is wrong with it, where a page was sent for it. */ given?: { email: string; error: string } | undefined }) {
  const { form, props, joined, forget } = useWaitlistForm(source)
  const { Form } = form
  const id = useId()
  const isAnswered = form.isRefused || joined !== null
  const error = form.error('email') ?? form.message ?? (isAnswered ? undefined : given?.error)
  useEffect(() => {
    // What says that it worked must not be slower than that it worked.
    if (form.isBusy) void openJoinedDialog().catch(() => undefined)
  }, [form.isBusy])
  return (
    <>
      <Form {...props} className="join-form">
        <input type="hidden" name="source" value={source} />
        <label htmlFor={id} className="sr-only">Email address</label>
        <div className="join-line" data-invalid={error ? '' : undefined}>
          <input id={id} type="email" name="email" required autoComplete="email" inputMode="email" placeholder="Enter your email" defaultValue={form.value('email') ?? given?.email}
            aria-invalid={error ? true : undefined} aria-describedby={error ? `${id}-error` : undefined} />
          <button type="submit" aria-disabled={form.isBusy || undefined} className="button button-accent aria-disabled:opacity-70">{form.isBusy ? 'Processing...' : 'Notify Me'}</button>
        </div>
        <div role="alert">{error && <p id={`${id}-error`} className="mt-3 text-sale">{error}</p>}</div>
      </Form>
      {joined && <Suspense fallback={null}><JoinedDialog joined={joined} onClose={forget} /></Suspense>}
    </>
  )
}
