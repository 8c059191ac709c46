import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { SellerPage } from '#app/features/admin/money/seller-page.tsx'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { apiFor } from '#app/lib/api.server.ts'
import { parseForm, submitForm } from '#app/lib/form.server.ts'
import { PROPOSED } from '#app/parts/admin/proposed.ts'
import { forSignedIn } from '#app/parts/session/for-signed-in.server.ts'
import { goOn } from '#app/parts/session/sign-in.server.ts'
import { sellerProfileInput } from '#server/sales/billing/billing.schema.ts'

export async function loader(args: LoaderFunctionArgs) {
  const api = apiFor(args)
  const [list, countries] = await forSignedIn(args, Promise.all([api.admin.money.seller(), api.account.countries()]))
  return { list, countries, now: new Date() }
}

/** Adds a version of the seller details. */
export async function action(args: ActionFunctionArgs) {
  const { form = '', ...texts } = await parseForm(args.request)
  return submitForm(args, {
    form,
    texts,
    schema: sellerProfileInput,
    submit: async (api, input) => {
      const { isWaiting } = await api.admin.money.saveSeller(input)
      return goOn(args, adminPaths.adminSeller(), isWaiting ? PROPOSED : 'Seller details saved.')
    },
  })
}

export const meta: MetaFunction = () => [{ title: 'Seller details | WTF' }]

export default function Seller() {
  return <SellerPage {...useLoaderData<typeof loader>()} />
}
