import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { InvoicePage } from '#app/features/dashboard/invoice-page.tsx'
import { apiFor } from '#app/lib/api.server.ts'
import { forSignedIn } from '#app/parts/session/for-signed-in.server.ts'
import { invoiceInput } from '#server/sales/sales.schema.ts'

export async function loader(args: LoaderFunctionArgs) {
  const asked = invoiceInput.safeParse({ invoiceId: args.params.invoiceId })
  if (!asked.success) throw new Response('Invoice not found.', { status: 404 })
  return { invoice: await forSignedIn(args, apiFor(args).sales.invoice(asked.data)), now: new Date() }
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: `${data?.invoice.number ?? 'Invoice'} | WTF` }]

export default function Invoice() {
  return <InvoicePage {...useLoaderData<typeof loader>()} />
}
