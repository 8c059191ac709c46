import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData, useOutletContext } from '@remix-run/react'
import { DashboardHomePage } from '#app/features/dashboard/dashboard-home-page.tsx'
import type { OwnPartner } from '#app/features/dashboard/own-partner.ts'
import { apiFor } from '#app/lib/api.server.ts'
import { parseForm, submitForm } from '#app/lib/form.server.ts'
import { dashboardPaths } from '#app/lib/dashboard-paths.ts'
import { paths } from '#app/lib/paths.ts'
import { parsePeriodOf } from '#app/lib/search-params.ts'
import { acceptPlanInput } from '#server/partners/accept-plan.schema.ts'
import { isRefused } from '#server/partners/partner-status.schema.ts'

/** Loads the home page. After a sign-in, redirects to the products, unless there can be none. */
export async function loader(args: LoaderFunctionArgs) {
  const api = apiFor(args)
  const { verificationStatus, products } = await api.partner.mine()
  if (new URL(args.request.url).searchParams.has('entered')) {
    const hasProducts = verificationStatus === 'approved' || (verificationStatus === 'pending' && products > 0)
    throw redirect(hasProducts ? dashboardPaths.ownProducts() : paths.dashboard())
  }
  const { period, problem } = parsePeriodOf(args.request)
  if (isRefused(verificationStatus))
    return { figures: null, period, problem, overview: null, waiting: null, store: null }
  const [figures, overview, waiting, store] = await Promise.all([
    api.analytics.home({ period }),
    products > 0 ? api.products.overview({}) : null,
    products > 0 ? api.feedback.waiting() : null,
    api.connections.mine(),
  ])
  return { figures, period, problem, overview, waiting, store }
}

export async function action(args: ActionFunctionArgs) {
  const texts = await parseForm(args.request)
  return submitForm(args, {
    form: 'accept-plan',
    texts,
    input: { ...texts, agreedToTerms: texts.agreedToTerms === 'on' },
    schema: acceptPlanInput,
    submit: async (api, input) => {
      await api.partner.acceptPlan(input)
      return redirect(paths.dashboard())
    },
  })
}

export const meta: MetaFunction = () => [{ title: 'Partner dashboard | WTF' }]

export default function DashboardHome() {
  return <DashboardHomePage partner={useOutletContext<OwnPartner>()} {...useLoaderData<typeof loader>()} />
}
