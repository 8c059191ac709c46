import { useSearchParams } from '@remix-run/react'
import { useEffect, type ReactNode } from 'react'
import { closePopover } from '#app/lib/close-popover.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { toast, type Toast } from '#app/lib/toast.ts'
import { useInvitationAct } from './invitation-answer.ts'

export const panelId = (invitationId: string): string => `invitation-${invitationId}`

const MAX_KEPT = 200

/** A form with a single button. */
export function InvitationButton({
  act,
  invitationId,
  label,
  className,
  children,
}: {
  act: 'resend' | 'revoke'
  invitationId: string
  /** The accessible name, for screen reader users who do not read the rest of the row. */
  label?: string
  className: string
  children: ReactNode
}) {
  const { Form, busyId } = useInvitationAct()
  const isBusy = busyId === invitationId
  return (
    <Form method="post" action={useListAddress()} onSubmit={(event) => busyId !== null && event.preventDefault()}>
      <input type="hidden" name="form" value={act} />
      <input type="hidden" name="invitationId" value={invitationId} />
      <button
        type="submit"
        aria-label={label}
        aria-disabled={isBusy || undefined}
        className={`aria-disabled:opacity-70 ${className}`}
      >
        {children}
      </button>
    </Form>
  )
}

/** Returns the URL of the filtered list. Up to fifty forms contain it, and the full current URL would be longer. */
function useListAddress(): string {
  const [search] = useSearchParams()
  const text = (name: string) => search.get(name)?.slice(0, MAX_KEPT)
  return adminPaths.invitePartners({ status: text('status'), q: text('q') ?? '', page: Number(text('page')) || 1 })
}

/** Shows the result as a toast, or above the page if it came with the page. Render it once per page. */
export function InvitationToast() {
  const { answer, isOfPage } = useInvitationAct()
  useEffect(() => {
    if (!answer || isOfPage) return
    // An open panel would cover the toast.
    closePopover(document.querySelector(':popover-open')?.id ?? '')
    toast.set(toastOf(answer))
  }, [answer, isOfPage])
  if (!answer || !isOfPage) return null
  const { tone, title } = toastOf(answer)
  return (
    <p
      role={tone === 'error' ? 'alert' : 'status'}
      className={`notice text-sm ${tone === 'error' ? 'border-sale' : ''}`}
    >
      {title}
    </p>
  )
}

const toastOf = (answer: NonNullable<ReturnType<typeof useInvitationAct>['answer']>): Toast =>
  'done' in answer
    ? { tone: 'plain', title: answer.done }
    : { tone: 'error', title: ('message' in answer && answer.message) || 'Something went wrong. Please try again.' }
