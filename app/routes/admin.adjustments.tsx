import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { AdjustmentsPage } from '#app/features/admin/money/adjustments-page.tsx'
import { apiFor } from '#app/lib/api.server.ts'
import { parseForm, submitForm } from '#app/lib/form.server.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { forSignedIn } from '#app/parts/session/for-signed-in.server.ts'
import { goOn } from '#app/parts/session/sign-in.server.ts'
import {
  adjustmentsQuery,
  adjustmentInput,
  proposeInput,
  rejectInput,
} from '#server/sales/adjustments/adjustments.schema.ts'

export async function loader(args: LoaderFunctionArgs) {
  const address = Object.fromEntries(new URL(args.request.url).searchParams)
  const query = adjustmentsQuery.parse(address)
  return { list: await forSignedIn(args, apiFor(args).admin.money.adjustments(query)), query }
}

/** Proposes, approves, rejects or withdraws an adjustment. */
export async function action(args: ActionFunctionArgs) {
  const { form = '', ...texts } = await parseForm(args.request)
  const done = (text: string) => goOn(args, adminPaths.adminAdjustments(), text)
  if (form === 'propose')
    return submitForm(args, {
      form,
      texts,
      schema: proposeInput,
      submit: async (api, input) => {
        await api.admin.money.propose(input)
        return done('Proposed. Another administrator has to approve it.')
      },
    })
  if (form.startsWith('approve'))
    return submitForm(args, {
      form,
      texts,
      schema: adjustmentInput,
      // Shows only the message, because the refusal may name a field of the proposal, which this form does not have.
      place: ({ message }) => ({ message }),
      submit: async (api, input) => {
        await api.admin.money.approve(input)
        return done('Approved and added to the ledger. The partner has been emailed.')
      },
    })
  if (form.startsWith('reject'))
    return submitForm(args, {
      form,
      texts,
      schema: rejectInput,
      submit: async (api, input) => {
        await api.admin.money.reject(input)
        return done('Rejected. We have emailed the person who proposed it.')
      },
    })
  return submitForm(args, {
    form,
    texts,
    schema: adjustmentInput,
    submit: async (api, input) => {
      await api.admin.money.withdraw(input)
      return done('Withdrawn.')
    },
  })
}

export const meta: MetaFunction = () => [{ title: 'Adjustments | WTF' }]

export default function Adjustments() {
  return <AdjustmentsPage {...useLoaderData<typeof loader>()} />
}
