import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { isRouteErrorResponse, useLoaderData, useRouteError } from '@remix-run/react'
import { NoListPage, SavePage } from '#app/features/new-in/save-page.tsx'
import { ErrorPage } from '#app/features/shell/error-page.tsx'
import { apiFor } from '#app/lib/api.server.ts'
import { parseForm, submitForm } from '#app/lib/form.server.ts'
import { newInPaths } from '#app/lib/new-in-paths.ts'
import { paths } from '#app/lib/paths.ts'
import { returnPath } from '#app/lib/return-path.ts'
import { forSignedIn } from '#app/parts/session/for-signed-in.server.ts'
import { goOn } from '#app/parts/session/sign-in.server.ts'
import { listInput, saveSearchForm } from '#server/new-in/new-in.schema.ts'

/** @throws Response 404 for an invalid list */
function askedList({ request }: Pick<LoaderFunctionArgs, 'request'>) {
  const asked = listInput.safeParse({ list: new URL(request.url).searchParams.get('list') ?? '' })
  if (!asked.success) throw new Response('List not found.', { status: 404 })
  return asked.data
}

export async function loader(args: LoaderFunctionArgs) {
  return { list: await forSignedIn(args, apiFor(args).newIn.preview(askedList(args))) }
}

export async function action(args: ActionFunctionArgs) {
  const asked = askedList(args)
  const texts = await parseForm(args.request)
  return submitForm(args, {
    form: 'save',
    texts,
    schema: saveSearchForm,
    fallback: 'This was not saved. Please try again.',
    submit: async (api, input) => {
      // If the session has ended, the visitor signs in and comes back to this form.
      if (!(await api.auth.session()))
        return goOn(args, paths.login({ redirectTo: returnPath(new URL(args.request.url)) }))
      const { searchId, message } = await api.newIn.save({ ...asked, ...input })
      return goOn(args, newInPaths.search(searchId), message)
    },
  })
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.list.isFollowed ? `Follow ${data.list.name}` : 'Save a search'} | WTF` },
]

export default function SaveSearch() {
  return <SavePage {...useLoaderData<typeof loader>()} />
}

export function ErrorBoundary() {
  const error = useRouteError()
  return isRouteErrorResponse(error) && error.status === 404 ? <NoListPage /> : <ErrorPage />
}
