import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { InvoicesPage } from '#app/features/dashboard/invoices-page.tsx'
import { apiFor } from '#app/lib/api.server.ts'
import { forSignedIn } from '#app/parts/session/for-signed-in.server.ts'

export async function loader(args: LoaderFunctionArgs) {
  const { sales } = apiFor(args)
  const [invoices, ledger, written] = await forSignedIn(
    args,
    Promise.all([sales.invoices(), sales.ledger(), sales.writtenEntries()]),
  )
  return { invoices, ledger, written, now: new Date() }
}

export const meta: MetaFunction = () => [{ title: 'Invoices | WTF' }]

export default function Invoices() {
  return <InvoicesPage {...useLoaderData<typeof loader>()} />
}
