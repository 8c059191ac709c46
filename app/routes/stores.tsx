import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { PartnersPage } from '#app/features/info/partners-page.tsx'
import { apiFor, siteUrlFor } from '#app/lib/api.server.ts'
import { parseForm } from '#app/lib/form.server.ts'
import { pageMeta } from '#app/lib/meta.ts'
import { paths } from '#app/lib/paths.ts'
import { returnPath } from '#app/lib/return-path.ts'
import { parseSearchParams } from '#app/lib/search-params.ts'
import { goOn } from '#app/parts/session/sign-in.server.ts'
import { favouriteForm, storesParams } from '#server/partners/stores.schema.ts'
import { italicLinks } from '#app/fonts/font-links.ts'

export const links = italicLinks

export async function loader(args: LoaderFunctionArgs) {
  const query = storesParams.parse(parseSearchParams(new URL(args.request.url).searchParams))
  return { query, list: await apiFor(args).stores.list(query), canonical: siteUrlFor(args) + paths.stores() }
}

/** Saves and removes favourite stores without JavaScript. */
export async function action(args: ActionFunctionArgs) {
  const { pathname, search } = new URL(args.request.url)
  const back = returnPath({ pathname, search })
  const sent = favouriteForm.safeParse(await parseForm(args.request))
  if (!sent.success) return redirect(back)
  const api = apiFor(args)
  if (!(await api.auth.session())) return redirect(paths.login({ redirectTo: back }))
  const { message } = await api.stores[sent.data.act]({ partnerId: sent.data.partnerId })
  return goOn(args, back, message)
}

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  pageMeta({
    title: 'Premium partner stores | WTF',
    description: 'Every partner store, with its products, new arrivals and sale items.',
    canonical: data?.canonical ?? paths.stores(),
  })

export default function Stores() {
  const { query, list } = useLoaderData<typeof loader>()
  return <PartnersPage query={query} list={list} />
}
