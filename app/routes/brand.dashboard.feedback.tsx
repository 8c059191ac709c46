import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData, useOutletContext, useRouteError } from '@remix-run/react'
import { CustomerFeedbackPage } from '#app/features/customer-feedback/customer-feedback-page.tsx'
import type { OwnPartner } from '#app/features/dashboard/own-partner.ts'
import { apiFor } from '#app/lib/api.server.ts'
import { dashboardPaths } from '#app/lib/dashboard-paths.ts'
import { LoadFailed } from '#app/parts/dashboard/load-failed.tsx'
import { keepsWhatIsShown } from '#app/parts/dashboard/keeps-what-is-shown.ts'
import { forSignedIn } from '#app/parts/session/for-signed-in.server.ts'
import { customerFeedbackQuery } from '#server/feedback/customer-feedback.schema.ts'

const FAILED = 'Failed to load feedback data'

export async function loader(args: LoaderFunctionArgs) {
  const query = customerFeedbackQuery.parse(Object.fromEntries(new URL(args.request.url).searchParams))
  const { feedback } = apiFor(args)
  const reading = Promise.all([feedback.figures(query), feedback.list(query), feedback.urgent()])
  const [figures, list, urgent] = await forSignedIn(args, reading)
  return { figures, list, urgent, query }
}

export const clientLoader = keepsWhatIsShown('routes/brand.dashboard.feedback', FAILED)

export const meta: MetaFunction = () => [{ title: 'Customer Feedback | WTF' }]

export default function CustomerFeedback() {
  const { role, display } = useOutletContext<OwnPartner>()
  return <CustomerFeedbackPage {...useLoaderData<typeof loader>()} canAnswer={role !== 'viewer'} display={display} />
}

export function ErrorBoundary() {
  return <LoadFailed error={useRouteError()} text={FAILED} retry={dashboardPaths.customerFeedback()} />
}
