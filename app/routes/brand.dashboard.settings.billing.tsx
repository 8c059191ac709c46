import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData, useOutletContext } from '@remix-run/react'
import { BillingTab } from '#app/features/dashboard/billing-tab.tsx'
import type { OwnPartner } from '#app/features/dashboard/own-partner.ts'
import { savedSettingsPath } from '#app/features/dashboard/settings-frame.tsx'
import { apiFor } from '#app/lib/api.server.ts'
import { parseForm, submitForm } from '#app/lib/form.server.ts'
import { dashboardPaths } from '#app/lib/dashboard-paths.ts'
import { forSignedIn } from '#app/parts/session/for-signed-in.server.ts'
import { goOn } from '#app/parts/session/sign-in.server.ts'
import { answerOfferInput } from '#server/partners/plan-offers.schema.ts'
import { billingProfileInput } from '#server/sales/billing/billing.schema.ts'

export async function loader(args: LoaderFunctionArgs) {
  const api = apiFor(args)
  const [billing, countries] = await forSignedIn(args, Promise.all([api.sales.billing(), api.account.countries()]))
  return { billing, countries }
}

/** Saves the billing details, or the owner's answer to a plan offer. */
export async function action(args: ActionFunctionArgs) {
  const texts = await parseForm(args.request)
  if (texts['form'] === 'billing') {
    const { form, ...details } = texts
    return submitForm(args, {
      form,
      texts: details,
      schema: billingProfileInput,
      submit: async (api, input) => {
        await api.sales.saveBilling(input)
        return redirect(savedSettingsPath('billing', 'billing'))
      },
    })
  }
  return submitForm(args, {
    form: texts['form'] ?? '',
    texts,
    schema: answerOfferInput,
    submit: async (api, input) => {
      const { holdsFrom } = await api.partner.answerOffer(input)
      return goOn(
        args,
        dashboardPaths.storeSettings('billing'),
        holdsFrom ? 'Accepted.' : 'Offer declined. Your plan does not change.',
      )
    },
    fallback: 'Something went wrong on our side, and nothing was changed. Please try again.',
  })
}

export { reloadOnConflict as shouldRevalidate } from '#app/lib/reload-on-conflict.ts'

export const meta: MetaFunction = () => [{ title: 'Billing and plans | WTF' }]

export default function Billing() {
  return <BillingTab partner={useOutletContext<OwnPartner>()} {...useLoaderData<typeof loader>()} />
}
