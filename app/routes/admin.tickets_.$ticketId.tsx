import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { TicketPage } from '#app/features/admin/ticket-page.tsx'
import { useActionAnswer } from '#app/lib/action-answer.ts'
import { actionError, apiFor } from '#app/lib/api.server.ts'
import { forSignedIn } from '#app/parts/session/for-signed-in.server.ts'
import { parseForm, submitForm } from '#app/lib/form.server.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { answerInput } from '#server/support/support.schema.ts'

const ticketOf = ({ params }: LoaderFunctionArgs) => ({ ticketId: params['ticketId'] ?? '' })

export async function loader(args: LoaderFunctionArgs) {
  return { ticket: await forSignedIn(args, apiFor(args).support.ticket(ticketOf(args))) }
}

/** Answers, closes or reopens a ticket. */
export async function action(args: ActionFunctionArgs) {
  const { ticketId } = ticketOf(args)
  const texts = await parseForm(args.request)
  const act = texts['form']
  if (act === 'close' || act === 'reopen') {
    try {
      await forSignedIn(args, apiFor(args).support[act]({ ticketId }))
    } catch (error) {
      if (!(error instanceof Response) || error.status !== 409) throw error
      return data({ problem: actionError(error).message }, { status: 409 })
    }
    return redirect(adminPaths.ticket(ticketId))
  }
  return submitForm(args, {
    form: 'answer',
    texts: { ...texts, ticketId },
    schema: answerInput,
    submit: async (api, input) => {
      await api.support.answer(input)
      return redirect(adminPaths.ticket(ticketId))
    },
    fallback: 'Something went wrong on our side, and the reply was not sent. Please try again.',
  })
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.ticket.reference ?? 'Ticket'} | WTF` },
]

export default function TicketRoute() {
  const { ticket } = useLoaderData<typeof loader>()
  const answer = useActionAnswer<{ problem?: string }>()
  return <TicketPage ticket={ticket} problem={answer?.problem} />
}
