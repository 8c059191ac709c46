import { data, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData, type ClientActionFunctionArgs } from '@remix-run/react'
import { WishPage } from '#app/features/wishlist/wish-page.tsx'
import { apiFor } from '#app/lib/api.server.ts'
import { parseForm, refuse, submitForm } from '#app/lib/form.server.ts'
import { notReached } from '#app/lib/form-not-reached.ts'
import { paths } from '#app/lib/paths.ts'
import { forSignedIn } from '#app/parts/session/for-signed-in.server.ts'
import { goOn } from '#app/parts/session/sign-in.server.ts'
import { parseAmountOrNull } from '#server/platform/amount.schema.ts'
import { isItemId, updateWishInput, wishForm } from '#server/wishlist/wishlist.schema.ts'

const parseItem = (args: LoaderFunctionArgs) => {
  const itemId = args.params.itemId ?? ''
  if (!isItemId(itemId)) throw new Response('Item not found in wishlist', { status: 404 })
  return forSignedIn(args, apiFor(args).wishlist.item({ itemId }))
}

export async function loader(args: LoaderFunctionArgs) {
  return { item: await parseItem(args) }
}

export async function action(args: ActionFunctionArgs) {
  const texts = await parseForm(args.request)
  if ('stays' in texts && !(await apiFor(args).auth.session()))
    return refuse('wish', texts, { message: 'Please sign in again in another tab. What you typed is still here.' }, 401)
  const { itemId, currency, isListed } = await parseItem(args)
  return submitForm(args, {
    form: 'wish',
    texts,
    schema: wishForm,
    fallback: 'Your choice was not saved. Please try again.',
    submit: async (api, { size, target, dropPercent, watchesStock, ...said }) => {
      const targetMinor = target === '' ? null : Number(parseAmountOrNull(target, currency) ?? NaN)
      const input = updateWishInput.safeParse({
        itemId,
        ...said,
        ...('size' in texts && { size }),
        // The form of an unlisted product does not have these fields.
        ...(isListed && { targetMinor, dropPercent, watchesStock }),
      })
      if (!input.success) {
        const field = input.error.issues[0]?.path[0]
        return field === 'targetMinor'
          ? refuse('wish', texts, { errors: { target: 'Please type an amount above 0, like 79.50' } })
          : refuse('wish', texts, { message: 'Please check what you typed.' })
      }
      await api.wishlist.update(input.data)
      return 'stays' in texts ? data({ isSaved: true }) : goOn(args, paths.wishlist(), 'Saved')
    },
  })
}

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  serverAction().catch(notReached('wish', 'This was not saved. What you typed is still here. Please try again.'))

export const meta: MetaFunction<typeof loader> = ({ data: loaded }) => [
  { title: `${loaded?.item.name ?? 'Wishlist'} | WTF` },
]

export default function Wish() {
  return <WishPage item={useLoaderData<typeof loader>().item} />
}
