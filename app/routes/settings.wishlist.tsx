import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData, useOutletContext } from '@remix-run/react'
import type { Account } from '#app/features/account/profile-section.tsx'
import { savedPath } from '#app/features/account/saved-notices.ts'
import { WishlistTab } from '#app/features/account/wishlist-tab.tsx'
import { apiFor } from '#app/lib/api.server.ts'
import { parseForm, submitForm } from '#app/lib/form.server.ts'
import { timeZoneChoices } from '#app/lib/time-zone-choices.server.ts'
import { forSignedIn } from '#app/parts/session/for-signed-in.server.ts'
import { settingsForm } from '#server/wishlist/wishlist.schema.ts'

export async function loader(args: LoaderFunctionArgs) {
  const { wishlist } = apiFor(args)
  const [settings, ids] = await forSignedIn(args, Promise.all([wishlist.settings(), wishlist.ids()]))
  return { settings, count: ids.length, timeZones: timeZoneChoices() }
}

export async function action(args: ActionFunctionArgs) {
  const texts = await parseForm(args.request)
  return submitForm(args, {
    form: 'wishlist',
    texts,
    schema: settingsForm,
    submit: async (api, input) => {
      await api.wishlist.updateSettings(input)
      return redirect(savedPath('wishlist'))
    },
  })
}

export const meta: MetaFunction = () => [{ title: 'Wishlist settings | WTF' }]

export default function WishlistSettings() {
  return <WishlistTab account={useOutletContext<Account>()} {...useLoaderData<typeof loader>()} />
}
