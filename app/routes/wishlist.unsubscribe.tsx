import { data, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { WishlistUnsubscribePage } from '#app/features/wishlist/wishlist-unsubscribe-page.tsx'
import { submitForm } from '#app/lib/form.server.ts'
import { getParam } from '#app/lib/search-params.ts'
import { unsubscribeInput } from '#server/wishlist/wishlist.schema.ts'

const tokenOf = (request: Request) => getParam(request, 'token') ?? ''

export function loader({ request }: LoaderFunctionArgs) {
  return { token: tokenOf(request) }
}

/** Handles the page's button, and one-click unsubscribe from email programs (RFC 8058), which only know the URL. */
export async function action(args: ActionFunctionArgs) {
  return submitForm(args, {
    form: 'unsubscribe',
    texts: { token: tokenOf(args.request) },
    schema: unsubscribeInput,
    submit: async (api, input) => data(await api.wishlist.unsubscribe(input)),
  })
}

export const meta: MetaFunction = () => [{ title: 'Unsubscribe | WTF' }]

export default function Unsubscribe() {
  return <WishlistUnsubscribePage {...useLoaderData<typeof loader>()} />
}
