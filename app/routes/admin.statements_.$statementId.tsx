import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { StatementPage } from '#app/features/admin/money/statement-page.tsx'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { apiFor } from '#app/lib/api.server.ts'
import { parseFields, submitForm } from '#app/lib/form.server.ts'
import { PROPOSED } from '#app/parts/admin/proposed.ts'
import { forSignedIn } from '#app/parts/session/for-signed-in.server.ts'
import { goOn } from '#app/parts/session/sign-in.server.ts'
import { recordPaymentsInput, reviewStatementInput, undoPaymentInput } from '#server/statements/statements.schema.ts'

export async function loader(args: LoaderFunctionArgs) {
  const page = new URL(args.request.url).searchParams.get('page') ?? undefined
  const asked = reviewStatementInput.safeParse({ statementId: args.params.statementId, page })
  if (!asked.success) throw new Response('Statement not found.', { status: 404 })
  return { statement: await forSignedIn(args, apiFor(args).admin.statements.review(asked.data)) }
}

/** Records the ticked payments, or undoes one. */
export async function action(args: ActionFunctionArgs) {
  const fields = await parseFields(args.request)
  const form = String(fields.get('form') ?? '')
  const there = adminPaths.adminStatement(args.params.statementId ?? '')
  if (form !== 'record')
    return submitForm(args, {
      form,
      texts: { reason: String(fields.get('reason') ?? ''), lineId: String(fields.get('lineId') ?? '') },
      schema: undoPaymentInput,
      submit: async (api, input) => {
        await api.admin.statements.undo(input)
        return goOn(args, there, 'Undone. The invoice is open again, and we have emailed the partner.')
      },
    })
  const payments = fields.getAll('payment').map((value) => {
    const [lineId, invoiceId] = String(value).split(' ')
    return { lineId, invoiceId }
  })
  return submitForm(args, {
    form,
    texts: {},
    schema: recordPaymentsInput,
    input: { statementId: args.params.statementId, payments },
    submit: async (api, input) => {
      const { isWaiting, recorded, refused } = await api.admin.statements.record(input)
      const done = `${recorded === 1 ? 'One payment' : `${recorded} payments`} recorded. The partners have been emailed.`
      return goOn(args, there, isWaiting ? PROPOSED : [done, ...refused].join(' '))
    },
  })
}

export const meta: MetaFunction = () => [{ title: 'Bank statement | WTF' }]

export default function Statement() {
  return <StatementPage {...useLoaderData<typeof loader>()} />
}
