import { data, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { StopReviewRequestsPage } from '#app/features/customer-feedback/stop-review-requests-page.tsx'
import { submitForm } from '#app/lib/form.server.ts'
import { getParam } from '#app/lib/search-params.ts'
import { stopReviewRequestsInput } from '#server/feedback/customer-feedback.schema.ts'

const tokenOf = (request: Request) => getParam(request, 'token') ?? ''

export function loader({ request }: LoaderFunctionArgs) {
  return { token: tokenOf(request) }
}

/** Handles the page's button, and one-click unsubscribe from email programs (RFC 8058), which only know the URL. */
export async function action(args: ActionFunctionArgs) {
  return submitForm(args, {
    form: 'stop-requests',
    texts: { token: tokenOf(args.request) },
    schema: stopReviewRequestsInput,
    submit: async (api, input) => data(await api.feedback.stopRequests(input)),
  })
}

export const meta: MetaFunction = () => [{ title: 'Unsubscribe | WTF' }]

export default function StopReviewRequests() {
  return <StopReviewRequestsPage {...useLoaderData<typeof loader>()} />
}
