import { data, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { BrandError } from '#app/features/storefront/partner-error.tsx'
import { StoreFeedbackPage } from '#app/features/storefront/store-feedback-page.tsx'
import { apiFor } from '#app/lib/api.server.ts'
import { parseForm, submitForm } from '#app/lib/form.server.ts'
import { missingTitle } from '#app/lib/meta.ts'
import { forSignedIn } from '#app/parts/session/for-signed-in.server.ts'
import { sendFeedbackInput } from '#server/feedback/store-feedback.schema.ts'

const partnerIdOf = ({ params }: Pick<LoaderFunctionArgs, 'params'>) => params['partnerId'] ?? ''

export async function loader(args: LoaderFunctionArgs) {
  const api = apiFor(args)
  // Fetched first, so that visitors without a session see a 404 for a missing store instead of a sign-in page.
  const { id, businessName } = await api.partner.getStore({ partnerId: partnerIdOf(args) })
  return { store: { id, businessName }, feedback: await forSignedIn(args, api.storeFeedback.mine({ partnerId: id })) }
}

export async function action(args: ActionFunctionArgs) {
  const texts = await parseForm(args.request)
  return submitForm(args, {
    form: 'store-feedback',
    texts,
    input: { ...texts, partnerId: partnerIdOf(args) },
    schema: sendFeedbackInput,
    submit: async (api, input) => data({ feedback: await api.storeFeedback.send(input) }),
    fallback: 'Something went wrong on our side, and your message was not sent. Please try again.',
  })
}

export const meta: MetaFunction<typeof loader> = ({ data, error }) => [
  { title: data ? `Write to ${data.store.businessName} | WTF` : missingTitle(error, 'Brand not found') },
  { name: 'robots', content: 'noindex' },
]

export default function StoreFeedback() {
  return <StoreFeedbackPage {...useLoaderData<typeof loader>()} />
}

export function ErrorBoundary() {
  return <BrandError />
}
