import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { ApprovalsPage } from '#app/features/admin/money/approvals-page.tsx'
import { apiFor } from '#app/lib/api.server.ts'
import { parseForm, submitForm } from '#app/lib/form.server.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { forSignedIn } from '#app/parts/session/for-signed-in.server.ts'
import { withRecentProof } from '#app/parts/session/recent-proof.server.ts'
import { goOn } from '#app/parts/session/sign-in.server.ts'
import { approvalInput, approvalsQuery } from '#server/two-people/approvals.schema.ts'

export async function loader(args: LoaderFunctionArgs) {
  const query = approvalsQuery.parse(Object.fromEntries(new URL(args.request.url).searchParams))
  return { list: await forSignedIn(args, apiFor(args).admin.money.approvals(query)), query }
}

/** Approves, rejects or withdraws a proposal. */
export async function action(args: ActionFunctionArgs) {
  const { form = '', ...texts } = await parseForm(args.request)
  return submitForm(args, {
    form,
    texts,
    schema: approvalInput,
    // The refusal may name a field of the proposal, which this form does not have.
    place: ({ message }) => ({ message }),
    submit: async ({ admin: { money } }, input) => {
      const page = adminPaths.adminApprovals()
      if (form.startsWith('approve')) {
        await withRecentProof(money.approveProposal(input), page)
        return goOn(args, page, 'Approved. The change has been made.')
      }
      if (form.startsWith('reject')) {
        await money.rejectProposal(input)
        return goOn(args, page, 'Proposal rejected. Nothing has changed.')
      }
      await money.withdrawProposal(input)
      return goOn(args, page, 'Proposal withdrawn.')
    },
  })
}

export const meta: MetaFunction = () => [{ title: 'Approvals | WTF' }]

export default function Approvals() {
  return <ApprovalsPage {...useLoaderData<typeof loader>()} />
}
