import { data, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { WaitlistUnsubscribePage } from '#app/features/waitlist/waitlist-pages.tsx'
import { submitForm } from '#app/lib/form.server.ts'
import { getParam } from '#app/lib/search-params.ts'
import { waitlistTokenInput } from '#server/waitlist/waitlist.schema.ts'

const tokenOf = (request: Request) => getParam(request, 'token') ?? ''

export function loader({ request }: LoaderFunctionArgs) {
  return { token: tokenOf(request) }
}

/** Handles the page's button, and one-click unsubscribe from email programs (RFC 8058), which only know the URL. */
export async function action(args: ActionFunctionArgs) {
  return submitForm(args, {
    form: 'unsubscribe',
    texts: { token: tokenOf(args.request) },
    schema: waitlistTokenInput,
    submit: async (api, input) => data(await api.waitlist.unsubscribe(input)),
  })
}

export const meta: MetaFunction = () => [{ title: 'Leave the waitlist | WTF' }]

export default function Unsubscribe() {
  return <WaitlistUnsubscribePage {...useLoaderData<typeof loader>()} />
}
