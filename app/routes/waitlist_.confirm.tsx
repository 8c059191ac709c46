import { data, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { ConfirmWaitlistPage } from '#app/features/waitlist/waitlist-pages.tsx'
import { parseForm, submitForm } from '#app/lib/form.server.ts'
import { getParam } from '#app/lib/search-params.ts'
import { waitlistTokenInput } from '#server/waitlist/waitlist.schema.ts'

export function loader({ request }: LoaderFunctionArgs) {
  return { token: getParam(request, 'token') ?? '' }
}

export async function action(args: ActionFunctionArgs) {
  const texts = await parseForm(args.request)
  return submitForm(args, {
    form: 'confirm-waitlist',
    texts,
    schema: waitlistTokenInput,
    submit: async (api, input) => data(await api.waitlist.confirm(input)),
  })
}

export const meta: MetaFunction = () => [{ title: 'Confirm your place | WTF' }]

export default function ConfirmWaitlist() {
  return <ConfirmWaitlistPage {...useLoaderData<typeof loader>()} />
}
