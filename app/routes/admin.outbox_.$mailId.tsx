import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { OutboxMail } from '#app/features/admin/outbox-mail.tsx'
import { useActionAnswer } from '#app/lib/action-answer.ts'
import { actionError, apiFor } from '#app/lib/api.server.ts'
import { forSignedIn } from '#app/parts/session/for-signed-in.server.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'

const mailOf = ({ params }: LoaderFunctionArgs) => ({ mailId: params['mailId'] ?? '' })

export async function loader(args: LoaderFunctionArgs) {
  return { mail: await forSignedIn(args, apiFor(args).admin.outboxMail(mailOf(args))) }
}

/** Resends a failed email. */
export async function action(args: ActionFunctionArgs) {
  const input = mailOf(args)
  try {
    await forSignedIn(args, apiFor(args).admin.retryMail(input))
  } catch (error) {
    if (!(error instanceof Response) || error.status !== 409) throw error
    return data({ problem: actionError(error).message }, { status: 409 })
  }
  return redirect(adminPaths.outboxMail(input.mailId))
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: `${data?.mail.subject ?? 'Outbox'} | WTF` }]

export default function OutboxMailRoute() {
  const { mail } = useLoaderData<typeof loader>()
  return <OutboxMail mail={mail} problem={useActionAnswer<{ problem?: string }>()?.problem} />
}
