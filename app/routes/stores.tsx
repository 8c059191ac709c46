import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { PartnersPage, PartnersPrompt } from '#app/features/info/partners-page.tsx'
import { apiFor, siteUrlFor } from '#app/lib/api.server.ts'
import { readForm } from '#app/lib/form.server.ts'
import { pageMeta } from '#app/lib/meta.ts'
import { paths } from '#app/lib/paths.ts'
import { returnPath } from '#app/lib/return-path.ts'
import { readSearchParams } from '#app/lib/search-params.ts'
import { goOn } from '#app/parts/session/sign-in.server.ts'
import { favouriteForm, storesParams } from '#server/partners/stores.schema.ts'

const PROMPT_PICTURES = 3

export async function loader(args: LoaderFunctionArgs) {
  const { pathname, search, searchParams } = new URL(args.request.url)
  const api = apiFor(args)
  const query = storesParams.parse(readSearchParams(searchParams))
  const canonical = siteUrlFor(args) + paths.stores()
  if (await api.auth.session()) return { query, list: await api.stores.list(query), canonical }
  const partners = await api.partner.featuredStores().catch(() => [])
  const then = { redirectTo: returnPath({ pathname, search }) }
  return {
    list: null,
    pictures: partners.flatMap(({ hero }) => hero ?? []).slice(0, PROMPT_PICTURES),
    signIn: paths.login(then),
    signUp: paths.signUp(then),
    canonical,
  }
}

/** Handles hearts without JavaScript. */
export async function action(args: ActionFunctionArgs) {
  const { pathname, search } = new URL(args.request.url)
  const back = returnPath({ pathname, search })
  const sent = favouriteForm.safeParse(await readForm(args.request))
  if (!sent.success) return redirect(back)
  const api = apiFor(args)
  if (!(await api.auth.session())) return redirect(paths.login({ redirectTo: back }))
  const { message } = await api.stores[sent.data.act]({ partnerId: sent.data.partnerId })
  return goOn(args, back, message)
}

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  pageMeta({
    title: 'Premium partner stores | WTF',
    description: 'Every partner store with what it has, what is new and what is reduced.',
    canonical: data?.canonical ?? paths.stores(),
  })

export default function Stores() {
  const data = useLoaderData<typeof loader>()
  return data.list ? <PartnersPage query={data.query} list={data.list} /> : <PartnersPrompt {...data} />
}
