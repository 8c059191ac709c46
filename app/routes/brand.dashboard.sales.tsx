import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData, useOutletContext, useRouteError } from '@remix-run/react'
import type { OwnPartner } from '#app/features/dashboard/own-partner.ts'
import { SalesPage } from '#app/features/sales/sales-page.tsx'
import { apiFor } from '#app/lib/api.server.ts'
import { parseForm, submitForm } from '#app/lib/form.server.ts'
import { dashboardPaths } from '#app/lib/dashboard-paths.ts'
import { LoadFailed } from '#app/parts/dashboard/load-failed.tsx'
import { keepsWhatIsShown } from '#app/parts/dashboard/keeps-what-is-shown.ts'
import { forSignedIn } from '#app/parts/session/for-signed-in.server.ts'
import { parsePeriod } from '#server/platform/period.schema.ts'
import { confirmHeldInput, heldOrderInput } from '#server/sales/held-orders/held-orders.schema.ts'
import { salesAddress } from '#server/sales/sales.schema.ts'

const FAILED = 'Failed to load sales data'

/** Ignores invalid parameters. */
export async function loader(args: LoaderFunctionArgs) {
  const params = Object.fromEntries(new URL(args.request.url).searchParams)
  const asked = salesAddress.parse(params)
  const { period, problem } = parsePeriod(params)
  const { analytics, sales } = apiFor(args)
  const [figures, list, held] = await forSignedIn(
    args,
    Promise.all([analytics.sales({ period }), sales.list(asked), sales.held()]),
  )
  return { figures, sales: list, held, query: { ...asked, period }, problem }
}

/** Confirms or rejects an order on hold. */
export async function action(args: ActionFunctionArgs) {
  const { form = '', ...texts } = await parseForm(args.request)
  const answer = () => redirect(dashboardPaths.sales())
  return form.startsWith('refuse-held ')
    ? submitForm(args, {
        form,
        texts,
        schema: heldOrderInput,
        submit: async (api, input) => {
          await api.sales.refuseHeld(input)
          return answer()
        },
      })
    : submitForm(args, {
        form,
        texts,
        schema: confirmHeldInput,
        submit: async (api, input) => {
          await api.sales.confirmHeld(input)
          return answer()
        },
      })
}

export { reloadOnConflict as shouldRevalidate } from '#app/lib/reload-on-conflict.ts'

export const clientLoader = keepsWhatIsShown('routes/brand.dashboard.sales', FAILED)

export const meta: MetaFunction = () => [{ title: 'Sales | WTF' }]

export default function Sales() {
  const { display, role, plan, agreement } = useOutletContext<OwnPartner>()
  return (
    <SalesPage
      {...useLoaderData<typeof loader>()}
      display={display}
      isOwner={role === 'owner'}
      plan={plan}
      hasAcceptedPlan={agreement !== null}
    />
  )
}

export function ErrorBoundary() {
  return <LoadFailed error={useRouteError()} text={FAILED} retry={dashboardPaths.sales()} />
}
