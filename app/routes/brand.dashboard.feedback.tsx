import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Link, useLoaderData, useOutletContext, useRouteError, type ClientLoaderFunctionArgs } from '@remix-run/react'
import { EmptyState } from '#app/components/empty-state.tsx'
import { CustomerFeedbackPage } from '#app/features/customer-feedback/customer-feedback-page.tsx'
import type { OwnPartner } from '#app/features/dashboard/own-partner.ts'
import { apiFor } from '#app/lib/api.server.ts'
import { paths } from '#app/lib/paths.ts'
import { toast } from '#app/lib/toast.ts'
import { forSignedIn } from '#app/parts/session/for-signed-in.server.ts'
import { customerFeedbackQuery } from '#server/feedback/customer-feedback.schema.ts'

export async function loader(args: LoaderFunctionArgs) {
  const query = customerFeedbackQuery.parse(Object.fromEntries(new URL(args.request.url).searchParams))
  const { feedback } = apiFor(args)
  const reading = Promise.all([feedback.figures(query), feedback.list(query), feedback.urgent()])
  const [figures, list, urgent] = await forSignedIn(args, reading)
  return { figures, list, urgent, query }
}

type Loaded = Awaited<ReturnType<typeof loader>>
let last: Loaded | undefined

/** What is shown stays if it cannot be read anew. */
export async function clientLoader({ serverLoader }: ClientLoaderFunctionArgs): Promise<Loaded> {
  try {
    last = (await serverLoader<typeof loader>()) as Loaded
    return last
  } catch (error) {
    // A redirect, or a refusal: the page is not for this viewer any more.
    if (!last || (error instanceof Response && error.status < 500)) throw error
    toast.set({ tone: 'error', title: 'Error', text: 'Failed to load feedback data' })
    return last
  }
}

export const meta: MetaFunction = () => [{ title: 'Customer Feedback | WTF' }]

export default function CustomerFeedback() {
  const { role, display } = useOutletContext<OwnPartner>()
  return <CustomerFeedbackPage {...useLoaderData<typeof loader>()} canAnswer={role !== 'viewer'} display={display} />
}

export function ErrorBoundary() {
  const error = useRouteError()
  // Who may not see it is told by the layout.
  if (error instanceof Response) throw error
  return (
    <EmptyState
      headingLevel="h1"
      drawing="error"
      title="Error"
      action={
        <Link reloadDocument to={paths.customerFeedback()} className="button button-accent">
          Retry
        </Link>
      }
    >
      Failed to load feedback data
    </EmptyState>
  )
}
