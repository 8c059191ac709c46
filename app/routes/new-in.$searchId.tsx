import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { SavedSearchPage } from '#app/features/new-in/saved-search-page.tsx'
import { apiFor, siteUrlFor } from '#app/lib/api.server.ts'
import { parseForm, submitForm } from '#app/lib/form.server.ts'
import { missingTitle } from '#app/lib/meta.ts'
import { newInPaths } from '#app/lib/new-in-paths.ts'
import { paths } from '#app/lib/paths.ts'
import { cardProduct } from '#app/parts/product-list/card-product.ts'
import { forSignedIn } from '#app/parts/session/for-signed-in.server.ts'
import { goOn } from '#app/parts/session/sign-in.server.ts'
import { changeSearchForm, isSearchId } from '#server/new-in/new-in.schema.ts'

/** @throws Response 404 for an invalid id */
function askedId({ params: { searchId = '' } }: Pick<LoaderFunctionArgs, 'params'>): string {
  if (!isSearchId(searchId)) throw new Response('This saved search no longer exists.', { status: 404 })
  return searchId
}

export async function loader(args: LoaderFunctionArgs) {
  const { search, finds } = await forSignedIn(args, apiFor(args).newIn.get({ searchId: askedId(args) }))
  return {
    search,
    finds: finds.map(({ card, ...find }) => ({ ...find, product: cardProduct(card) })),
    siteUrl: siteUrlFor(args),
  }
}

export async function action(args: ActionFunctionArgs) {
  const searchId = askedId(args)
  const texts = await parseForm(args.request)
  return submitForm(args, {
    form: 'change',
    texts,
    schema: changeSearchForm,
    fallback: 'This was not saved. Please try again.',
    submit: async (api, input) => {
      if (!(await api.auth.session())) return goOn(args, paths.login({ redirectTo: newInPaths.search(searchId) }))
      await api.newIn.change({ searchId, ...input })
      return goOn(args, newInPaths.search(searchId), 'Saved')
    },
  })
}

export const meta: MetaFunction<typeof loader> = ({ data, error }) => [
  { title: data ? `New in ${data.search.name} | WTF` : missingTitle(error, 'Saved search not found') },
]

export default function SavedSearch() {
  return <SavedSearchPage {...useLoaderData<typeof loader>()} />
}
