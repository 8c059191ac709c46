import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { Form, useLoaderData } from '@remix-run/react'
import { Link } from '#app/components/link.tsx'
import { apiFor } from '#app/lib/api.server.ts'
import { parseForm } from '#app/lib/form.server.ts'
import { paths } from '#app/lib/paths.ts'
import { goOn } from '#app/parts/session/sign-in.server.ts'
import { getParam } from '#app/lib/search-params.ts'
import { safePath } from '#server/auth/auth.schema.ts'

/**
 * Loads the page for hearts without JavaScript. Visitors who had to sign in come back here with a GET, which saves
 * nothing.
 */
export async function loader(args: LoaderFunctionArgs) {
  const { searchParams } = new URL(args.request.url)
  const productId = getParam(args.request, 'productId') ?? ''
  const { name } = await apiFor(args).catalogue.get({ productId })
  return { productId, name, redirectTo: safePath(searchParams.get('redirectTo')) }
}

export async function action(args: ActionFunctionArgs) {
  const { productId = '', redirectTo } = await parseForm(args.request)
  const api = apiFor(args)
  const back = safePath(redirectTo)
  if (!(await api.auth.session()))
    return redirect(paths.login({ redirectTo: paths.toggleWish(productId, back), why: 'wishlist' }))
  const message = await api.wishlist.toggle({ productId }).then(
    (answer) => answer.message,
    (error: unknown) => {
      // The list is full.
      if (error instanceof Response && error.status === 409) return error.text()
      throw error
    },
  )
  return goOn(args, back, message)
}

export const meta: MetaFunction = () => [{ title: 'Add to Wishlist | WTF' }]

export default function ToggleWish() {
  const { productId, name, redirectTo } = useLoaderData<typeof loader>()
  return (
    <main id="content" className="page py-[clamp(3rem,9vw,8rem)]">
      <h1 className="max-w-3xl text-(length:--text-title) leading-none">{name}</h1>
      <p className="mt-5 max-w-[60ch] text-pretty text-muted">
        You are signed in, but this product is not in your wishlist yet. Press the button to add it.
      </p>
      <Form method="post" className="mt-9 flex flex-wrap items-center gap-x-8 gap-y-4">
        <input type="hidden" name="productId" value={productId} />
        <input type="hidden" name="redirectTo" value={redirectTo} />
        <button type="submit" className="button button-accent min-h-12 px-8">
          Add to Wishlist
        </button>
        <Link to={redirectTo} className="link">
          Go back without adding it
        </Link>
      </Form>
    </main>
  )
}
