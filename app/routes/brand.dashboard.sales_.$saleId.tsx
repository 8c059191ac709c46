import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData, useOutletContext } from '@remix-run/react'
import type { OwnPartner } from '#app/features/dashboard/own-partner.ts'
import { SalePage } from '#app/features/sales/sale-page.tsx'
import { apiFor } from '#app/lib/api.server.ts'
import { parseForm, submitForm } from '#app/lib/form.server.ts'
import { dashboardPaths } from '#app/lib/dashboard-paths.ts'
import { forSignedIn } from '#app/parts/session/for-signed-in.server.ts'
import { openDisputeInput } from '#server/sales/disputes/disputes.schema.ts'
import { saleInput } from '#server/sales/sales.schema.ts'

export async function loader(args: LoaderFunctionArgs) {
  const asked = saleInput.safeParse({ saleId: args.params.saleId })
  if (!asked.success) throw new Response('Sale not found.', { status: 404 })
  return { sale: await forSignedIn(args, apiFor(args).sales.get(asked.data)), now: new Date() }
}

/** Confirms a sale without a certain match, or disputes one. */
export async function action(args: ActionFunctionArgs) {
  const { form = '', ...texts } = await parseForm(args.request)
  if (form === 'dispute')
    return submitForm(args, {
      form,
      texts,
      schema: openDisputeInput,
      submit: async (api, input) => {
        await api.sales.dispute(input)
        return redirect(dashboardPaths.sale(input.saleId))
      },
    })
  return submitForm(args, {
    form,
    texts,
    schema: saleInput,
    submit: async (api, input) => {
      await api.sales.confirm(input)
      return redirect(dashboardPaths.sale(input.saleId))
    },
  })
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data ? `Sale ${data.sale.order.name || data.sale.order.id}` : 'Sale'} | WTF` },
]

export default function SaleRoute() {
  const { role } = useOutletContext<OwnPartner>()
  return <SalePage {...useLoaderData<typeof loader>()} isOwner={role === 'owner'} isEditor={role !== 'viewer'} />
}
