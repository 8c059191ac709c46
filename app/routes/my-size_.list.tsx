import { data as answer, redirect, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { InMySizePage } from '#app/features/sizing/in-my-size-page.tsx'
import { apiFor } from '#app/lib/api.server.ts'
import { paths } from '#app/lib/paths.ts'
import { LIST_HANDLE } from '#app/parts/product-list/list-handle.ts'
import { loadList } from '#app/parts/product-list/load-list.server.ts'
import { parseSizesCookie } from '#app/parts/sizing/sizes-cookie.server.ts'
import { PAGE_SIZE } from '#server/search/search.schema.ts'

/** Lists products in stock in the viewer's size. Asks visitors for their sizes if they are unknown. */
export async function loader(args: LoaderFunctionArgs) {
  const { fitting, auth } = apiFor(args)
  // Prefers the sizes in the account, because another person may have entered those in this browser.
  const saved = (await auth.session()) === null ? null : await fitting.sizes()
  const sizes = saved ?? (await parseSizesCookie(args))
  if (!sizes) {
    const asked = new URL(args.request.url).searchParams.toString()
    return redirect(`${paths.mySize()}?${new URLSearchParams({ list: asked })}`)
  }
  let brands = 0
  const list = await loadList(args, {
    path: paths.inMySize(),
    find: async (search) => {
      const { brandsAsked, ...found } = await fitting.inMySize({ sizes, search })
      brands = brandsAsked
      return found
    },
  })
  return answer(
    { ...list, sizes, isOfAccount: saved !== null, brands, pageSize: PAGE_SIZE },
    { status: list.result ? 200 : 503 },
  )
}

export const handle = LIST_HANDLE

export const meta: MetaFunction = () => [{ title: 'In your size | WTF' }, { name: 'robots', content: 'noindex' }]

export default function InMySize() {
  return <InMySizePage {...useLoaderData<typeof loader>()} />
}
