import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { AllInvoicesPage } from '#app/features/admin/all-invoices-page.tsx'
import { apiFor } from '#app/lib/api.server.ts'
import { parseForm, submitForm } from '#app/lib/form.server.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { PROPOSED } from '#app/parts/admin/proposed.ts'
import { forSignedIn } from '#app/parts/session/for-signed-in.server.ts'
import { goOn } from '#app/parts/session/sign-in.server.ts'
import { allInvoicesQuery, closeMonthsInput } from '#server/sales/sales-for-admins.schema.ts'
import { markPaidInput } from '#server/sales/sales.schema.ts'

export async function loader(args: LoaderFunctionArgs) {
  const query = allInvoicesQuery.parse(Object.fromEntries(new URL(args.request.url).searchParams))
  const { admin } = apiFor(args)
  const [list, preview] = await forSignedIn(
    args,
    Promise.all([admin.invoices(query), query.close ? admin.money.previewMonths() : null]),
  )
  return { list, preview, query, now: new Date() }
}

/** Marks an invoice as paid, or closes the ended months. */
export async function action(args: ActionFunctionArgs) {
  const { form = '', ...texts } = await parseForm(args.request)
  if (form === 'close')
    return submitForm(args, {
      form,
      texts,
      schema: closeMonthsInput,
      submit: async (api, input) => {
        const { made, isComplete } = await api.admin.money.closeMonths(input)
        const text = made === 1 ? '1 invoice was issued.' : `${made} invoices were issued.`
        if (!isComplete)
          return goOn(
            args,
            adminPaths.adminInvoices({ close: 'preview' }),
            `${text} There are more to issue. Close the month again, or leave them to tonight’s run.`,
          )
        return goOn(args, adminPaths.adminInvoices(), made ? `Month closed. ${text}` : 'Nothing to close.')
      },
    })
  return submitForm(args, {
    form,
    texts,
    schema: markPaidInput,
    submit: async (api, input) => {
      const { isWaiting } = await api.admin.markInvoicePaid(input)
      return goOn(
        args,
        adminPaths.adminInvoices(),
        isWaiting ? PROPOSED : 'Invoice marked as paid. Its sales are now marked as paid too.',
      )
    },
  })
}

export const meta: MetaFunction = () => [{ title: 'Invoices | WTF' }]

export default function AllInvoices() {
  return <AllInvoicesPage {...useLoaderData<typeof loader>()} />
}
