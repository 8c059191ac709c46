import { useFetcher, type FormProps } from '@remix-run/react'
import { useEffect, type ComponentType } from 'react'
import { useActionAnswer } from '#app/lib/action-answer.ts'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { parseFormAnswer, useFormState, type FormAnswer, type FormState } from '#app/lib/form.ts'
import { toast } from '#app/lib/toast.ts'

/** Shown as a toast if the server or the network failed, or in the form without JavaScript. */
export const INVITATION_FAILED = 'Failed to send invitation. Please try again.'

/** The responses of the invitations page to its forms. */
export type InvitationsAnswer = FormAnswer | Invited | InvitedMany | Acted

interface Invited {
  form: 'invite'
  invited: { invitationId: string; email: string }
}

interface InvitedMany {
  form: 'many'
  result: RouterOutputs['invitations']['inviteMany']
  /** The lines to correct, which go back into the form. */
  left: { list: string; personalMessage: string }
}

/** The response of a form that acts on one invitation. */
interface Acted {
  form: 'resend' | 'revoke'
  done: string
}

/** The state of one of the two invite forms, which also work without JavaScript. */
export function useInvitationForm(name: 'invite'): { form: FormState; done: Invited | null }
export function useInvitationForm(name: 'many'): { form: FormState; done: InvitedMany | null }
export function useInvitationForm(name: 'invite' | 'many') {
  const { data, isOfPage, Form, state } = useAnswer(name)
  const refusal = parseFormAnswer(data, name)
  const form = useFormState(Form, refusal, state !== 'idle')
  const isToast = !isOfPage && refusal?.message === INVITATION_FAILED
  useEffect(() => {
    if (isToast && refusal) toast.set({ tone: 'error', title: INVITATION_FAILED })
  }, [isToast, refusal])
  const done = data?.form === name && !refusal ? data : null
  return { form: { ...form, message: isToast ? undefined : form.message }, done }
}

/** The state of the forms that act on one invitation. They share one response. */
export function useInvitationAct() {
  const { data, isOfPage, Form, formData } = useAnswer('act')
  const answer = data?.form === 'resend' || data?.form === 'revoke' ? data : null
  return { Form, answer, isOfPage, busyId: formData?.get('invitationId') ?? null }
}

function useAnswer(name: string) {
  const { data, Form, state, formData } = useFetcher<InvitationsAnswer>({ key: `invitations-${name}` })
  const ofPage = useActionAnswer<InvitationsAnswer>()
  return {
    data: data ?? ofPage,
    isOfPage: data === undefined,
    Form: Form as ComponentType<FormProps>,
    state,
    formData,
  }
}
