import type { ActionFunctionArgs, MetaFunction } from '@remix-run/node'
import { useOutletContext } from '@remix-run/react'
import { BillingTab } from '#app/features/dashboard/billing-tab.tsx'
import type { OwnPartner } from '#app/features/dashboard/own-partner.ts'
import { readForm, submitForm } from '#app/lib/form.server.ts'
import { dashboardPaths } from '#app/lib/dashboard-paths.ts'
import { goOn } from '#app/parts/session/sign-in.server.ts'
import { answerOfferInput } from '#server/partners/plan-offers.schema.ts'

/** The owner's answer to a plan that we offer. */
export async function action(args: ActionFunctionArgs) {
  const texts = await readForm(args.request)
  return submitForm(args, {
    form: texts['form'] ?? '',
    texts,
    schema: answerOfferInput,
    submit: async (api, input) => {
      const { holdsFrom } = await api.partner.answerOffer(input)
      return goOn(args, dashboardPaths.storeSettings('billing'), holdsFrom ? 'Accepted.' : 'Offer declined. Your plan does not change.')
    },
    fallback: 'Something went wrong on our side, and nothing was changed. Please try again.',
  })
}

export { reloadOnConflict as shouldRevalidate } from '#app/lib/reload-on-conflict.ts'

export const meta: MetaFunction = () => [{ title: 'Billing and plans | WTF' }]

export default function Billing() {
  return <BillingTab partner={useOutletContext<OwnPartner>()} />
}
